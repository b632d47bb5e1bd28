import { closeSync, existsSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

const LOST = "lost";
const DIGITS = 16;

/**
 * Makes the counter of events that could not be kept at all. It is made while there is room, and always
 * of one size: a full disk still lets us write over what is there.
 */
export function prepareLostCount(folder: string): void {
  const path = join(folder, LOST);
  if (existsSync(path)) return;
  try {
    writeFileSync(path, "0".repeat(DIGITS), { mode: 0o600, flag: "wx" });
  } catch (error) {
    // Of two hooks that begin at once one makes it.
    if (!existsSync(path)) throw error;
  }
}

/** One more event was lost. False when not even that could be noted. */
export function countLost(folder: string): boolean {
  try {
    const fd = openSync(join(folder, LOST), "r+");
    try {
      const digits = Buffer.alloc(DIGITS);
      readSync(fd, digits, 0, DIGITS, 0);
      const next = String(Number(digits.toString()) + 1).padStart(DIGITS, "0");
      return writeSync(fd, next, 0) === DIGITS;
    } finally {
      closeSync(fd);
    }
  } catch {
    return false;
  }
}

export function lostCount(folder: string): number {
  try {
    return Number(readFileSync(join(folder, LOST), "utf8")) || 0;
  } catch {
    return 0;
  }
}
