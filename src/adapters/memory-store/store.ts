import { GENESIS, linkHash, payloadText, type Sha256 } from "../../core/tape/chain.ts";
import type { Draft, Position, Recorded } from "../../core/tape/event.ts";
import type { Row, View } from "../../core/tape/projection.ts";
import type { Commit, Committed, Foreign, Placed, Scratch, Selected, Selection, Store } from "../../ports/store.ts";
import { type MemoryViews, memoryViews } from "./views.ts";

/** The Store for tests and dry runs. It is held to the same contract as the others. */
export function openMemoryStore(sha256: Sha256): Store {
  const events: Recorded[] = [];
  const byId = new Map<string, Position>();
  const byKey = new Map<string, Position>();
  const views = memoryViews(sha256);
  const end = () => ({ position: events.length, hash: events.at(-1)?.hash ?? GENESIS });
  const put = (event: Draft | Foreign): Placed => {
    const known = byId.get(event.id) ?? (event.key === undefined ? undefined : byKey.get(event.key));
    if (known !== undefined) return { id: events[known - 1]?.id ?? "", position: known, isNew: false };
    const recorded = link(sha256, event, end());
    events.push(recorded);
    byId.set(recorded.id, recorded.position);
    if (recorded.key !== undefined) byKey.set(recorded.key, recorded.position);
    return { id: recorded.id, position: recorded.position, isNew: true };
  };
  const erase = (ids: readonly string[]): void => {
    for (const id of ids) {
      const at = (byId.get(id) ?? 0) - 1;
      const event = events[at];
      if (event) events[at] = { ...event, payload: null };
    }
  };
  const lastOf = (subject: string): Position => events.findLast((event) => event.subject === subject)?.position ?? 0;
  const commit = ({ events: drafts, expect, erase: ids = [] }: Commit): Committed => {
    for (const [subject, position] of expect) if (lastOf(subject) !== position) return { outcome: "conflict" };
    const placed = drafts.map(put);
    erase(ids);
    return { outcome: "committed", placed };
  };
  return {
    ...views.space,
    append: async (drafts) => drafts.map(put),
    enqueue: async (drafts) => void drafts.map(put),
    commit: async (value) => commit(value),
    merge: async (foreign, ids) => {
      const placed = foreign.map(put);
      erase(ids);
      return placed;
    },
    read: async (after, limit, types) => {
      const found = events.slice(after).filter((event) => types === undefined || types.includes(event.type));
      const some = found.slice(0, limit);
      return { events: some, upTo: found.length < limit ? events.length : (some.at(-1)?.position ?? events.length) };
    },
    history: async (subject) => events.filter((event) => event.subject === subject),
    end: async () => end(),
    select: async (view, selection) => select(views, view, selection),
    search: async (words, how) => views.search(words, how),
    reset: async (gone) => gone.forEach(views.clear),
    scratch: async () => scratchOf(sha256),
    adopt: async (view, scratch) => views.adopt(view, (scratch as MemoryScratch).views),
    intake: async () => ({ rejected: 0 }),
    close: async () => {},
  };
}

type MemoryScratch = Scratch & { readonly views: MemoryViews };

function scratchOf(sha256: Sha256): MemoryScratch {
  const views = memoryViews(sha256);
  return { ...views.space, views, close: async () => {} };
}

function link(sha256: Sha256, event: Draft | Foreign, tail: { position: Position; hash: string }): Recorded {
  const position = tail.position + 1;
  const text = event.payload === null ? null : payloadText(event.payload);
  const payloadHash = "payloadHash" in event ? event.payloadHash : sha256(text ?? "");
  const payload = text === null ? null : JSON.parse(text);
  return { ...event, payload, position, payloadHash, hash: linkHash(sha256, tail.hash, { ...event, position, payloadHash }) };
}

function select(views: MemoryViews, view: View, { kinds, statuses, order, limit, offset }: Selection): Selected {
  const found = views
    .entries(view)
    .filter(({ facets }) => facets.kind !== "" && (kinds?.includes(facets.kind) ?? true))
    .filter(({ facets }) => statuses?.includes(facets.status) ?? true)
    .sort((a, b) => (order === "newest" ? -1 : 1) * (a.facets.rank - b.facets.rank) || (a.key < b.key ? -1 : 1));
  const rows = found.slice(offset, offset + limit).map(({ text }) => JSON.parse(text) as Row);
  return { rows, total: found.length };
}

