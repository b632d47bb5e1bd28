import { MemoryError } from "../../core/failure.ts";
import type { Position, StoredEvent } from "../../core/tape/event.ts";
import type { Facets, Row, View } from "../../core/tape/projection.ts";
import type { EventStore, Selection, Store, TapeStore, ViewStore } from "../../ports/store.ts";

/** The store as it was when the tape ended at a position: later events are hidden, and views are folded again in memory. It is read-only. */
export function storeAt(store: Store, end: Position): Store {
  return {
    tape: endedTape(store, end),
    events: eventsUpTo(store.events, end),
    views: foldedViews(),
    search: { candidates: async () => refuse() },
    leases: { claim: async () => false, release: async () => {}, leased: async () => new Set() },
    upkeep: { scratch: refuse, adopt: refuse, intake: () => store.upkeep.intake(), extend: refuse },
    close: async () => {},
  };
}

async function refuse(): Promise<never> {
  throw new MemoryError(
    "input.invalid",
    "An earlier state of the memory can be read, but not changed or searched.",
  );
}

function endedTape({ events }: Store, end: Position): TapeStore {
  return {
    append: refuse,
    enqueue: refuse,
    commit: refuse,
    merge: refuse,
    end: async () => ({ position: end, hash: (await events.eventsAt([end]))[0]?.hash ?? "" }),
  };
}

function eventsUpTo(events: EventStore, end: Position): EventStore {
  const isThere = ({ position }: StoredEvent): boolean => position <= end;
  return {
    read: async (after, limit, types) => {
      const slice = await events.read(after, limit, types);
      return { ...slice, events: slice.events.filter(isThere), upTo: Math.min(slice.upTo, end) };
    },
    eventsAt: (positions) => events.eventsAt(positions.filter((position) => position <= end)),
    history: async (subject) => (await events.history(subject)).filter(isThere),
    sessionEvents: async (session, after, limit) =>
      (await events.sessionEvents(session, after, limit)).filter(isThere),
    sessionTail: (session, upTo, limit) => events.sessionTail(session, Math.min(upTo, end), limit),
    known: events.known,
  };
}

type FoldedRow = { readonly facets: Facets; readonly text: string };
type FoldedView = { checkpoint: Position; readonly rows: Map<string, FoldedRow> };

/** Views that are not stored. Rows are kept as text, so that no reader can change another reader's row. */
function foldedViews(): ViewStore {
  const folded = new Map<string, FoldedView>();
  const viewOf = ({ name }: View): FoldedView => {
    const known = folded.get(name) ?? { checkpoint: 0, rows: new Map() };
    folded.set(name, known);
    return known;
  };
  return {
    checkpoint: async (view) => viewOf(view).checkpoint,
    rows: async <R extends Row, K extends Row>(view: View<R, K>, keys: readonly string[]) => {
      const { rows } = viewOf(view);
      return new Map(keys.flatMap((key): [string, R | K][] => rowAtKey(rows, key)));
    },
    publish: async ({ view, upTo, rows }) => {
      const known = viewOf(view);
      for (const [key, row] of rows?.changed ?? []) {
        if (row === undefined || rows === undefined) known.rows.delete(key);
        else known.rows.set(key, { facets: rows.facetsOf(row), text: JSON.stringify(row) });
      }
      known.checkpoint = upTo;
      return "published";
    },
    scan: async (view, afterKey, limit) =>
      [...viewOf(view).rows]
        .map(([key, { text }]) => ({ key, text }))
        .filter(({ key }) => key > afterKey)
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .slice(0, limit),
    select: async (view, selection) => {
      const found = chooseRows([...viewOf(view).rows.values()], selection);
      const { offset, limit } = selection;
      const page = found.slice(offset, offset + limit);
      return { rows: page.map(({ text }) => JSON.parse(text)), total: found.length };
    },
    isWhole: async () => true,
    reset: async (views) => {
      for (const { name } of views) folded.delete(name);
    },
  };
}

function rowAtKey<R>(rows: ReadonlyMap<string, FoldedRow>, key: string): [string, R][] {
  const row = rows.get(key);
  return row === undefined ? [] : [[key, JSON.parse(row.text)]];
}

function chooseRows(rows: readonly FoldedRow[], { kinds, statuses, rankMax, order }: Selection): FoldedRow[] {
  const isWanted = ({ facets: { kind, status, rank } }: FoldedRow): boolean =>
    kind !== "" &&
    (kinds === undefined || kinds.includes(kind)) &&
    (statuses === undefined || statuses.includes(status)) &&
    (rankMax === undefined || rank <= rankMax);
  const sign = order === "newest" ? -1 : 1;
  return rows.filter(isWanted).sort((a, b) => sign * (a.facets.rank - b.facets.rank));
}
