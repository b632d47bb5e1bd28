import { addOne, NO_COUNT, readCount } from "../disk/fixed-count.ts";
import type { OwnedFolder } from "../disk/owned-folder.ts";

const LOST = "lost";

/** Creates the counter of events that could not be stored anywhere. */
export function prepareLostCount(folder: OwnedFolder): void {
  // If two hooks start at once, one of them creates it.
  if (folder.stat(LOST) === undefined) folder.create(LOST, NO_COUNT);
}

/** Counts one more lost event. False if not even the count could be written. */
export const countLost = (folder: OwnedFolder): boolean => addOne(folder, LOST);

export const lostCount = (folder: OwnedFolder): number => readCount(folder, LOST);
