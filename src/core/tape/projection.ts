import { MemoryError } from "../failure.ts";
import type { EventOf, Position, Recorded } from "./event.ts";
import type { EventType } from "./versions.ts";

/** A row of a view: plain data, compared as canonical JSON. */
export type Row = { readonly [field: string]: unknown };

/** Rows by key. A key without a row was deleted or never existed. */
export type Rows<R extends Row = Row> = ReadonlyMap<string, R | undefined>;

/**
 * The types of a view's rows, for the compiler alone: these fields never have a value. `selected` rows are found by their facets, `keyed`
 * rows only by their key, such as a counter.
 */
export type RowTypes<R extends Row, K extends Row> = { readonly selected?: R; readonly keyed?: K };

/** The key of a row in a view with several types of rows. The key carries the type of its row. */
export type RowKey<R extends Row> = string & { readonly row?: R };

export const rowKey = <R extends Row>(key: string): RowKey<R> => key as RowKey<R>;

/** The row of a key, with the type that the key carries. Only the view that made the key writes a row there. */
export const rowAt = <R extends Row>(rows: Rows, key: RowKey<R>): R | undefined =>
  rows.get(key) as R | undefined;

/** The properties by which rows can be selected without reading all rows. */
export type Facets = { readonly kind: string; readonly status: string; readonly rank: number };

/**
 * Builds one view from the tape.  `evolve` is pure and total: the same events give the same rows on every machine, and an event that makes
 * no sense for a row leaves it unchanged. A forgotten event has no payload, but its header still counts. Because of this, every view can be
 * deleted and rebuilt.
 */
export type Projection<
  R extends Row = Row,
  K extends Row = Row,
  Type extends EventType = EventType,
> = RowTypes<R, K> & {
  readonly shape: "rows";
  readonly name: string;
  /** Increased when `evolve` changes meaning. A view of another version is rebuilt, not migrated. */
  readonly version: number;
  /** The event types that the view reads. */
  readonly types: readonly Type[];
  /** The keys of the rows that `evolve` needs. `evolve` may also write new rows. */
  keysOf(event: EventOf<Type>): readonly string[];
  /** Returns the changed rows, with undefined for a deleted row. */
  evolve(rows: Rows<R | K>, event: EventOf<Type>): Rows<R | K>;
  facetsOf(row: R | K): Facets;
};

/** A row as a store returns it. The view of this name and version wrote it, so it has the type that the view declares. */
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

/** Folds events over the rows that they affect, and returns only the changed rows. */
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

/** A searchable text, its source, and the facets by which it can be found. */
export type Doc = {
  readonly kind: string;
  /** The text, or its passages if it is already split, each with its topic. */
  readonly text: string | readonly { readonly text: string; readonly topic: string }[];
  readonly topic: string;
  readonly at: number;
  readonly position: Position;
  readonly session?: string;
  readonly speaker?: string;
  readonly role?: string;
  /** Names of the agents and people who said or wrote it. */
  readonly by?: readonly string[];
  /** The files that the text is about, relative to the project's root. */
  readonly paths?: readonly string[];
  /** Confidence, 0 to 1. */
  readonly confidence?: number;
};

/** Docs by key; undefined removes a doc from the index. */
export type Docs = ReadonlyMap<string, Doc | undefined>;

/** Feeds the search index from the tape. It needs no earlier state, because events carry whole post-images. */
export type Indexing<Type extends EventType = EventType> = {
  readonly shape: "words";
  readonly name: string;
  readonly version: number;
  readonly types: readonly Type[];
  docsOf(event: EventOf<Type>): Docs;
};

/** A view as the store knows it: either rows that are looked up, or text that is searched. */
export type View<R extends Row = Row, K extends Row = Row> = RowTypes<R, K> &
  Pick<Projection | Indexing, "shape" | "name" | "version">;
