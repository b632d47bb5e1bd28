import { constants } from "node:fs";
import { readAndClose } from "./descriptors.ts";
import { codeOf } from "./disk-failure.ts";
import { SYSTEM_CALLS } from "./file-calls.ts";
import { refusedKind } from "./refusal.ts";

/**
 * A file of the user's own, which may be linked to: all of it, if it is a regular file of at most `maxBytes`. A pipe
 * does not keep us waiting, and a device does not fill the memory.
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
