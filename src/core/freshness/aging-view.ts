import { ITEM_ACT_TYPES, type Item, type ItemActType } from "../items/item.ts";
import { FORGOTTEN } from "../items/items-view.ts";
import { kindOf } from "../items/kinds.ts";
import { itemOf } from "../items/life.ts";
import type { EventOf } from "../tape/event.ts";
import type { Projection, Rows } from "../tape/projection.ts";
import { hasCites } from "./cites.ts";
import { type Clock, clocksOf } from "./clocks.ts";

/** An item that may become doubtful. It is found by its clock; rows of one clock are ordered by their start, the earliest first. */
export type AgingRow = { readonly id: string; readonly clock: string; readonly since: number };

/** The row kind by which units that cite code are found, newest first. */
export const CITES = "cites";
/** The row kind by which items with an invalid date are found. */
export const MALFORMED = "malformed";

/** The name by which rows of a clock are found: the setting with its limit. */
export const clockName = ({ days }: Pick<Clock, "days">): string => (days === "none" ? "expires" : days);

/** The possible rows of one item. They are few, so that an act on an item costs few look-ups. */
const PLACES = ["age", "end", "verify", "cites", "malformed"] as const;

/**
 * Which items can become stale, and from when. This is an index: with it a report reads only items that may be flagged. Whether an item is
 * flagged is decided from the item itself.
 */
export const agingView: Projection<AgingRow, never, AgingType> = {
  shape: "rows",
  name: "aging",
  version: 1,
  types: [...ITEM_ACT_TYPES, FORGOTTEN],
  keysOf: (event) => idsOf(event).flatMap((id) => PLACES.map((place) => keyOf(place, id))),
  evolve: (rows, event) => {
    const item = event.type === FORGOTTEN || event.payload === null ? undefined : itemOf(event);
    if (event.type !== FORGOTTEN && item === undefined) return new Map();
    const next = item ? rowsOf(item, event.position) : new Map<string, AgingRow>();
    const gone = idsOf(event)
      .flatMap((id) => PLACES.map((place) => keyOf(place, id)))
      .filter((key) => rows.get(key) !== undefined && !next.has(key));
    return new Map<string, AgingRow | undefined>([...next, ...gone.map((key) => [key, undefined] as const)]);
  },
  facetsOf: (row) => ({ kind: row.clock, status: "live", rank: row.since }),
};

type AgingType = ItemActType | typeof FORGOTTEN;

const keyOf = (place: (typeof PLACES)[number], id: string): string => `${place} ${id}`;

function idsOf(event: EventOf<AgingType>): readonly string[] {
  if (event.type === FORGOTTEN) return event.payload?.items ?? [];
  return event.payload === null ? [] : [itemOf(event).id];
}

function rowsOf(item: Item, position: number): Rows<AgingRow> {
  const { running, malformed } = clocksOf(item);
  const rows = new Map<string, AgingRow>();
  for (const clock of running) {
    const row: AgingRow = { id: item.id, clock: clockName(clock), since: clock.since };
    rows.set(keyOf(placeOf(clock), item.id), row);
  }
  const { isUnit, live } = kindOf(item.kind);
  const isLive = !item.removed && live.includes(item.status);
  if (isUnit && isLive && hasCites(item)) {
    const row: AgingRow = { id: item.id, clock: CITES, since: position };
    rows.set(keyOf("cites", item.id), row);
  }
  if (malformed.length > 0) {
    const row: AgingRow = { id: item.id, clock: MALFORMED, since: position };
    rows.set(keyOf("malformed", item.id), row);
  }
  return rows;
}

function placeOf({ reason }: Clock): (typeof PLACES)[number] {
  if (reason === "expired") return "end";
  return reason === "not_confirmed" ? "verify" : "age";
}
