import {
  FORGOTTEN_SUBJECT,
  type Phrase,
  phrasesIn,
  withoutForgottenPayload,
} from "../../core/forget/phrases.ts";
import { GENESIS, linkHash, payloadText, type Sha256 } from "../../core/tape/chain.ts";
import { checkFollows } from "../../core/tape/check-follows.ts";
import type { Draft, Position, StoredEvent } from "../../core/tape/event.ts";
import { storableId } from "../../core/tape/plain-id.ts";
import type { Row, View } from "../../core/tape/projection.ts";
import { type ForeignEvent, mergeEach } from "../../core/tape/rebase-positions.ts";
import { storable } from "../../core/tape/storable.ts";
import type {
  Commit,
  CommitOutcome,
  EventStore,
  Lease,
  LeaseStore,
  Scratch,
  SelectedRows,
  Selection,
  Slice,
  Store,
  StoredPosition,
} from "../../ports/store.ts";
import { type MemoryViews, memoryViews } from "./views.ts";

/** The Store for tests and dry runs. It passes the same contract as the others. */
export function openMemoryStore(sha256: Sha256): Store {
  const events: StoredEvent[] = [];
  const byId = new Map<string, Position>();
  const byKey = new Map<string, Position>();
  const views = memoryViews();
  const end = () => tailOf(events);
  const { put, extend } = putter({ sha256, events, byId, byKey });
  let epoch = 0;
  const rewrite = (changes: readonly Pick<StoredEvent, "id" | "payload">[]): void => {
    if (changes.length === 0) return;
    epoch++;
    views.clearAll();
    for (const { id, payload } of changes) {
      const at = (byId.get(storableId(id)) ?? 0) - 1;
      const event = events[at];
      if (event) events[at] = { ...event, payload };
    }
  };
  const erase = (ids: readonly string[]): void => rewrite(ids.map((id) => ({ id, payload: null })));
  const lastOf = (subject: string): Position =>
    events.findLast((event) => event.subject === storableId(subject))?.position ?? 0;
  const commit = ({ events: drafts, expect, erase: ids = [], ...seen }: Commit): CommitOutcome => {
    if (isOver(seen, epoch)) return { outcome: "conflict" };
    for (const [subject, position] of expect)
      if (lastOf(subject) !== position) return { outcome: "conflict" };
    const placed = drafts.map(put);
    erase(ids);
    rewrite(seen.rewrite ?? []);
    return { outcome: "committed", placed };
  };
  return {
    tape: {
      append: async (drafts) => drafts.map(put),
      enqueue: async (drafts) => void drafts.map(put),
      commit: async (value) => commit(value),
      merge: async ({ events: foreign, positionHere, erase: ids }) => {
        const placed = mergeEach(foreign, { positionHere, hasKey: (key) => byKey.has(storableId(key)), put });
        erase(ids);
        return placed;
      },
      end: async () => end(),
    },
    events: {
      read: async (after, limit, types) => ({ ...slice(events, { after, limit, types }), epoch }),
      ...lookups(events),
      known: async (keys) => new Set(keys.filter((key) => byKey.has(storableId(key)))),
    },
    views: {
      ...views.space,
      publish: async (pass) => (isOver(pass, epoch) ? "conflict" : views.space.publish(pass)),
      select: async (view, selection) => select(views, view, selection),
      isWhole: async () => true,
      reset: async (gone) => gone.forEach(views.clear),
    },
    search: { candidates: async (ask) => views.candidates(ask) },
    leases: memoryLeases(),
    upkeep: {
      scratch: async () => scratchOf(),
      adopt: async (view, scratch) => {
        const built = scratch as MemoryScratch;
        if (isOver({ epoch: built.epoch() }, epoch)) return "conflict";
        views.adopt(view, built.views);
        return "adopted";
      },
      intake: async () => ({ rejected: 0, lost: 0, foreign: 0 }),
      extend: async (more) => extend(more),
    },
    close: async () => {},
  };
}

type Tables = {
  readonly sha256: Sha256;
  readonly events: StoredEvent[];
  readonly byId: Map<string, Position>;
  readonly byKey: Map<string, Position>;
};

const tailOf = (events: readonly StoredEvent[]) => ({
  position: events.length,
  hash: events.at(-1)?.hash ?? GENESIS,
});

type Putter = {
  readonly put: (event: Draft | ForeignEvent) => StoredPosition;
  /** Appends events of the same tape unchanged. */
  readonly extend: (events: readonly StoredEvent[]) => void;
};

/** Records an event, unless it is already there or contains forgotten words. */
function putter({ sha256, events, byId, byKey }: Tables): Putter {
  let phrases: readonly Phrase[] = [];
  const put = (given: Draft | ForeignEvent): StoredPosition => {
    const event = storable(given);
    const known = byId.get(event.id) ?? (event.key === undefined ? undefined : byKey.get(event.key));
    if (known !== undefined) return { id: events[known - 1]?.id ?? "", position: known, isNew: false };
    const position = events.length + 1;
    for (const each of withoutForgottenPayload(sha256, event, phrases)) add(each);
    return { id: event.id, position, isNew: true };
  };
  const add = (event: Draft | ForeignEvent): void => {
    if (byId.has(event.id)) return;
    const recorded = link(sha256, event, tailOf(events));
    events.push(recorded);
    byId.set(recorded.id, recorded.position);
    if (recorded.key !== undefined) byKey.set(recorded.key, recorded.position);
    if (recorded.subject === FORGOTTEN_SUBJECT) phrases = [...phrases, ...phrasesIn([recorded])];
  };
  const extend = (more: readonly StoredEvent[]): void => {
    checkFollows(sha256, tailOf(events), more);
    more.forEach(add);
  };
  return { put, extend };
}

type Lookups = Pick<EventStore, "eventsAt" | "history" | "sessionEvents" | "sessionTail">;

function lookups(events: readonly StoredEvent[]): Lookups {
  return {
    eventsAt: async (positions) => events.filter(({ position }) => positions.includes(position)),
    history: async (subject) => events.filter((event) => event.subject === storableId(subject)),
    sessionEvents: async (session, after, limit) =>
      events
        .filter((event) => event.session === storableId(session) && event.position > after)
        .slice(0, limit),
    sessionTail: async (session, upTo, limit) =>
      events.filter((event) => event.session === storableId(session) && event.position <= upTo).slice(-limit),
  };
}

type ReadRange = {
  readonly after: Position;
  readonly limit: number;
  readonly types: readonly string[] | undefined;
};

function slice(events: readonly StoredEvent[], { after, limit, types }: ReadRange): Omit<Slice, "epoch"> {
  const found = events.slice(after).filter((event) => types === undefined || types.includes(event.type));
  const some = found.slice(0, limit);
  const isAll = found.length < limit;
  return { events: some, upTo: isAll ? events.length : (some.at(-1)?.position ?? events.length) };
}

function memoryLeases(): LeaseStore {
  const leases = new Map<string, Lease>();
  return {
    claim: async (lease, now) => {
      const held = leases.get(lease.name);
      if (held && held.owner !== lease.owner && held.until > now) return false;
      leases.set(lease.name, lease);
      return true;
    },
    leased: async (now) =>
      new Set([...leases.values()].filter(({ until }) => until > now).map(({ name }) => name)),
    release: async ({ name, owner }) => {
      if (leases.get(name)?.owner === owner) leases.delete(name);
    },
  };
}

const isOver = (made: { readonly epoch?: number | undefined }, epoch: number): boolean =>
  made.epoch !== undefined && made.epoch !== epoch;

type MemoryScratch = Scratch & { readonly views: MemoryViews; readonly epoch: () => number | undefined };

/** Starts again when a pass of another epoch arrives: the collected rows may contain erased words. */
function scratchOf(): MemoryScratch {
  let views = memoryViews();
  let epoch: number | undefined;
  return {
    get views() {
      return views;
    },
    epoch: () => epoch,
    checkpoint: (view) => views.space.checkpoint(view),
    rows: (view, keys) => views.space.rows(view, keys),
    scan: (view, afterKey, limit) => views.space.scan(view, afterKey, limit),
    publish: async (pass) => {
      if (pass.epoch !== epoch) views = memoryViews();
      epoch = pass.epoch;
      return views.space.publish(pass);
    },
    close: async () => {},
  };
}

function link(
  sha256: Sha256,
  event: Draft | ForeignEvent,
  tail: { position: Position; hash: string },
): StoredEvent {
  const position = tail.position + 1;
  const text = event.payload === null ? null : payloadText(event.payload);
  const payloadHash = "payloadHash" in event ? event.payloadHash : sha256(text ?? "");
  const payload = text === null ? null : JSON.parse(text);
  return {
    ...event,
    payload,
    position,
    payloadHash,
    hash: linkHash(sha256, tail.hash, { ...event, position, payloadHash }),
  };
}

function select<R extends Row, K extends Row>(
  views: MemoryViews,
  view: View<R, K>,
  { kinds, statuses, rankMax, order, limit, offset }: Selection,
): SelectedRows<R> {
  const found = views
    .entries(view)
    .filter(({ facets }) => facets.kind !== "" && (kinds?.includes(facets.kind) ?? true))
    .filter(({ facets }) => statuses?.includes(facets.status) ?? true)
    .filter(({ facets }) => rankMax === undefined || facets.rank <= rankMax)
    .sort(
      (a, b) => (order === "newest" ? -1 : 1) * (a.facets.rank - b.facets.rank) || (a.key < b.key ? -1 : 1),
    );
  const rows = found.slice(offset, offset + limit).map(({ text }) => JSON.parse(text) as R);
  return { rows, total: found.length };
}
