import { constants } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import type { Files, TextHead } from "../../../ports/files.ts";

/** Reads files below a root that may be a stranger's: never a file outside, whatever links say, and never a file that blocks. */
export const rootFiles: Pick<Files, "changedAt" | "beginning"> = {
  changedAt: (root, path) => orNothing(async () => (await regularAt(root, path))?.changedAt),
  beginning: (root, path, bytes) =>
    orNothing(async () => {
      const found = await regularAt(root, path);
      return found && textOf(await bytesOf(found.place, bytes + 1), bytes);
    }),
};

type Regular = { readonly place: string; readonly changedAt: number };

async function regularAt(root: string, path: string): Promise<Regular | undefined> {
  const place = join(root, path);
  const found = await lstat(place);
  if (!found.isFile()) return undefined;
  // The file is not a link, but one of the folders above it may be.
  const within = relative(await realpath(root), await realpath(place));
  const isOutside = within === ".." || within.startsWith(`..${sep}`) || isAbsolute(within);
  return isOutside ? undefined : { place, changedAt: Math.trunc(found.mtimeMs) };
}

/** If a link replaced the file after the check, opening fails; if a pipe did, opening does not block. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function bytesOf(place: string, most: number): Promise<Buffer> {
  const file = await open(place, FLAGS);
  try {
    const buffer = Buffer.alloc(Math.min(most, (await file.stat()).size));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  } finally {
    await file.close();
  }
}

function textOf(bytes: Buffer, most: number): TextHead | undefined {
  const isCut = bytes.length > most;
  // A truncated text may end within a character, which is then left out.
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, most), { stream: isCut });
  return text.includes("\0") ? undefined : { text, isCut };
}

/** Undefined if the file is gone, locked or not text, because other files remain to be read. */
async function orNothing<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch {
    return undefined;
  }
}
