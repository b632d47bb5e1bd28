import { closeSync, constants, openSync, readFileSync, readSync, writeFileSync, writeSync } from "node:fs";
import { codeOf } from "../disk/disk-failure.ts";

const DIGITS = 16;
/** A link in its place must not lead the count into another file. Windows has no such flag. */
const TO_COUNT = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0);

/** Makes the counter while there is room, and always of one size: a full disk still lets us write over it. */
export function prepareFailureCount(path: string): void {
  try {
    writeFileSync(path, "0".repeat(DIGITS), { mode: 0o600, flag: "wx" });
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw cause;
  }
}

/** Usage could not be noted once more. Where not even that can be written, nobody is told. */
export function countFailure(path: string): void {
  try {
    prepareFailureCount(path);
    const file = openSync(path, TO_COUNT);
    try {
      const digits = Buffer.alloc(DIGITS);
      readSync(file, digits, 0, DIGITS, 0);
      writeSync(file, String((Number(digits.toString()) || 0) + 1).padStart(DIGITS, "0"), 0);
    } finally {
      closeSync(file);
    }
  } catch {
    // The folder may be read-only or gone; then `status` says that.
  }
}

export function failureCount(path: string): number {
  try {
    return Number(readFileSync(path, "utf8")) || 0;
  } catch {
    return 0;
  }
}
