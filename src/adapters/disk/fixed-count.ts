import { fill } from "./descriptors.ts";
import type { OwnedFolder } from "./owned-folder.ts";

const DIGITS = 16;

/** The text of a new counter. It is written while there is room, with a fixed size, so that it can be overwritten on a full disk. */
export const NO_COUNT = "0".repeat(DIGITS);

/** Adds one to an existing counter. False if it could not be written. */
export function addOne(folder: OwnedFolder, name: string): boolean {
  const { calls } = folder;
  try {
    const fd = folder.open(name, "update");
    try {
      const bytes = Buffer.alloc(DIGITS);
      fill(calls, fd, { bytes, offset: 0 });
      const next = String((Number(bytes.toString()) || 0) + 1).padStart(DIGITS, "0");
      return calls.writeSync(fd, next, 0) === DIGITS;
    } finally {
      calls.closeSync(fd);
    }
  } catch {
    return false;
  }
}

export function readCount(folder: OwnedFolder, name: string): number {
  try {
    return Number(folder.read(name, DIGITS)?.toString("utf8")) || 0;
  } catch {
    return 0;
  }
}
