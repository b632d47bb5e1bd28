import { MemoryError } from "../failure.ts";
import { ITEM_ACTS, type Item } from "../items/item.ts";
import type { Act } from "../items/life.ts";
import type { Instant } from "../tape/event.ts";
import { iso, parseInstant, parseWhen } from "../time.ts";

/** Hides an item's staleness until an instant. The item itself does not change, so its age is not reset. */
export function snoozeItem(item: Item, until: Instant): Act {
  const next: Item = { ...item, snoozed_until: iso(until) };
  return { type: ITEM_ACTS.updated, subject: item.id, payload: { item: next, fields: ["snoozed_until"] } };
}

/** The time until which an item is snoozed. */
export function snoozeEnd(text: string, now: Instant): Instant {
  const until = parseWhen(text, now, "future");
  if (until !== undefined && until > now) return until;
  const what = until === undefined ? "is not a time" : "has passed";
  throw new MemoryError("input.invalid", `"until" ${what}: ${text}.`, {
    field: "until",
    fix: "Pass a future time, like 2026-03-01, 3d, 2w or tomorrow.",
  });
}

export function isSnoozed({ snoozed_until }: Item, now: Instant): boolean {
  const until = typeof snoozed_until === "string" ? parseInstant(snoozed_until) : undefined;
  return until !== undefined && until > now;
}
