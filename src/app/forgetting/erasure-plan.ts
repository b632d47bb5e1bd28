import { documentPath, documentSubject } from "../../core/documents/document.ts";
import { MemoryError } from "../../core/failure.ts";
import { isItemAct } from "../../core/items/item.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { isItemEvent, itemOf } from "../../core/items/life.ts";
import { tombstonesOf } from "../../core/items/statements-view.ts";
import { turnPosition } from "../../core/recall/index/search-view.ts";
import type { Position, StoredEvent } from "../../core/tape/event.ts";
import { payloadTexts } from "../../core/tape/payload-texts.ts";
import { upcast } from "../../core/tape/read.ts";
import { findItem, itemsByIds } from "../items/find-item.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import { bundlesMentioning } from "./bundles-mentioning.ts";

/** Everything that a forgetting erases: events, and what was derived from them. */
export type ErasurePlan = {
  /** Ids of the events. */
  readonly events: ReadonlySet<string>;
  readonly items: ReadonlyMap<string, { readonly id: string; readonly label: string; readonly kind: string }>;
  readonly turns: readonly Position[];
  /** Fingerprints of the statements that must not be extracted again. */
  readonly tombstones: readonly string[];
  /** The erased words, to search for them afterwards. */
  readonly statements: readonly string[];
  /** Of these, the statements of items and the texts of turns: the words that were meant, however short. */
  readonly texts: ReadonlySet<string>;
  /** The position of each item's last event when it was read. */
  readonly last: ReadonlyMap<string, Position>;
  /** The position up to which the tape was read. */
  readonly upTo: Position;
};

/** Events read at once. */
const PAGE_EVENTS = 2000;

export function emptyErasurePlan(): ErasurePlan {
  return {
    events: new Set(),
    items: new Map(),
    turns: [],
    tombstones: [],
    statements: [],
    texts: new Set(),
    last: new Map(),
    upTo: 0,
  };
}

/** Plans to erase everything about one item or document, or one event. */
export async function planErasureById(deps: MemoryDeps, id: string): Promise<ErasurePlan> {
  const name = id.trim();
  const path = documentPath(name);
  if (path !== undefined) return doomedDocument(deps, path);
  const position = turnPosition(name) ?? (/^[1-9]\d*$/.test(name) ? Number(name) : undefined);
  if (position === undefined) return doomedOf(deps, [], [(await findItem(deps, name)).id]);
  const event = (await deps.store.events.read(position - 1, 1)).events.find(
    (found) => found.position === position,
  );
  if (!event)
    throw unknown(
      `There is no event ${position}; the tape ends at ${(await deps.store.tape.end()).position}.`,
    );
  if (event.payload === null) throw unknown(`Event ${position} is already forgotten.`);
  if (UNFORGETTABLE_TYPES.includes(event.type))
    throw unknown(`Event ${position} records a loss or an erasure, and is kept.`);
  const isAct = isItemAct(event.type) && event.subject !== undefined;
  if (isAct) return doomedOf(deps, [], [event.subject ?? ""]);
  return withResting(deps, [event]);
}

/** All versions of a document that are not forgotten. */
async function doomedDocument(deps: MemoryDeps, path: string): Promise<ErasurePlan> {
  const history = await deps.store.events.history(documentSubject(path));
  const events = history.filter(({ payload }) => payload !== null);
  if (events.length === 0) throw unknown(`There is no document "${path}".`);
  return withResting(deps, events);
}

/** Items that cite an event repeat its words, and are erased with it. */
async function withResting(deps: MemoryDeps, events: readonly StoredEvent[]): Promise<ErasurePlan> {
  const positions = new Set(events.map(({ position }) => position));
  const isResting = ({ evidence = [] }: ItemRow): boolean => evidence.some((each) => positions.has(each));
  return doomedOf(deps, events, await itemsThat(deps, isResting));
}

/** Events without which the tape could not be verified. */
export const UNFORGETTABLE_TYPES: readonly string[] = [
  "payload.forgotten",
  "payload.redacted",
  "tape.salvaged",
];

function unknown(message: string): MemoryError {
  return new MemoryError("input.unknown_id", message, {
    field: "id",
    fix: "Name an item (dec#3), a turn (turn@12), a document (document:README.md) or a position.",
  });
}

/**
 * Every later event that matches. An item is erased whole: with a part of its history gone it could neither be shown as it was nor be
 * matched later.
 */
export async function planErasure(
  deps: MemoryDeps,
  after: Position,
  isMeant: (event: StoredEvent) => boolean,
): Promise<ErasurePlan> {
  const { position: total } = await deps.store.tape.end();
  const events: StoredEvent[] = [];
  const subjects = new Set<string>();
  let upTo = after;
  while (upTo < total) {
    const slice = await deps.store.events.read(upTo, PAGE_EVENTS);
    for (const event of slice.events) {
      if (UNFORGETTABLE_TYPES.includes(event.type) || !isMeant(event)) continue;
      if (isItemAct(event.type) && event.subject !== undefined) subjects.add(event.subject);
      // The caller named their words. Only headers are kept while a long tape is read.
      else events.push({ ...event, payload: {} });
    }
    upTo = slice.upTo;
    deps.progress({ what: "read the tape", done: Math.min(upTo, total), total });
  }
  return { ...(await doomedOf(deps, events, [...subjects])), upTo };
}

/** Items that match, whatever their status, and items that cite erased words and therefore repeat them. */
async function itemsThat(deps: MemoryDeps, isMeant: (item: ItemRow) => boolean): Promise<string[]> {
  await catchUp(deps, "items");
  const found: string[] = [];
  for (let offset = 0; ; offset += PAGE_EVENTS) {
    const page = { order: "oldest", limit: PAGE_EVENTS, offset } as const;
    const { rows } = await deps.store.views.select(deps.views.items, page);
    const items = rows.filter(({ kind }) => kind !== undefined);
    found.push(...items.filter(isMeant).map(({ id }) => id));
    if (rows.length < PAGE_EVENTS) return found;
  }
}

/** Edges and insights that name an item repeat a part of its text. */
async function withNaming(deps: MemoryDeps, subjects: readonly string[]): Promise<readonly string[]> {
  if (subjects.length === 0) return subjects;
  const named = new Set(subjects);
  const naming = await itemsThat(deps, ({ newer, older, about }) =>
    [newer, older, ...(Array.isArray(about) ? about : [])].some((id) => named.has(String(id))),
  );
  return [...new Set([...subjects, ...naming])];
}

async function doomedOf(
  deps: MemoryDeps,
  events: readonly StoredEvent[],
  given: readonly string[],
): Promise<ErasurePlan> {
  await catchUp(deps, "items");
  const subjects = await withNaming(deps, given);
  const ids = new Set(events.map((event) => event.id));
  const tombstones = new Set<string>();
  const statements = new Set(events.flatMap((event) => payloadTexts(upcast(event).payload ?? {})));
  const texts = new Set(
    events.flatMap(({ payload }) => (typeof payload?.text === "string" ? [payload.text] : [])),
  );
  const last = new Map<string, Position>();
  for (const subject of subjects) {
    const history = await deps.store.events.history(subject);
    last.set(subject, history.at(-1)?.position ?? 0);
    for (const event of history) {
      if (event.payload === null) continue;
      const whole = upcast(event);
      ids.add(event.id);
      if (!isItemEvent(whole)) continue;
      for (const print of tombstonesOf(deps.sha256, whole)) tombstones.add(print);
      // The program words edges and insights, so many of them are alike.
      if (!given.includes(subject)) continue;
      statements.add(itemOf(whole).text);
      texts.add(itemOf(whole).text);
      for (const said of payloadTexts(whole.payload ?? {})) if (/\s/.test(said.trim())) statements.add(said);
    }
  }
  const positions = events.map((event) => event.position);
  const names = [...subjects, ...events.flatMap(({ subject }) => subject ?? [])];
  for (const given of await bundlesMentioning(deps, { items: names, positions })) ids.add(given);
  return {
    events: ids,
    items: await namesOf(deps, subjects),
    turns: events.filter((event) => event.type === "turn.recorded").map((event) => event.position),
    tombstones: [...tombstones],
    statements: [...statements],
    texts,
    last,
    upTo: 0,
  };
}

/** Labels of the items. An item that an earlier forgetting left without a row has only its id. */
async function namesOf(deps: MemoryDeps, ids: readonly string[]): Promise<ErasurePlan["items"]> {
  const rows = new Map((await itemsByIds(deps, ids)).map((row) => [row.id, row]));
  return new Map(
    ids.map((id) => {
      const row = rows.get(id);
      return [id, { id, label: row?.label ?? id, kind: row?.kind ?? "item" }];
    }),
  );
}
