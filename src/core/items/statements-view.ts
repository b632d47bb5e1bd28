import type { Sha256 } from "../tape/chain.ts";
import type { Recorded } from "../tape/event.ts";
import type { Projection, Row, Rows } from "../tape/projection.ts";
import { fingerprint } from "./fingerprint.ts";
import { ITEM_ACTS } from "./item.ts";
import { FORGOTTEN } from "./items-view.ts";
import { isKind, kindOf } from "./kinds.ts";
import { itemOf } from "./life.ts";

/** What is known of one statement: the unit that makes it, or that it must not come back. */
export type StatementRow = { readonly unit?: string; readonly tombstone?: "rejected" | "forgotten" };

/**
 * Statements by fingerprint. It answers "do we have this already?", and keeps the tombstones of what was
 * rejected or forgotten, so that reading the same text again does not bring it back.
 */
export const statementsView = (sha256: Sha256): Projection => ({
  shape: "rows",
  name: "statements",
  version: 1,
  types: [...Object.values(ITEM_ACTS), FORGOTTEN],
  keysOf: (event) => fingerprintsOf(sha256, event),
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

function evolve(sha256: Sha256, rows: Rows, event: Recorded): Rows {
  const out = new Map<string, Row | undefined>();
  for (const key of fingerprintsOf(sha256, event)) {
    const next =
      event.type === FORGOTTEN ? ({ tombstone: "forgotten" } as const) : stated(rows.get(key), event);
    if (next !== undefined) out.set(key, next);
  }
  return out;
}

/** A unit claims its statement; a candidate leaves a tombstone when rejected, and takes it back on undo. */
function stated(row: StatementRow | undefined, event: Recorded): Row | undefined {
  const item = itemOf(event);
  if (item.kind !== "candidate") return { unit: item.id };
  if (item.status === "rejected") return { ...row, tombstone: "rejected" };
  if (row?.tombstone !== "rejected") return undefined;
  return row.unit === undefined ? {} : { unit: row.unit };
}
