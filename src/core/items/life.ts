import { MemoryError } from "../failure.ts";
import { nearest } from "../nearest.ts";
import type { Instant, Position, Recorded } from "../tape/event.ts";
import { iso, parseWhen } from "../time.ts";
import { checkNew, checkPatch, checkText } from "./check-fields.ts";
import { ITEM_ACTS, type Item } from "./item.ts";
import { type KindName, kindOf } from "./kinds.ts";

/** An event about an item that was decided on and is not on the tape yet. */
export type Act = {
  readonly type: string;
  readonly subject: string;
  readonly payload: { readonly item: Item; readonly [field: string]: unknown };
};

type Given = { readonly [field: string]: unknown };

/** What a new item owes to the moment: its id, when the world said it, and the positions it rests on. */
export type Birth = {
  readonly id: string;
  readonly at: Instant;
  readonly now: Instant;
  readonly evidence?: readonly Position[];
};

/** A new item of a kind, from what the caller gave. */
export function createItem(kind: KindName, given: Given, born: Birth): Act {
  const { text, ...fields } = given;
  const item: Item = {
    ...checkNew(kind, withInstants(kind, fields, born.now)),
    id: born.id,
    kind,
    status: kindOf(kind).initial,
    text: checkText(text),
    ...(born.evidence === undefined ? {} : { evidence: born.evidence }),
    created_at: iso(born.at),
    last_seen_at: iso(born.at),
    changed_at: iso(born.now),
  };
  return { type: ITEM_ACTS.created, subject: item.id, payload: { item } };
}

/** People write times as `3d` or `tomorrow`; items keep the instant that was meant. */
function withInstants(kind: KindName, given: Given, now: Instant): Given {
  const known = kindOf(kind).fields;
  const meant = (name: string, value: unknown): unknown => {
    if (typeof value !== "string" || known[name]?.type !== "instant") return value;
    const when = parseWhen(value, now, "future");
    return when === undefined ? value : iso(when);
  };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, meant(name, value)]));
}

/** The item with some fields set; a field given as null is cleared. */
export function updateItem(item: Item, patch: Given, now: Instant): Act {
  const { text, ...fields } = patch;
  const names = Object.keys(patch).filter((name) => patch[name] !== undefined);
  if (names.length === 0) {
    throw new MemoryError("input.invalid", "Nothing to update: name at least one field to set.", {
      field: "fields",
      fix: `Fields of a ${item.kind}: ${["text", ...Object.keys(kindOf(item.kind).fields)].join(", ")}.`,
    });
  }
  const next: Record<string, unknown> = {
    ...item,
    ...checkPatch(item.kind, withInstants(item.kind, fields, now)),
    changed_at: iso(now),
  };
  if (text !== undefined) next.text = checkText(text);
  for (const name of names) if (next[name] === null) delete next[name];
  return { type: ITEM_ACTS.updated, subject: item.id, payload: { item: next as Item, fields: names } };
}

/** The item in another status, if its kind lets it go there. */
export function transitionItem(item: Item, to: string, how: { reason?: string; now: Instant }): Act {
  const open = kindOf(item.kind).moves[item.status] ?? [];
  if (!open.includes(to)) throw illegal(item, to, open);
  const next: Item = { ...item, status: to, changed_at: iso(how.now) };
  const reason = how.reason === undefined ? {} : { reason: how.reason };
  return {
    type: ITEM_ACTS.transitioned,
    subject: item.id,
    payload: { item: next, from: item.status, ...reason },
  };
}

function illegal(item: Item, to: string, open: readonly string[]): MemoryError {
  const close = nearest(to, open);
  const ways =
    open.length > 0 ? `From there it can go to ${open.join(", ")}.` : "That is an end; `undo` reopens it.";
  return new MemoryError(
    "input.illegal_transition",
    `A ${item.kind} that is ${item.status} cannot become "${to}".`,
    {
      field: "status",
      fix: close ? `Did you mean "${close}"?` : ways,
    },
  );
}

export function removeItem(item: Item, now: Instant): Act {
  const next: Item = { ...item, removed: true, changed_at: iso(now) };
  return { type: ITEM_ACTS.removed, subject: item.id, payload: { item: next } };
}

/** The same statement made again: seen later, believed more, and alive again if it had been resolved. */
export function seenAgain(item: Item, given: Given, seen: { at: Instant; now: Instant }): Act {
  const confidence = Math.max(Number(item.confidence ?? 0), Number(given.confidence ?? 0));
  const next: Item = {
    ...item,
    ...(item.confidence === undefined && given.confidence === undefined ? {} : { confidence }),
    status: item.status === "resolved" ? kindOf(item.kind).initial : item.status,
    last_seen_at: iso(Math.max(Date.parse(item.last_seen_at), seen.at)),
    changed_at: iso(seen.now),
  };
  return { type: ITEM_ACTS.updated, subject: item.id, payload: { item: next, fields: ["last_seen_at"] } };
}

/** Accepting a candidate makes the unit it proposes. */
export function promote(candidate: Item, born: { id: string; now: Instant }): Act {
  const { id, kind, status, text, created_at, last_seen_at, changed_at, proposes, source, ...fields } =
    candidate;
  const target = proposes as KindName;
  const known = kindOf(target).fields;
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(known, name)));
  return createItem(target, { ...kept, text }, { id: born.id, at: Date.parse(last_seen_at), now: born.now });
}

/** What undo is asked for: to take back the last act, or to take back the last undo. */
export type UndoDirection = "undo" | "redo";

/**
 * Takes back the last act on an item that still stands, or with `redo` the last undo that still stands.
 * Undoing a creation archives the item. `history` is every event of the item in tape order; undefined
 * means there is nothing left to take back.
 */
export function undoAct(
  history: readonly Recorded[],
  direction: UndoDirection,
  now: Instant,
): Act | undefined {
  const acts = history.filter((event) => event.payload !== null);
  const standing = standingActs(acts);
  const last = acts.findLast(
    (event) => standing.has(event.position) && (event.type === ITEM_ACTS.undone) === (direction === "redo"),
  );
  if (!last || (direction === "redo" && isOvertaken(last, acts, standing))) return undefined;
  const before = acts[acts.indexOf(last) - 1];
  const then = itemOf(before ?? last);
  const item: Item = before
    ? { ...then, changed_at: iso(now) }
    : { ...then, removed: true, changed_at: iso(now) };
  return { type: ITEM_ACTS.undone, subject: item.id, payload: { item, undoes: last.position } };
}

/** An undo can be taken back only while nothing was done since: that would be lost. */
function isOvertaken(undo: Recorded, acts: readonly Recorded[], standing: ReadonlySet<Position>): boolean {
  return acts.some(
    ({ position, type }) => position > undo.position && type !== ITEM_ACTS.undone && standing.has(position),
  );
}

/** The acts nobody took back. Taking back an undo makes the act it undid stand again, and spends itself. */
function standingActs(acts: readonly Recorded[]): Set<Position> {
  const standing = new Set<Position>();
  const undoes = new Map<Position, Position>();
  for (const event of acts) {
    standing.add(event.position);
    if (event.type !== ITEM_ACTS.undone) continue;
    const target = event.payload?.undoes as Position;
    undoes.set(event.position, target);
    standing.delete(target);
    const revived = undoes.get(target);
    if (revived === undefined) continue;
    standing.add(revived);
    standing.delete(event.position);
  }
  return standing;
}

export const itemOf = (event: Recorded): Item => (event.payload as { item: Item }).item;
