import type { Sha256 } from "../tape/chain.ts";
import type { EventOf } from "../tape/event.ts";
import { type Projection, type RowKey, type Rows, rowAt, rowKey } from "../tape/projection.ts";
import { fingerprint, wordsPrint } from "./fingerprint.ts";
import { ITEM_ACT_TYPES, type Item, type ItemActType } from "./item.ts";
import { FORGOTTEN } from "./items-view.ts";
import { isKind, type KindName, kindOf } from "./kinds.ts";
import { type ItemEvent, itemOf } from "./life.ts";

/** The record of one statement: the unit that states it, or the candidate that proposes it. */
export type StatementRow = {
  readonly unit?: string;
  readonly candidate?: string;
  /** A tombstone of words, under any kind and topic: these words must not be extracted again. */
  readonly tombstone?: "rejected" | "forgotten";
};

/** Items that were made from one source, such as a truth, a blocker or a todo list. */
export type SourceRow = { readonly items: readonly string[] };

type StatingType = ItemActType | typeof FORGOTTEN;
type StatingEvent = EventOf<StatingType>;
type StatementRows = Rows<StatementRow | SourceRow>;

/** Maximum number of items per source that a row stores; the oldest are dropped first. */
const SOURCE_ITEMS_MAX = 50;

/** The key of the row for a fingerprint, or for the tombstone of words. */
export const statementKey = (print: string): RowKey<StatementRow> => rowKey(print);
/** The key of the row with the items of a source. */
export const sourceRowKey = (key: string): RowKey<SourceRow> => rowKey(`source ${key}`);

/**
 * Statements by fingerprint, and items by the source that made them. It answers "do we have this already?". It also keeps the tombstones of
 * rejected and forgotten statements, so that reading the same text again does not bring them back.
 */
export const statementsView = (sha256: Sha256): Projection<StatementRow, SourceRow, StatingType> => ({
  shape: "rows",
  name: "statements",
  version: 2,
  types: [...ITEM_ACT_TYPES, FORGOTTEN],
  keysOf: (event) => [
    ...fingerprintsOf(sha256, event),
    ...(event.type === FORGOTTEN ? [] : tombstonesOf(sha256, event)),
    ...sourcesOf(event),
  ],
  evolve: (rows, event) => evolve(sha256, rows, event),
  facetsOf: (row) => ({ kind: !("tombstone" in row) ? "unit" : "tombstone", status: "", rank: 0 }),
});

/** The fingerprints that an event states, or whose restating it prevents. */
function fingerprintsOf(sha256: Sha256, event: StatingEvent): readonly RowKey<StatementRow>[] {
  if (event.payload === null) return [];
  if (event.type === FORGOTTEN) return event.payload.tombstones.map(statementKey);
  const item = itemOf(event);
  const kind = kindStated(item);
  return kind === undefined
    ? []
    : [statementKey(fingerprint(sha256, { kind, topic: item.topic, text: item.text }))];
}

/** The hashes that remain of an event's words after they are forgotten. */
export function tombstonesOf(sha256: Sha256, event: ItemEvent): readonly RowKey<StatementRow>[] {
  if (event.payload === null || kindStated(itemOf(event)) === undefined) return [];
  return [statementKey(wordsPrint(sha256, itemOf(event).text))];
}

/** The kind of statement that an item states or proposes; undefined if it states nothing. A question is also asked only once. */
function kindStated(item: Item): KindName | undefined {
  const kind = item.kind === "candidate" ? String(item.proposes) : item.kind;
  return isKind(kind) && (kindOf(kind).isUnit || kind === "note") ? kind : undefined;
}

function sourcesOf(event: StatingEvent): readonly RowKey<SourceRow>[] {
  if (event.payload === null || event.type === FORGOTTEN) return [];
  const { source_key } = itemOf(event);
  return typeof source_key === "string" ? [sourceRowKey(source_key)] : [];
}

function evolve(sha256: Sha256, rows: StatementRows, event: StatingEvent): StatementRows {
  if (event.payload === null) return new Map();
  const out = new Map<string, StatementRow | SourceRow | undefined>();
  const keys = fingerprintsOf(sha256, event);
  if (event.type === FORGOTTEN) return new Map(keys.map((key) => [key, { tombstone: "forgotten" }]));
  const item = itemOf(event);
  for (const key of keys) out.set(key, claimStatement(rowAt(rows, key), item));
  for (const key of tombstonesOf(sha256, event)) out.set(key, markRejected(rowAt(rows, key), item));
  for (const key of sourcesOf(event)) out.set(key, addSource(rowAt(rows, key), event));
  return out;
}

/** A unit claims its statement; a candidate claims it only while it is pending. */
function claimStatement(row: StatementRow | undefined, item: Item): StatementRow | undefined {
  const { candidate, ...rest } = row ?? {};
  if (item.kind !== "candidate") return { ...(candidate === undefined ? {} : { candidate }), unit: item.id };
  const next = item.status === "pending" && !item.removed ? { ...rest, candidate: item.id } : rest;
  return Object.keys(next).length === 0 ? undefined : next;
}

/** A rejected candidate leaves a tombstone. Undo removes the tombstone, and so does anybody who states it explicitly. */
function markRejected(row: StatementRow | undefined, item: Item): StatementRow | undefined {
  if (item.kind === "candidate" && item.status === "rejected") return { tombstone: "rejected" };
  if (item.kind === "candidate" && row?.tombstone === "forgotten") return row;
  return undefined;
}

function addSource(row: SourceRow | undefined, event: ItemEvent): SourceRow {
  const { id } = itemOf(event);
  const items = row?.items ?? [];
  return { items: items.includes(id) ? items : [...items, id].slice(-SOURCE_ITEMS_MAX) };
}
