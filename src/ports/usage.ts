import type { Touch, UsageRecords } from "../core/freshness/usage.ts";
import type { Instant } from "../core/tape/event.ts";

/** The state of the stored usage. */
export type UsageHealth = {
  /** Unreadable: disuse is ignored until the next touch, which sets the file aside. */
  readonly state: "none" | "good" | "unreadable";
  /** Items and documents that were touched at least once. */
  readonly records: number;
  readonly bytes: number;
  /** How often usage could not be recorded. */
  readonly failed: number;
  /** Files that could not be read and were set aside, by name. Nothing deletes them. */
  readonly set_aside: readonly string[];
};

/**
 * When and how often things were shown and used. Usage can be lost at any moment without any other effect: it is not on the tape and not
 * part of a view. An implementer must count all touches of many processes, never show a reader half of a touch, and never fail: what cannot
 * be read is empty, and what cannot be recorded is counted and skipped.
 */
export interface Usage {
  read(): UsageRecords;
  /** Records that things were shown or used, now or at the given time. */
  touch(ids: readonly string[], how: Touch, at?: Instant): Promise<void>;
  health(): UsageHealth;
}
