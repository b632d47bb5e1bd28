import { canonical } from "../tape/canonical.ts";
import type { EventOf } from "../tape/event.ts";
import type { Facets, Projection, Rows } from "../tape/projection.ts";
import { ITEM_ACT_TYPES, ITEM_ACTS, type Item, type ItemActType } from "./item.ts";
import { type ItemEvent, itemOf } from "./life.ts";

/** The current state of an item, with its label and the writer of its last change. */
export type ItemRow = Item & {
  readonly label: string;
  readonly created_by: string;
  readonly changed_by: string;
  /** For a plan: when its status or one of its steps last changed. */
  readonly progressed_at?: string;
  /** The position of its last event. A writer who saw another position must read the item again. */
  readonly position: number;
};

/** The item without the fields that the view adds: events contain only what they state. */
export function withoutViewFields(row: Item): Item {
  const { label, created_by, changed_by, progressed_at, position, ...item } = row;
  return item;
}

export const FORGOTTEN = "payload.forgotten";
export type ForgettingEvent = EventOf<typeof FORGOTTEN>;

/** The item that a label (`pln#12`) names, or the number of items of a kind. Both are found only by key. */
export type LabelRow = NotAnItem & { readonly id: string; readonly count?: undefined };
export type CounterRow = NotAnItem & { readonly count: number; readonly id?: undefined };
type NotAnItem = { readonly [field in "kind" | "label" | "status"]?: undefined };
type AnyItemRow = ItemRow | LabelRow | CounterRow;

/** All items by id, their labels (`pln#12`), and a counter per kind from which labels are numbered. */
export const itemsView: Projection<ItemRow, LabelRow | CounterRow, ItemActType | typeof FORGOTTEN> = {
  shape: "rows",
  name: "items",
  version: 2,
  types: [...ITEM_ACT_TYPES, FORGOTTEN],
  keysOf: (event) => {
    if (event.type === FORGOTTEN) return event.payload?.items ?? [];
    return event.subject === undefined ? [] : [event.subject, counterKey(event.subject)];
  },
  evolve: (rows, event) => {
    if (event.type === FORGOTTEN) return forgetRows(rows, event);
    return event.type === ITEM_ACTS.created ? createRow(rows, event) : changeRow(rows, event);
  },
  facetsOf,
};

const prefixOf = (id: string): string => id.slice(0, id.indexOf("_"));
const counterKey = (id: string): string => `#${prefixOf(id)}`;

/** Creates a row. Numbering also counts forgotten items, so that no label ever names two items. */
function createRow(rows: Rows<AnyItemRow>, event: ItemEvent): Rows<AnyItemRow> {
  const id = event.subject ?? "";
  if (rows.get(id)) return changeRow(rows, event);
  const count = Number(rows.get(counterKey(id))?.count ?? 0) + 1;
  const label = `${prefixOf(id)}#${count}`;
  const out = new Map<string, AnyItemRow>([[counterKey(id), { count }]]);
  if (event.payload === null) return out;
  out.set(label, { id });
  const row = rowOf(event, label, event.writer.agent);
  out.set(id, row.kind === "plan" ? { ...row, progressed_at: row.created_at } : row);
  return out;
}

function changeRow(rows: Rows<AnyItemRow>, event: ItemEvent): Rows<AnyItemRow> {
  const row = rows.get(event.subject ?? "");
  if (!row || !isItemRow(row) || event.payload === null) return new Map();
  const next = { ...rowOf(event, row.label, row.created_by), ...progressOf(row, itemOf(event)) };
  // A rating does not change the item's author; the ratings themselves record who gave them.
  const isRated = event.type === ITEM_ACTS.rated;
  return new Map([[row.id, isRated ? { ...next, changed_by: row.changed_by } : next]]);
}

/** Only a change of status or of a step counts as progress; a change of priority, owner or text does not. */
function progressOf(before: ItemRow, item: Item): Pick<ItemRow, "progressed_at"> {
  if (before.progressed_at === undefined) return {};
  const isSame =
    before.status === item.status && canonical(before.steps ?? []) === canonical(item.steps ?? []);
  return { progressed_at: isSame ? before.progressed_at : item.changed_at };
}

function rowOf(event: ItemEvent, label: string, createdBy: string): ItemRow {
  return {
    ...itemOf(event),
    label,
    created_by: createdBy,
    changed_by: event.writer.agent,
    position: event.position,
  };
}

function forgetRows(rows: Rows<AnyItemRow>, event: ForgettingEvent): Rows<AnyItemRow> {
  const out = new Map<string, AnyItemRow | undefined>();
  for (const id of event.payload?.items ?? []) {
    const row = rows.get(id);
    if (row && isItemRow(row)) out.set(id, undefined).set(row.label, undefined);
  }
  return out;
}

export const isItemRow = (row: AnyItemRow): row is ItemRow => row.kind !== undefined;

function facetsOf(row: AnyItemRow): Facets {
  if (!isItemRow(row)) return { kind: "", status: "", rank: 0 };
  return { kind: row.kind, status: row.removed ? "removed" : row.status, rank: row.position };
}
