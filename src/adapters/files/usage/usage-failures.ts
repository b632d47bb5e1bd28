import { fill } from "../../disk/descriptors.ts";
import type { OwnedFolder } from "../../disk/owned-folder.ts";

const DIGITS = 16;
const FAILED = "reference-tracker.failed";

/** Makes the counter while there is room, and always of one size: a full disk still lets us write over it. */
export function prepareFailureCount(folder: OwnedFolder): void {
  folder.create(FAILED, "0".repeat(DIGITS));
}

/** Usage could not be noted once more. Where not even that can be written, nobody is told. */
export function countFailure(folder: OwnedFolder): void {
  const { calls } = folder;
  try {
    prepareFailureCount(folder);
    const file = folder.open(FAILED, "update");
    try {
      const bytes = Buffer.alloc(DIGITS);
      fill(calls, file, { bytes, offset: 0 });
      calls.writeSync(file, String((Number(bytes.toString()) || 0) + 1).padStart(DIGITS, "0"), 0);
    } finally {
      calls.closeSync(file);
    }
  } catch {
    // The folder may be read-only or gone; then `status` says that.
  }
}

export function failureCount(folder: OwnedFolder): number {
  try {
    return Number(folder.read(FAILED, DIGITS)?.toString("utf8")) || 0;
  } catch {
    return 0;
  }
}
