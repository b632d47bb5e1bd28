import { ITEM_ACT_TYPES, type Item, type ItemActType } from "../items/item.ts";
import { FORGOTTEN } from "../items/items-view.ts";
import { isKind, kindOf } from "../items/kinds.ts";
import { itemOf } from "../items/life.ts";
import type { EventOf, Position } from "../tape/event.ts";
import type { Rows as AllRows, Projection } from "../tape/projection.ts";
import { ACCEPTED_SCORE } from "./thread.ts";

/** A later statement on the subject of an item: a turn, the item that was made from it, or both. */
export type LaterStatement = {
  readonly score: number;
  readonly item?: string;
  readonly turn?: Position;
  /** The ranges of its words in the text of the turn. */
  readonly words?: readonly (readonly [number, number])[];
  /** It ended the item, and leads in its place until that is undone. */
  readonly isEnd?: true;
};

/** The thread data of one item or turn: its later statements, and the items that cite it as evidence. */
export type ThreadRow = {
  readonly later?: readonly LaterStatement[];
  readonly items?: readonly string[];
};

type Rows = AllRows<ThreadRow>;

export const THREAD_LINKED = "thread.linked";

/** Maximum number of later statements that are stored for one item; the oldest are dropped. */
const LATER_MAX = 12;
/** Maximum number of items that are stored for one turn. */
const ITEMS_MAX = 40;
/** Relations by which a newer unit contradicts an older one. */
const CHANGING: readonly string[] = ["replaces", "challenges"];
/** Statuses in which an edge joins its units: a rejected edge does not. */
const JOINING: readonly string[] = ["pending", "accepted"];

export const restingKey = (position: Position): string => `turn@${position}`;

/** Items with later statements about them, and turns with the items that cite them. */
export const threadsView: Projection<never, ThreadRow, ThreadType> = {
  shape: "rows",
  name: "threads",
  version: 4,
  types: [...ITEM_ACT_TYPES, THREAD_LINKED, FORGOTTEN],
  keysOf,
  evolve: (rows, event) => {
    if (event.payload === null) return new Map();
    if (event.type === THREAD_LINKED) return addLink(rows, event);
    if (event.type === FORGOTTEN) return new Map(keysOf(event).map((id) => [id, undefined]));
    const item = itemOf(event);
    if (item.kind === "edge") return joinByEdge(rows, item);
    return new Map([...addEvidence(rows, item), ...addEnd(rows, item, endingUnit(event.payload))]);
  },
  facetsOf: () => ({ kind: "", status: "", rank: 0 }),
};

type ThreadType = ItemActType | typeof THREAD_LINKED | typeof FORGOTTEN;
type LinkingEvent = EventOf<typeof THREAD_LINKED>;

const linksIn = ({ payload }: LinkingEvent) => payload?.links ?? [];

function keysOf(event: EventOf<ThreadType>): readonly string[] {
  if (event.payload === null) return [];
  if (event.type === THREAD_LINKED) return [...new Set(linksIn(event).map(({ older }) => older))];
  if (event.type === FORGOTTEN) return event.payload.items;
  const item = itemOf(event);
  if (item.kind === "edge") return [String(item.older)];
  return states(item) ? [item.id, ...(item.evidence ?? []).map(restingKey)] : [];
}

/** The unit for which an act ended another one. If an edge caused the act, the edge itself joins the two. */
const endingUnit = ({ because }: { readonly because?: string }): string | undefined =>
  because?.startsWith(`${kindOf("edge").prefix}_`) ? undefined : because;

const states = ({ kind }: Item): boolean => kind === "candidate" || (isKind(kind) && kindOf(kind).isUnit);

function addLink(rows: Rows, event: LinkingEvent): Rows {
  const out = new Map<string, ThreadRow>();
  for (const { older, turn, newer, words, score } of linksIn(event)) {
    const row = out.get(older) ?? rows.get(older);
    const others = (row?.later ?? []).filter((each) => each.turn !== turn);
    const item = newer === undefined ? {} : { item: newer };
    out.set(older, { ...row, later: [...others, { turn, ...item, words, score }].slice(-LATER_MAX) });
  }
  return out;
}

function joinByEdge(rows: Rows, edge: Item): Rows {
  const [older, newer] = [String(edge.older), String(edge.newer)];
  // A pending edge that an agent or a program proposed joins nothing until a person accepts it.
  const isClaim = edge.status === "pending" && edge.origin !== undefined && edge.origin !== "user";
  const isJoined =
    !isClaim &&
    JOINING.includes(edge.status) &&
    edge.removed !== true &&
    CHANGING.includes(String(edge.relation));
  const row = rows.get(older);
  const others = (row?.later ?? []).filter(({ item, turn }) => item !== newer || turn !== undefined);
  const score = edge.status === "accepted" ? ACCEPTED_SCORE : Number(edge.confidence ?? ACCEPTED_SCORE);
  const later = isJoined ? [...others, { item: newer, score }] : others;
  if (row === undefined && later.length === 0) return new Map();
  return new Map([[older, { ...row, later: later.slice(-LATER_MAX) }]]);
}

function addEnd(rows: Rows, item: Item, by: string | undefined): Rows {
  const row = rows.get(item.id);
  const isOver = item.status === "superseded";
  const others = (row?.later ?? []).filter(({ isEnd }) => isEnd !== true);
  const isBack = !isOver && others.length < (row?.later ?? []).length;
  if (!states(item) || !(isBack || (isOver && by !== undefined))) return new Map();
  const end = isOver && by !== undefined ? [{ item: by, score: ACCEPTED_SCORE, isEnd: true } as const] : [];
  return new Map([[item.id, { ...row, later: [...others, ...end].slice(-LATER_MAX) }]]);
}

function addEvidence(rows: Rows, item: Item): Rows {
  const out = new Map<string, ThreadRow>();
  if (!states(item)) return out;
  for (const position of item.evidence ?? []) {
    const row = rows.get(restingKey(position));
    const items = row?.items ?? [];
    if (position > 0 && !items.includes(item.id))
      out.set(restingKey(position), { ...row, items: [...items, item.id].slice(-ITEMS_MAX) });
  }
  return out;
}
