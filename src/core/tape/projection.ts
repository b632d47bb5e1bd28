import { MemoryError } from "../failure.ts";
import type { EventOf, Position, Recorded } from "./event.ts";
import type { EventType } from "./versions.ts";

/** A row of a view: plain data, compared as canonical JSON. */
export type Row = { readonly [field: string]: unknown };

/** Rows by key; a key without a row was deleted or never there. */
export type Rows<R extends Row = Row> = ReadonlyMap<string, R | undefined>;

/**
 * The types of a view's rows, for the compiler alone: nothing is ever stored in these fields. `selected` rows are found by
 * their facets, `keyed` ones only by their key, such as a counter.
 */
export type RowTypes<R extends Row, K extends Row> = { readonly selected?: R; readonly keyed?: K };

/** The key of a row in a view that holds rows of several types: it knows which of them lies there. */
export type RowKey<R extends Row> = string & { readonly row?: R };

export const rowKey = <R extends Row>(key: string): RowKey<R> => key as RowKey<R>;

/** The row of a key, as the type that the key knows it by: only the view that made the key writes there. */
export const rowAt = <R extends Row>(rows: Rows, key: RowKey<R>): R | undefined =>
  rows.get(key) as R | undefined;

/** What rows can be found by without reading them all. */
export type Facets = { readonly kind: string; readonly status: string; readonly rank: number };

/**
 * Builds one view from the tape.
 *
 * `evolve` is pure and total: the same events give the same rows on every machine, and an event that
 * makes no sense for a row leaves it as it was. A forgotten event has no payload, and still counts by
 * what its header says. That is what lets us delete every view and rebuild it.
 */
export type Projection<
  R extends Row = Row,
  K extends Row = Row,
  Type extends EventType = EventType,
> = RowTypes<R, K> & {
  readonly shape: "rows";
  readonly name: string;
  /** Raised when `evolve` changes meaning: a view of another version is rebuilt, not migrated. */
  readonly version: number;
  /** The event types it reads; all others pass it by. */
  readonly types: readonly Type[];
  /** Rows that `evolve` needs to see. It may also write rows that are new. */
  keysOf(event: EventOf<Type>): readonly string[];
  /** The rows that change, with undefined for one that goes. */
  evolve(rows: Rows<R | K>, event: EventOf<Type>): Rows<R | K>;
  facetsOf(row: R | K): Facets;
};

/** A row as a store kept it: it was written by the view of this name and version, so it has the type that the view declares. */
export function storedRow<R extends Row>(body: unknown): R {
  try {
    return JSON.parse(String(body)) as R;
  } catch (cause) {
    throw new MemoryError("store.corrupt", "A view is damaged; the tape it is built from is not.", {
      cause,
      fix: { to: "Build the views anew from the tape", verb: "rebuild" },
    });
  }
}

/** Folds events over the rows they touch and gives back only what changed. */
export function foldRows(
  projection: Projection,
  before: Rows,
  events: readonly Recorded[],
): Map<string, Row | undefined> {
  const rows = new Map(before);
  const changed = new Map<string, Row | undefined>();
  for (const event of events) {
    for (const [key, row] of projection.evolve(rows, event)) {
      rows.set(key, row);
      changed.set(key, row);
    }
  }
  return changed;
}

/** A text that can be found by its words, where it came from, and what else it can be asked for by. */
export type Doc = {
  readonly kind: string;
  /** The text, or its passages where it is cut already, each with what it is about. */
  readonly text: string | readonly { readonly text: string; readonly topic: string }[];
  readonly topic: string;
  readonly at: number;
  readonly position: Position;
  readonly session?: string;
  readonly speaker?: string;
  readonly role?: string;
  /** Names of the agents and people who said or wrote it. */
  readonly by?: readonly string[];
  /** Files it is about, relative to the project's root. */
  readonly paths?: readonly string[];
  /** Confidence, 0 to 1. */
  readonly confidence?: number;
};

/** Docs by key; undefined takes one out of the index. */
export type Docs = ReadonlyMap<string, Doc | undefined>;

/** Feeds the search index from the tape. It needs no earlier state: events carry whole post-images. */
export type Indexing<Type extends EventType = EventType> = {
  readonly shape: "words";
  readonly name: string;
  readonly version: number;
  readonly types: readonly Type[];
  docsOf(event: EventOf<Type>): Docs;
};

/** What the store knows a view by: rows that are looked up, or words that are searched. */
export type View<R extends Row = Row, K extends Row = Row> = RowTypes<R, K> &
  Pick<Projection | Indexing, "shape" | "name" | "version">;
