import { MemoryError } from "../failure.ts";
import { fieldsIn, isString } from "../fields.ts";
import type { DraftOf, EventOf, Instant, Position, Recorded } from "../tape/event.ts";
import { nearest } from "../text/nearest.ts";
import { iso, parseWhen } from "../time.ts";
import { checkNew, checkPatch, checkText } from "./check-fields.ts";
import { ITEM_ACTS, type Item, type ItemActType, isItemAct } from "./item.ts";
import { proposedKind } from "./item-of.ts";
import { type KindName, kindOf } from "./kinds.ts";

/** A decided act on an item that is not on the tape yet. */
export type Act = {
  readonly type: ItemActType;
  readonly subject: string;
  readonly key?: string;
  readonly payload: { readonly item: Item; readonly [field: string]: unknown };
};

type ItemFields = { readonly [field: string]: unknown };

/** The facts of a new item that its caller supplies: its id, when it was said, and the evidence positions. */
export type NewItemFacts = {
  readonly id: string;
  readonly at: Instant;
  readonly now: Instant;
  readonly evidence?: readonly Position[];
  readonly own?: OwnProperties;
};

/** Properties of an item that are not fields of its kind. */
export type OwnProperties = {
  /** Where the statement comes from: a person, an agent, a tool or a program. */
  readonly origin?: string;
  /** The agent who said it, if another agent created the item; for a user's words, the name of that person. */
  readonly said_by?: string;
  /** The key of the source it was made from. It identifies the item before its text is compared. */
  readonly source_key?: string;
  /** The id of the unit that it amends. */
  readonly amends?: string;
  /** It is stored, but recall does not search it. */
  readonly quiet?: true;
  readonly seen_commit?: SeenCommit;
  /** Where another tool stored it. */
  readonly imported_from?: ImportedFrom;
};

/** The tool that stored a statement, the file (relative to the project if it is inside), and the entry in the file. */
export type ImportedFrom = { readonly tool: string; readonly file: string; readonly entry: string };

/** The commit of the code when a statement about it was last made, and the time of that. */
export type SeenCommit = { readonly commit: string; readonly at: string };

export const isSeenCommit = (value: unknown): value is SeenCommit =>
  isString(fieldsIn(value).commit) && isString(fieldsIn(value).at);

/** Creates an item of a kind from the caller's fields. */
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

/** People write times as `3d` or `tomorrow`; items store the resulting instant. */
function withInstants(kind: KindName, given: ItemFields, now: Instant): ItemFields {
  const known = kindOf(kind).fields;
  const meant = (name: string, value: unknown): unknown => {
    if (typeof value !== "string" || known[name]?.type !== "instant") return value;
    const when = parseWhen(value, now, "future");
    return when === undefined ? value : iso(when);
  };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, meant(name, value)]));
}

/** Sets some fields of an item; a null clears a field. */
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

/** Moves an item to another status, if its kind allows the move. */
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

/** Maximum number of evidence positions that an item stores: the first and the latest. The number of omitted positions is stored too. */
const EVIDENCE_MAX = 60;

/** How a statement was repeated: when, with which evidence, and with which further fields. */
export type Restatement = {
  readonly at: Instant;
  readonly now: Instant;
  readonly evidence?: readonly Position[];
  /** Whether the repetition is later than the end of a resolved statement. Only then the statement becomes live again. */
  readonly isNews: boolean;
  readonly seenCommit?: SeenCommit;
};

/** Records that a statement was made again: seen later, with higher confidence, and live again if it had been resolved. */
export function restateItem(item: Item, given: ItemFields, seen: Restatement): Act {
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

/** Accepts a candidate: creates the unit that it proposes, with the same evidence. */
export function promote(candidate: Item, born: { id: string; now: Instant }): Act {
  const target = proposedKind(candidate);
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

/** Marks an act as a consequence of an act on another item. Undoing that act also undoes this one. */
export const withCause = (act: Act, cause: string): Act => ({
  ...act,
  payload: { ...act.payload, because: cause },
});

/** Links an act and its consequences to each other, so that undo reverts all or nothing. */
export function withConsequences(act: Act, following: readonly Act[]): Act[] {
  if (following.length === 0) return [act];
  const subjects = following.map(({ subject }) => subject);
  const first = { ...act, payload: { ...act.payload, with: subjects } };
  return [first, ...following.map((each) => withCause(each, act.subject))];
}

/** What undo should revert: the last act, or the last undo. */
export type UndoDirection = "undo" | "redo";

/** The act that undoes another act. */
type UndoingAct = Act & Pick<DraftOf<"item.undone">, "type" | "payload">;

/**
 * Undoes the last act on an item that is still in effect, or with `redo` the last undo that is still in effect. Undoing a creation archives
 * the item. `history` is every event of the item in tape order. Returns undefined if there is nothing left to undo.
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
  // Undoing a change restores the item's earlier times, so that it does not look newer.
  const item: Item = before ? then : { ...then, removed: true, changed_at: iso(now) };
  return { type: ITEM_ACTS.undone, subject: item.id, payload: { item, undoes: last.position } };
}

/** Maximum number of steps that are tried to restore an archived item. */
const STEPS_BACK_MAX = 20;

/** The undos and redos, in order, that restore an archived item; undefined if none do. */
export function stepsToRestore(history: readonly Recorded[], now: Instant): UndoDirection[] | undefined {
  // If an undo archived the item, a redo restores it; otherwise one or more undos do.
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

/** An undo can be undone only if no act followed it: that act would be lost. */
function isOvertaken(undo: ItemEvent, acts: readonly ItemEvent[], standing: ReadonlySet<Position>): boolean {
  return acts.some(
    ({ position, type }) => position > undo.position && type !== ITEM_ACTS.undone && standing.has(position),
  );
}

/** The acts that are still in effect. Undoing an undo puts the undone act back into effect and uses the undo up. */
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

/** An act on an item, on the tape. Its payload is null after it was forgotten. */
export type ItemEvent = EventOf<ItemActType>;

/** The item after an act. The caller has made sure that the act is not forgotten. */
export function itemOf({ position, payload }: ItemEvent): Item {
  if (payload === null) throw new Error(`bug: the act at ${position} is forgotten`);
  return payload.item;
}

export const isItemEvent = (event: Recorded): event is ItemEvent => isItemAct(event.type);
