import { MemoryError } from "../failure.ts";
import { fieldsIn, isString } from "../fields.ts";
import type { DraftOf, EventOf, Instant, Position, Recorded } from "../tape/event.ts";
import { nearest } from "../text/nearest.ts";
import { iso, parseWhen } from "../time.ts";
import { checkNew, checkPatch, checkText } from "./check-fields.ts";
import { ITEM_ACTS, type Item, type ItemActType, isItemAct } from "./item.ts";
import { kindProposedBy } from "./item-of.ts";
import { type KindName, kindOf } from "./kinds.ts";

/** An event about an item that was decided on and is not on the tape yet. */
export type Act = {
  readonly type: ItemActType;
  readonly subject: string;
  readonly key?: string;
  readonly payload: { readonly item: Item; readonly [field: string]: unknown };
};

type ItemFields = { readonly [field: string]: unknown };

/** What a new item owes to the moment: its id, when the world said it, and the positions it rests on. */
export type NewItemFacts = {
  readonly id: string;
  readonly at: Instant;
  readonly now: Instant;
  readonly evidence?: readonly Position[];
  readonly own?: OwnProperties;
};

/** Properties of an item that are not fields of its kind. */
export type OwnProperties = {
  /** Whose words it rests on. */
  readonly origin?: string;
  /** The agent who said it, where it was not that agent who made the item; of a user's words, that person's name. */
  readonly said_by?: string;
  /** Tells it apart before its words do. */
  readonly source_key?: string;
  /** The id of the unit it says it changes. */
  readonly amends?: string;
  /** Not recalled by itself. */
  readonly quiet?: true;
  readonly seen_commit?: SeenCommit;
  /** Where another tool kept it. */
  readonly imported_from?: ImportedFrom;
};

/** The tool that kept a statement, the file, relative to the project where it lies there, and the entry in it. */
export type ImportedFrom = { readonly tool: string; readonly file: string; readonly entry: string };

/** The commit that the code stood at when a statement about it was last made, and when that was. */
export type SeenCommit = { readonly commit: string; readonly at: string };

export const isSeenCommit = (value: unknown): value is SeenCommit =>
  isString(fieldsIn(value).commit) && isString(fieldsIn(value).at);

/** A new item of a kind, from what the caller gave. */
export function createItem(kind: KindName, given: ItemFields, born: NewItemFacts): Act {
  const { text, ...fields } = given;
  const item: Item = {
    ...checkNew(kind, withInstants(kind, fields, born.now)),
    id: born.id,
    kind,
    status: kindOf(kind).initial,
    text: checkText(text),
    ...born.own,
    ...(born.evidence === undefined ? {} : { evidence: born.evidence }),
    created_at: iso(born.at),
    last_seen_at: iso(born.at),
    changed_at: iso(born.now),
  };
  return { type: ITEM_ACTS.created, subject: item.id, payload: { item } };
}

/** People write times as `3d` or `tomorrow`; items keep the instant that was meant. */
function withInstants(kind: KindName, given: ItemFields, now: Instant): ItemFields {
  const known = kindOf(kind).fields;
  const meant = (name: string, value: unknown): unknown => {
    if (typeof value !== "string" || known[name]?.type !== "instant") return value;
    const when = parseWhen(value, now, "future");
    return when === undefined ? value : iso(when);
  };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, meant(name, value)]));
}

/** The item with some fields set; a field given as null is cleared. */
export function updateItem(item: Item, patch: ItemFields, now: Instant): Act {
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
    open.length > 0
      ? `From there it can go to ${open.join(", ")}.`
      : "That status is final; `undo` reopens it.";
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

/** Positions kept of what an item rests on: the first and the latest. How many are left out is said. */
const EVIDENCE_MAX = 60;

/** How a statement was made again: when, resting on what, and with which further fields. */
export type Restatement = {
  readonly at: Instant;
  readonly now: Instant;
  readonly evidence?: readonly Position[];
  /** What was resolved comes back only when this is later than its end. */
  readonly isNews: boolean;
  readonly seenCommit?: SeenCommit;
};

/** The same statement made again: seen later, believed more, and alive again if it had been resolved. */
export function seenAgain(item: Item, given: ItemFields, seen: Restatement): Act {
  const { text = item.text, confidence: sure, ...fields } = given;
  const confidence = Math.max(Number(item.confidence ?? 0), Number(sure ?? 0));
  const next: Item = {
    ...item,
    ...checkNew(item.kind, withInstants(item.kind, { ...fieldsOf(item), ...fields }, seen.now)),
    text: checkText(text),
    ...(item.confidence === undefined && sure === undefined ? {} : { confidence }),
    ...joinEvidence(item, seen.evidence ?? []),
    ...(seen.seenCommit === undefined ? {} : { seen_commit: seen.seenCommit }),
    status: item.status === "resolved" && seen.isNews ? kindOf(item.kind).initial : item.status,
    last_seen_at: iso(Math.max(Date.parse(item.last_seen_at), seen.at)),
    changed_at: iso(seen.now),
  };
  const names = Object.keys(given).filter((name) => given[name] !== undefined);
  return {
    type: ITEM_ACTS.updated,
    subject: item.id,
    payload: { item: next, fields: ["last_seen_at", ...names] },
  };
}

function fieldsOf(item: Item): ItemFields {
  const known = kindOf(item.kind).fields;
  return Object.fromEntries(Object.entries(item).filter(([name]) => Object.hasOwn(known, name)));
}

function joinEvidence(
  item: Item,
  more: readonly Position[],
): { evidence?: Position[]; evidence_left_out?: number } {
  const all = [...new Set([...(item.evidence ?? []), ...more])].sort((a, b) => a - b);
  if (all.length === 0) return {};
  if (all.length <= EVIDENCE_MAX) return { evidence: all };
  const evidence = [...all.slice(0, 1), ...all.slice(1 - EVIDENCE_MAX)];
  const before = Number(item.evidence_left_out ?? 0);
  return { evidence, evidence_left_out: before + all.length - EVIDENCE_MAX };
}

/** Accepting a candidate makes the unit it proposes, on the same evidence. */
export function promote(candidate: Item, born: { id: string; now: Instant }): Act {
  const target = kindProposedBy(candidate);
  const known = kindOf(target).fields;
  const kept = Object.entries(candidate).filter(([name]) => Object.hasOwn(known, name));
  return createItem(
    target,
    { ...Object.fromEntries(kept), text: candidate.text },
    {
      id: born.id,
      at: Date.parse(candidate.last_seen_at),
      now: born.now,
      own: ownOf(candidate),
      ...(candidate.evidence === undefined ? {} : { evidence: candidate.evidence }),
    },
  );
}

function ownOf({ origin, said_by, source_key, amends, seen_commit, imported_from }: Item): OwnProperties {
  return {
    ...(imported_from === undefined ? {} : { imported_from: imported_from as ImportedFrom }),
    ...(isSeenCommit(seen_commit) ? { seen_commit } : {}),
    ...(typeof origin === "string" ? { origin } : {}),
    ...(typeof said_by === "string" ? { said_by } : {}),
    ...(typeof source_key === "string" ? { source_key } : {}),
    ...(typeof amends === "string" ? { amends } : {}),
  };
}

/** The act, as something that follows from an act on another item: undoing that one takes it back too. */
export const withCause = (act: Act, cause: string): Act => ({
  ...act,
  payload: { ...act.payload, because: cause },
});

/** An act and its consequences, linked to each other, so that undo reverts all or nothing. */
export function withConsequences(act: Act, following: readonly Act[]): Act[] {
  if (following.length === 0) return [act];
  const subjects = following.map(({ subject }) => subject);
  const first = { ...act, payload: { ...act.payload, with: subjects } };
  return [first, ...following.map((each) => withCause(each, act.subject))];
}

/** What undo should revert: the last act, or the last undo. */
export type UndoDirection = "undo" | "redo";

/** What taking back an act puts on the tape. */
type UndoingAct = Act & Pick<DraftOf<"item.undone">, "type" | "payload">;

/**
 * Takes back the last act on an item that still stands, or with `redo` the last undo that still stands.
 * Undoing a creation archives the item. `history` is every event of the item in tape order; undefined
 * means there is nothing left to take back.
 */
export function undoAct(
  history: readonly Recorded[],
  direction: UndoDirection,
  now: Instant,
): UndoingAct | undefined {
  const acts = history.filter(isItemEvent).filter((event) => event.payload !== null);
  const standing = standingActs(acts);
  const last = acts.findLast(
    (event) => standing.has(event.position) && (event.type === ITEM_ACTS.undone) === (direction === "redo"),
  );
  if (!last || (direction === "redo" && isOvertaken(last, acts, standing))) return undefined;
  const before = acts[acts.indexOf(last) - 1];
  const then = itemOf(before ?? last);
  // Undoing a change does not make the item newer: it is as old as it was.
  const item: Item = before ? then : { ...then, removed: true, changed_at: iso(now) };
  return { type: ITEM_ACTS.undone, subject: item.id, payload: { item, undoes: last.position } };
}

/** Steps that are checked to find the way back of an archived item. */
const STEPS_BACK_MAX = 20;

/** The undos and redos, in order, after which an archived item is there again; undefined when none lead there. */
export function stepsToRestore(history: readonly Recorded[], now: Instant): UndoDirection[] | undefined {
  // An undo that archived the item is undone by a redo; anything else by as many undos as it takes.
  for (const direction of ["redo", "undo"] as const) {
    const tape = history.filter(isItemEvent);
    const steps: UndoDirection[] = [];
    while (steps.length < STEPS_BACK_MAX) {
      const last = tape.at(-1);
      const act = last && undoAct(tape, direction, now);
      if (!last || !act) break;
      steps.push(direction);
      tape.push({ ...last, ...act, position: last.position + 1 });
      if (!act.payload.item.removed) return steps;
    }
  }
  return undefined;
}

/** An undo can be undone only while nothing was done since: that would be lost. */
function isOvertaken(undo: ItemEvent, acts: readonly ItemEvent[], standing: ReadonlySet<Position>): boolean {
  return acts.some(
    ({ position, type }) => position > undo.position && type !== ITEM_ACTS.undone && standing.has(position),
  );
}

/** The acts nobody took back. Taking back an undo makes the act it undid stand again, and spends itself. */
function standingActs(acts: readonly ItemEvent[]): Set<Position> {
  const standing = new Set<Position>();
  const undoes = new Map<Position, Position>();
  for (const event of acts) {
    standing.add(event.position);
    if (event.type !== ITEM_ACTS.undone || event.payload === null) continue;
    const target = event.payload.undoes;
    undoes.set(event.position, target);
    standing.delete(target);
    const revived = undoes.get(target);
    if (revived === undefined) continue;
    standing.add(revived);
    standing.delete(event.position);
  }
  return standing;
}

/** An act on an item that is on the tape. Its payload is null once it has been forgotten. */
export type ItemEvent = EventOf<ItemActType>;

/** The item as an act left it. Whoever asks has made sure that the act is not forgotten. */
export function itemOf({ position, payload }: ItemEvent): Item {
  if (payload === null) throw new Error(`bug: the act at ${position} is forgotten`);
  return payload.item;
}

export const isItemEvent = (event: Recorded): event is ItemEvent => isItemAct(event.type);
