import { constants } from "node:fs";
import { readAndClose } from "./descriptors.ts";
import { codeOf } from "./disk-failure.ts";
import { SYSTEM_CALLS } from "./file-calls.ts";
import { refusedKind } from "./refusal.ts";

/**
 * The content of a user's own file, which may be a link, if it is a regular file of at most `maxBytes`. A pipe does not block, and a device
 * does not fill the memory.
 */
export function readRegular(path: string, maxBytes: number): Buffer | undefined {
  const calls = SYSTEM_CALLS;
  let fd: number;
  try {
    fd = calls.openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw cause;
  }
  return readAndClose(calls, fd, {
    path,
    maxBytes,
    check: (found) => {
      if (!found.isFile()) throw refusedKind(path, "file");
    },
  });
}
