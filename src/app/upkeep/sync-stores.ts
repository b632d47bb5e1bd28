import { MemoryError } from "../../core/failure.ts";
import { refuseAgent } from "../../core/items/authority.ts";
import { isReadableType, SESSION_EVENTS } from "../../core/sessions/sessions-view.ts";
import { forgottenEventIds } from "../../core/tape/audit.ts";
import { payloadText, type Sha256 } from "../../core/tape/chain.ts";
import type { Position, StoredEvent } from "../../core/tape/event.ts";
import type { Store } from "../../ports/store.ts";
import type { ReplacedTape, SyncSide } from "../../ports/store-mover.ts";
import type { ItemDeps, MoverDeps, OwnFileDeps } from "../runtime/deps.ts";

export type SyncedStores = {
  readonly with: string;
  /** Numbers of events that each store lacked. */
  readonly sent: number;
  readonly received: number;
  readonly events: number;
  /** The hash at the end of both tapes. */
  readonly hash: string;
  /** Number of events that were recorded during the sync: they are in the file, and not part of this sync. */
  readonly set_aside?: number;
  readonly file?: string;
};

/** Makes two stores of one project equal: afterwards both contain all events in the same order. */
export async function syncStores(
  deps: ItemDeps & OwnFileDeps & MoverDeps,
  input: { readonly with: string },
): Promise<SyncedStores> {
  refuseAgent(deps.voice, "sync", { verb: "sync", words: ["…"] });
  const { mover } = deps;
  if (mover === undefined) throw new MemoryError("input.invalid", "This memory cannot be synced.");
  const [mine, other] = [mover.own(deps), await mover.side(input.with)];
  try {
    const [ours, theirs] = [await mine.store.tape.end(), await other.store.tape.end()];
    const { hub, added, setAside, file = "" } = await syncSides(mine, other, deps.sha256);
    const { position, hash } = await mine.store.tape.end();
    const aside = setAside === 0 ? {} : { set_aside: setAside, file };
    const counts =
      hub === mine
        ? { sent: position - theirs.position, received: added }
        : { sent: added, received: position - ours.position };
    return { with: other.name, ...counts, events: position, hash, ...aside };
  } finally {
    await other.close();
  }
}

/** The hub is the side whose tape kept its order; it lacked the added events. */
type SyncedSides = ReplacedTape & { readonly hub: SyncSide; readonly added: number };

/**
 * Appends the events of one side that the hub lacks to the hub. Then that side replaces its tape by the hub's. Each half can be
 * interrupted anywhere: a merged event is known by its id, and a tape is replaced at once or not at all.
 */
export async function syncSides(a: SyncSide, b: SyncSide, sha256: Sha256): Promise<SyncedSides> {
  const hub = await hubOf(a, b);
  const copy = hub === a ? b : a;
  if (copy.file === undefined)
    throw new MemoryError("input.invalid", "Both memories are on servers: one of the two must be a file.", {
      field: "with",
      fix: "Sync each of them with a memory in a folder.",
    });
  const added = await mergeTape(copy.store, hub.store, sha256);
  const [here, there] = [await copy.store.tape.end(), await hub.store.tape.end()];
  const replaced = here.hash === there.hash ? { setAside: 0 } : await copy.file.replaceBy(hub.store);
  copy.file.setServerOrder(hub.file === undefined ? there.position : hub.file.serverOrder());
  return { hub, added, ...replaced };
}

/**
 * Chooses the side whose order both will have. A server's order never changes. Of two files, the one that has synced further with a server
 * is chosen; otherwise the choice does not depend on which of the two starts the sync, so copies that are synced in a circle become equal
 * too.
 */
async function hubOf(a: SyncSide, b: SyncSide): Promise<SyncSide> {
  if (a.file === undefined || b.file === undefined) return a.file === undefined ? a : b;
  const further = a.file.serverOrder() - b.file.serverOrder();
  if (further !== 0) return further > 0 ? a : b;
  const parting = [(await sharedPart(a.store, b.store)) + 1];
  const [[ours], [theirs]] = [await a.store.events.eventsAt(parting), await b.store.events.eventsAt(parting)];
  return theirs === undefined || (ours && ours.hash < theirs.hash) ? a : b;
}

/** Events that are merged at once. */
const PAGE_EVENTS = 1000;

/** Appends the events of one tape that another one lacks, and returns their number. */
async function mergeTape(from: Store, into: Store, sha256: Sha256): Promise<number> {
  const shared = await sharedPart(from, into);
  const { sessions, forgotten } = await known(into, shared);
  const positions = new Map<Position, Position>();
  const positionHere = (there: Position): Position | undefined =>
    there <= shared ? there : positions.get(there);
  let added = 0;
  for (let after = shared; ; ) {
    const page = await from.events.read(after, PAGE_EVENTS);
    if (page.events.length === 0) return added;
    const events = page.events.map((event) => asMerged(event, { sessions, forgotten, sha256 }));
    const erase = page.events.flatMap(forgottenEventIds);
    const placed = await into.tape.merge({ events, positionHere, erase });
    for (const [i, { position }] of events.entries()) positions.set(position, placed[i]?.position ?? 0);
    added += placed.filter(({ isNew }) => isNew).length;
    after = page.upTo;
  }
}

/** The last position up to which two tapes are the same. A hash covers all events up to its own. */
async function sharedPart(a: Store, b: Store): Promise<Position> {
  const [endA, endB] = [await a.tape.end(), await b.tape.end()];
  let [same, other] = [0, Math.min(endA.position, endB.position) + 1];
  while (other - same > 1) {
    const middle = (same + other) >> 1;
    const [[ours], [theirs]] = [await a.events.eventsAt([middle]), await b.events.eventsAt([middle])];
    if (ours?.hash === theirs?.hash) same = middle;
    else other = middle;
  }
  return same;
}

type OnTarget = { readonly sessions: ReadonlySet<string>; readonly forgotten: ReadonlySet<string> };

async function known(store: Store, from: Position): Promise<OnTarget> {
  const [sessions, forgotten] = [new Set<string>(), new Set<string>()];
  for (let after = from; ; ) {
    const { events, upTo } = await store.events.read(after, PAGE_EVENTS);
    if (events.length === 0) return { sessions, forgotten };
    for (const event of events) {
      for (const id of forgottenEventIds(event)) forgotten.add(id);
      if (event.session !== undefined && isReadableType(event.type)) sessions.add(event.session);
    }
    after = upTo;
  }
}

/**
 * An event as it is merged into another tape. A reading of a session does not count there, because its reader had not seen the other tape's
 * turns. The session is read again, which creates nothing twice. An event that was forgotten there comes without its words.
 */
export function asMerged(
  event: StoredEvent,
  { sessions, forgotten, sha256 }: OnTarget & { readonly sha256: Sha256 },
): StoredEvent {
  if (forgotten.has(event.id)) return { ...event, payload: null };
  const isReading = event.type === SESSION_EVENTS.read && event.payload !== null;
  if (!isReading || !sessions.has(event.session ?? "")) return event;
  const payload = { ...event.payload, up_to: 0, turns: 0, mark: 0 };
  return { ...event, payload, payloadHash: sha256(payloadText(payload)) };
}
