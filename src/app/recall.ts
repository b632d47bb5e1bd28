import { MemoryError } from "../core/failure.ts";
import type { ItemRow } from "../core/items/items-view.ts";
import { KIND_NAMES } from "../core/items/kinds.ts";
import { nearest } from "../core/nearest.ts";
import { turnPosition } from "../core/recall/search-view.ts";
import { queryWords } from "../core/recall/words.ts";
import { upcast } from "../core/tape/read.ts";
import { iso, parseWhen } from "../core/time.ts";
import type { Found } from "../ports/store.ts";
import { itemsByIds } from "./items.ts";
import { catchUp, type World } from "./world.ts";

export type RecallInput = {
  readonly query: string;
  readonly k: number;
  readonly kind?: readonly string[] | undefined;
  readonly since?: string | undefined;
};

/** One thing that was recalled: an item, a turn of a session, or a commit. */
export type Hit = {
  readonly id: string;
  readonly label?: string;
  readonly kind: string;
  readonly text: string;
  readonly topic?: string;
  readonly at: string;
  readonly by: string;
  readonly session?: string;
  readonly score: number;
};

export type Recalled = { readonly hits: readonly Hit[]; readonly returned: number };

/** Hits looked at for each that is asked for when a time limit may throw some away. */
const SPARE = 5;

/** Finds what this project already knows about a question, by its words. */
export async function recall(world: World, input: RecallInput): Promise<Recalled> {
  const kinds = input.kind?.map(recallable);
  const since = input.since === undefined ? undefined : instantOf(world, input.since);
  const words = queryWords(input.query);
  await catchUp(world, "items", "search");
  const limit = input.k * (since === undefined ? 1 : SPARE);
  const found = await world.store.search(words, { limit, ...(kinds ? { kinds } : {}) });
  const hits: Hit[] = [];
  for (const one of found) {
    const hit = await hitOf(world, one);
    if (hit && (since === undefined || Date.parse(hit.at) >= since)) hits.push(hit);
    if (hits.length === input.k) break;
  }
  return { hits, returned: hits.length };
}

function recallable(kind: string): string {
  const known = [...KIND_NAMES, "turn", "commit"];
  if (known.includes(kind)) return kind;
  const close = nearest(kind, known);
  throw new MemoryError("input.unknown_kind", `There is no kind "${kind}" to recall.`, {
    field: "kind",
    fix: close ? `Did you mean "${close}"?` : `Kinds: ${known.join(", ")}.`,
  });
}

function instantOf(world: World, text: string): number {
  const when = parseWhen(text, world.clock.now(), "past");
  if (when !== undefined) return when;
  throw new MemoryError("input.invalid", `"since" must be a time, like 2026-03-01, 3d or 2w.`, {
    field: "since",
  });
}

async function hitOf(world: World, { key, rank }: Found): Promise<Hit | undefined> {
  const position = turnPosition(key);
  return position === undefined ? itemHit(world, key, rank) : turnHit(world, position, rank);
}

async function itemHit(world: World, id: string, score: number): Promise<Hit | undefined> {
  const [item] = await itemsByIds(world, [id]);
  return item && { ...pick(item), score };
}

function pick(item: ItemRow): Omit<Hit, "score"> {
  const { id, label, kind, text, topic, last_seen_at, created_by } = item;
  return {
    id,
    label,
    kind,
    text,
    ...(topic === undefined ? {} : { topic: String(topic) }),
    at: last_seen_at,
    by: created_by,
  };
}

async function turnHit(world: World, position: number, score: number): Promise<Hit | undefined> {
  const stored = (await world.store.read(position - 1, 1)).events[0];
  const event = stored && upcast(stored);
  if (!event || event.payload === null) return undefined;
  const { text, speaker, role, subject, body, author } = event.payload;
  const isCommit = event.type === "commit.seen";
  return {
    id: `${isCommit ? "commit" : "turn"}@${position}`,
    kind: isCommit ? "commit" : "turn",
    text: isCommit ? [subject, body].filter(Boolean).join("\n") : String(text),
    at: iso(event.at),
    by: String(isCommit ? (author ?? "git") : (speaker ?? role)),
    ...(event.session === undefined ? {} : { session: event.session }),
    score,
  };
}
