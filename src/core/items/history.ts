import { namesIn } from "../fields.ts";
import type { Position, Recorded } from "../tape/event.ts";
import { iso } from "../time.ts";
import { ITEM_ACTS, type Item } from "./item.ts";
import { type ItemEvent, isItemEvent, itemOf } from "./life.ts";

/** A field that an act changed. Absent on one side: it was not set there. */
export type FieldChange = { readonly field: string; readonly from?: unknown; readonly to?: unknown };

/** One act in the life of an item. */
export type HistoryStep = {
  readonly position: Position;
  readonly at: string;
  readonly by: string;
  readonly act: "created" | "updated" | "transitioned" | "removed" | "undone" | "rated" | "forgotten";
  readonly changes: readonly FieldChange[];
  readonly reason?: string;
  /** The ratings of the item, and their evidence. */
  readonly rating?: string;
  readonly evidence?: string;
  /** The id of the item whose change brought it about. */
  readonly because?: string;
  /** The position of the act that was undone; 0 when that is not on this tape. */
  readonly undoes?: Position;
};

/** Fields that name the item, change with every act, or repeat the act; they are not listed as changes. */
const UNTOLD: ReadonlySet<string> = new Set(["id", "kind", "created_at", "changed_at", "ratings"]);

/** What happened to an item, act by act: each event carries the item as it then was, so the change is the difference. */
export function stepsOf(history: readonly Recorded[]): HistoryStep[] {
  let before: Item | undefined;
  return history.filter(isItemEvent).map((event) => {
    const now = event.payload === null ? undefined : itemOf(event);
    const changes = before && now ? changesOf(before, now) : [];
    if (now) before = now;
    const { reason, because, undoes, rating, evidence }: ActDetails = event.payload ?? {};
    return {
      position: event.position,
      at: iso(event.at),
      by: event.writer.agent,
      act: actOf(event),
      changes,
      ...(reason === undefined ? {} : { reason }),
      ...(rating === undefined ? {} : { rating }),
      ...(evidence === undefined ? {} : { evidence }),
      ...(because === undefined ? {} : { because }),
      ...(undoes === undefined ? {} : { undoes }),
    };
  });
}

/** Details of acts besides the item; each type of act has some of them. */
type ActDetails = Pick<HistoryStep, "reason" | "because" | "undoes" | "rating" | "evidence">;

const actOf = ({ type, payload }: ItemEvent): HistoryStep["act"] =>
  payload === null ? "forgotten" : (namesIn(ITEM_ACTS).find((name) => ITEM_ACTS[name] === type) ?? "updated");

function changesOf(before: Item, now: Item): FieldChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (field) => !UNTOLD.has(field) && JSON.stringify(before[field]) !== JSON.stringify(now[field]),
  );
  return fields.map((field) => ({
    field,
    ...(before[field] === undefined ? {} : { from: before[field] }),
    ...(now[field] === undefined ? {} : { to: now[field] }),
  }));
}
