import type { Sha256 } from "../tape/chain.ts";
import type { Recorded } from "../tape/event.ts";
import type { Projection, Row, Rows } from "../tape/projection.ts";
import { fingerprint } from "./fingerprint.ts";
import { ITEM_ACTS, type Item } from "./item.ts";
import { FORGOTTEN } from "./items-view.ts";
import { isKind, kindOf } from "./kinds.ts";
import { itemOf } from "./life.ts";

/** What is known of one statement: the unit that makes it, the candidate that proposes it, or that it must not come back. */
export type StatementRow = {
  readonly unit?: string;
  readonly candidate?: string;
  readonly tombstone?: "rejected" | "forgotten";
};

/** Items that were made from one source: a truth, a blocker, a todo list. */
export type SourceRow = { readonly items: readonly string[] };

/** One source made so many items at most that are still looked at; the oldest go first. */
const SOURCE_ITEMS_MAX = 50;

/** Where the items of a source are found. */
export const sourceRowKey = (key: string): string => `source ${key}`;

/**
 * Statements by fingerprint, and items by the source that made them. It answers "do we have this already?",
 * and keeps the tombstones of what was rejected or forgotten, so that reading the same text again does not
 * bring it back.
 */
export const statementsView = (sha256: Sha256): Projection => ({
  shape: "rows",
  name: "statements",
  version: 2,
  types: [...Object.values(ITEM_ACTS), FORGOTTEN],
  keysOf: (event) => [...fingerprintsOf(sha256, event), ...sourcesOf(event)],
  evolve: (rows, event) => evolve(sha256, rows, event),
  facetsOf: (row) => ({ kind: row.tombstone === undefined ? "unit" : "tombstone", status: "", rank: 0 }),
});

/** What an event states, or says must not be stated again. */
export function fingerprintsOf(sha256: Sha256, event: Recorded): readonly string[] {
  if (event.payload === null) return [];
  if (event.type === FORGOTTEN) return event.payload.tombstones as string[];
  const item = itemOf(event);
  const kind = item.kind === "candidate" ? String(item.proposes) : item.kind;
  return isKind(kind) && kindOf(kind).isUnit
    ? [fingerprint(sha256, { kind, topic: item.topic, text: item.text })]
    : [];
}

function sourcesOf(event: Recorded): readonly string[] {
  if (event.payload === null || event.type === FORGOTTEN) return [];
  const { source_key } = itemOf(event);
  return typeof source_key === "string" ? [sourceRowKey(source_key)] : [];
}

function evolve(sha256: Sha256, rows: Rows, event: Recorded): Rows {
  const out = new Map<string, Row | undefined>();
  for (const key of fingerprintsOf(sha256, event)) {
    const next =
      event.type === FORGOTTEN ? ({ tombstone: "forgotten" } as const) : stated(rows.get(key), itemOf(event));
    if (next !== undefined) out.set(key, next);
  }
  for (const key of sourcesOf(event)) out.set(key, sourced(rows.get(key) as SourceRow | undefined, event));
  return out;
}

/** A unit claims its statement; a candidate leaves a tombstone when rejected, and takes it back on undo. */
function stated(row: StatementRow | undefined, item: Item): Row | undefined {
  const { tombstone, candidate, ...rest } = row ?? {};
  if (item.kind !== "candidate") return { ...(candidate === undefined ? {} : { candidate }), unit: item.id };
  if (item.status === "rejected") return { ...rest, tombstone: "rejected" };
  const kept = tombstone === "forgotten" ? { tombstone } : {};
  return item.status === "pending" && !item.removed
    ? { ...rest, ...kept, candidate: item.id }
    : { ...rest, ...kept };
}

function sourced(row: SourceRow | undefined, event: Recorded): Row {
  const { id } = itemOf(event);
  const items = row?.items ?? [];
  return { items: items.includes(id) ? items : [...items, id].slice(-SOURCE_ITEMS_MAX) };
}
