import { fieldsIn } from "../fields.ts";
import type { Item } from "../items/item.ts";
import type { Instant } from "../tape/event.ts";
import { lastKnownToHold } from "./clocks.ts";

/** A state of the code, and when its change was written. */
export type State = { readonly commit: string; readonly at: Instant };

/** Between asking for the time and asking for the commit no more than this passes. */
const SLACK_MS = 60_000;

/** The commit that was noted when a unit was last known to hold; undefined when it was told again since. */
export function notedCommit(item: Item): string | undefined {
  const { commit, at } = fieldsIn(item.seen_commit);
  if (typeof commit !== "string" || !/^[0-9a-f]{7,64}$/.test(commit)) return undefined;
  return Date.parse(String(at)) >= lastKnownToHold(item) - SLACK_MS ? commit : undefined;
}

/**
 * The state of the code on the current branch at a given time: the index of the newest state written by then. If the
 * whole history is known, an earlier time means its first state.
 */
export function stateAt(timeline: readonly State[], at: Instant, isWhole: boolean): number | undefined {
  const index = timeline.findIndex((state) => state.at <= at);
  if (index >= 0) return index;
  return isWhole && timeline.length > 0 ? timeline.length - 1 : undefined;
}
