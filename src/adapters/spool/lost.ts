import { fill } from "../disk/descriptors.ts";
import type { OwnedFolder } from "../disk/owned-folder.ts";

const LOST = "lost";
const DIGITS = 16;

/**
 * Creates the counter of events that could not be stored anywhere. It is created while there is room, with a fixed size, so that it can be
 * overwritten on a full disk.
 */
export function prepareLostCount(folder: OwnedFolder): void {
  // If two hooks start at once, one of them creates it.
  if (folder.stat(LOST) === undefined) folder.create(LOST, "0".repeat(DIGITS));
}

/** Counts one more lost event. False if not even the count could be written. */
export function countLost(folder: OwnedFolder): boolean {
  const { calls } = folder;
  try {
    const fd = folder.open(LOST, "update");
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

export function lostCount(folder: OwnedFolder): number {
  try {
    return Number(folder.read(LOST, DIGITS)?.toString("utf8")) || 0;
  } catch {
    return 0;
  }
}
