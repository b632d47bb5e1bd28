import { fieldsIn } from "../fields.ts";
import type { Item } from "../items/item.ts";
import type { Instant } from "../tape/event.ts";
import { lastKnownToHold } from "./clocks.ts";

/** A commit on the current branch, and the time of its change. */
export type State = { readonly commit: string; readonly at: Instant };

/** Maximum time between reading the clock and reading the commit. */
const SLACK_MS = 60_000;

/** The commit that was current when a unit was last known to hold; undefined if the unit was confirmed later without a commit. */
export function notedCommit(item: Item): string | undefined {
  const { commit, at } = fieldsIn(item.seen_commit);
  if (typeof commit !== "string" || !/^[0-9a-f]{7,64}$/.test(commit)) return undefined;
  return Date.parse(String(at)) >= lastKnownToHold(item) - SLACK_MS ? commit : undefined;
}

/**
 * The index of the newest commit on the current branch that was written by a given time. If the whole history is known and the time is
 * before it, this is the first commit.
 */
export function stateAt(timeline: readonly State[], at: Instant, isWhole: boolean): number | undefined {
  const index = timeline.findIndex((state) => state.at <= at);
  if (index >= 0) return index;
  return isWhole && timeline.length > 0 ? timeline.length - 1 : undefined;
}
