import { namesIn } from "../fields.ts";
import type { Position, Recorded } from "../tape/event.ts";
import { iso } from "../time.ts";
import { ITEM_ACTS, type Item } from "./item.ts";
import { type ItemEvent, isItemEvent, itemOf } from "./life.ts";

/** A field that an act changed. `from` or `to` is absent if the field was not set. */
export type FieldChange = { readonly field: string; readonly from?: unknown; readonly to?: unknown };

/** One act in an item's history. */
export type HistoryStep = {
  readonly position: Position;
  readonly at: string;
  readonly by: string;
  readonly act: "created" | "updated" | "transitioned" | "removed" | "undone" | "rated" | "forgotten";
  readonly changes: readonly FieldChange[];
  readonly reason?: string;
  /** The rating, and its evidence. */
  readonly rating?: string;
  readonly evidence?: string;
  /** The id of the item whose change caused this act. */
  readonly because?: string;
  /** The position of the undone act; 0 if that act is not on this tape. */
  readonly undoes?: Position;
};

/** Fields that name the item, change with every act, or repeat the act. They are not listed as changes. */
const UNTOLD: ReadonlySet<string> = new Set(["id", "kind", "created_at", "changed_at", "ratings"]);

/** The history of an item, act by act. Each event carries the item after the act, so a change is the difference of two events. */
export function historySteps(history: readonly Recorded[]): HistoryStep[] {
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

/** Details of acts besides the item. Each type of act has some of them. */
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
