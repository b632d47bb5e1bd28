import { randomBytes } from "node:crypto";
import { fieldsIn } from "../../../core/fields.ts";
import type { Touch } from "../../../core/freshness/usage.ts";
import type { Instant } from "../../../core/tape/event.ts";
import type { OwnedFolder } from "../../disk/owned-folder.ts";

/** Things that were touched together and are not in the tracker yet. */
export type WaitingTouches = { readonly ids: readonly string[]; readonly how: Touch; readonly at: Instant };

/** A waiting touch and its file; without a touch if the file contains none. */
export type WaitingFile = { readonly name: string; readonly waiting?: WaitingTouches };

/** Files read in one pass, so that nobody holds the lock for long. */
const PASS_MAX = 500;
const READY = ".json";
/** Larger than the ids of one answer. */
const BYTES_MAX = 1024 * 1024;

/** Writes a touch as a whole to a file that the next lock holder finds. Returns the file's name. */
export function queueTouches(folder: OwnedFolder, waiting: WaitingTouches): string {
  const name = `${Date.now().toString(36)}-${randomBytes(6).toString("hex")}`;
  folder.make();
  folder.create(name, JSON.stringify(waiting));
  folder.rename(name, `${name}${READY}`);
  return `${name}${READY}`;
}

/** Waiting touches, oldest first. */
export function queuedTouches(folder: OwnedFolder): WaitingFile[] {
  return namesIn(folder)
    .slice(0, PASS_MAX)
    .map((name) => {
      const waiting = waitingAt(folder, name);
      return waiting ? { name, waiting } : { name };
    });
}

export const isAnyWaiting = (folder: OwnedFolder): boolean => namesIn(folder).length > 0;

const namesIn = (folder: OwnedFolder): string[] =>
  folder
    .list()
    .filter((name) => name.endsWith(READY))
    .sort();

function waitingAt(folder: OwnedFolder, name: string): WaitingTouches | undefined {
  try {
    const text = folder.read(name, BYTES_MAX)?.toString("utf8") ?? "";
    const { ids, how, at } = fieldsIn(JSON.parse(text));
    const isNamed = Array.isArray(ids) && ids.every((id) => typeof id === "string");
    const isTouch = how === "shown" || how === "used";
    // A record with an impossible time could not be read.
    return isNamed && isTouch && isDate(at) ? { ids, how, at } : undefined;
  } catch {
    // Not a file of ours.
    return undefined;
  }
}

const isDate = (at: unknown): at is Instant =>
  typeof at === "number" && !Number.isNaN(new Date(at).getTime());
