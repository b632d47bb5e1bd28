import type { AgeReason, AgeRule } from "../items/age-rule.ts";
import type { Item } from "../items/item.ts";
import { kindOf } from "../items/kinds.ts";
import type { Instant } from "../tape/event.ts";
import { parseInstant } from "../time.ts";

/** A clock that can make an item doubtful by time alone: its start, and the setting with its limit. */
export type Clock = {
  readonly reason: AgeReason | "expired" | "not_confirmed";
  /** `expires_at` is an end and not a start: the item is flagged at that time. */
  readonly days: AgeRule["days"] | "verify_days" | "none";
  readonly field: string;
  readonly since: Instant;
};

/** An invalid date of an item. It can come from another program's tape, and it must not make a report fail. */
export type MalformedField = { readonly field: string; readonly value: string };

export type Clocks = { readonly running: readonly Clock[]; readonly malformed: readonly MalformedField[] };

/** The clocks that run for an item. Archived and ended items have none. */
export function clocksOf(item: Item): Clocks {
  const { live, isUnit, ages = [] } = kindOf(item.kind);
  if (item.removed || !live.includes(item.status)) return { running: [], malformed: [] };
  const rule = ages.find((each) => fits(each, item));
  const asked = [
    ...(rule ? [{ reason: rule.reason, days: rule.days, field: rule.since }] : []),
    ...(hasEnd(item, isUnit) ? [EXPIRY] : []),
    ...(isUnit && item.verify_cmd !== undefined ? [confirmation(item)] : []),
  ];
  // An item without `progressed_at` has not progressed since its creation.
  const startOf = (field: string): unknown =>
    field === "progressed_at" ? (item.progressed_at ?? item.created_at) : item[field];
  const read = asked.map((clock) => ({ ...clock, since: instantOf(startOf(clock.field)) }));
  return {
    running: read.flatMap(({ since, ...clock }) => (since === undefined ? [] : [{ ...clock, since }])),
    malformed: read.flatMap(({ since, field }) =>
      since === undefined ? [{ field, value: String(item[field]) }] : [],
    ),
  };
}

/** When a unit was last known to hold: when it was last stated, or when somebody confirmed it. */
export function lastKnownToHold(item: Item): Instant {
  return Math.max(instantOf(item.last_seen_at) ?? 0, instantOf(item.confirmed_at) ?? 0);
}

const EXPIRY = { reason: "expired", days: "none", field: "expires_at" } as const;

const confirmation = (item: Item) =>
  ({
    reason: "not_confirmed",
    days: "verify_days",
    field: item.confirmed_at === undefined ? "created_at" : "confirmed_at",
  }) as const;

/** Whether an item has an expiry. Notes that mark the start or the end of a session are never flagged for it. */
function hasEnd(item: Item, isUnit: boolean): boolean {
  if (item.expires_at === undefined) return false;
  return isUnit || (item.kind === "note" && !String(item.type ?? "").startsWith("session_"));
}

function fits({ when }: AgeRule, item: Item): boolean {
  return Object.entries(when).every(([property, values]) => {
    const value = item[property];
    return values.includes(value === undefined ? undefined : String(value));
  });
}

/** Time offsets are respected; a date without a zone is in UTC. */
const instantOf = (value: unknown): Instant | undefined =>
  typeof value === "string" ? parseInstant(value) : undefined;
