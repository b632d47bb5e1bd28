import type { Touch, UsageRecords } from "../core/freshness/usage.ts";
import type { Instant } from "../core/tape/event.ts";

/** How the usage that is kept fares. */
export type UsageHealth = {
  /** Unreadable: disuse counts for nothing until the next touch, which sets the file aside. */
  readonly state: "none" | "good" | "unreadable";
  /** Items and documents that were touched at least once. */
  readonly records: number;
  readonly bytes: number;
  /** Times that usage could not be noted. */
  readonly failed: number;
  /** Files that could not be read and were set aside, by name. Nothing deletes them. */
  readonly set_aside: readonly string[];
};

/**
 * When and how often things were shown and used. It can be lost at any moment and nothing else changes: not on the
 * tape, not part of a view. An implementer owes that touches of many processes are all counted, that a reader never
 * sees half of one, and that neither reading nor touching ever fails: what cannot be read is empty, what cannot be
 * noted is counted and passed over.
 */
export interface Usage {
  read(): UsageRecords;
  /** Notes that things were shown or used; now, unless it says when. */
  touch(ids: readonly string[], how: Touch, at?: Instant): Promise<void>;
  health(): UsageHealth;
}
