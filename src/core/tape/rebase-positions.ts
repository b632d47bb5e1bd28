import { movedMadeKey } from "../extract/settle/made-key.ts";
import { ITEM_ACT_TYPES, ITEM_ACTS } from "../items/item.ts";
import type { PayloadOf } from "./catalogue.ts";
import type { Draft, Payload, Position, StoredEvent } from "./event.ts";
import type { EventType } from "./versions.ts";

/** An event from another tape. Its payload may be forgotten there, so it carries the hash of its payload. */
export type ForeignEvent = Omit<StoredEvent, "position" | "hash">;

/** The position on this tape of an event of another tape; undefined if the event is not on this tape. */
export type TranslatePosition = (there: Position) => Position | undefined;

type RebaseTarget<Placed> = {
  /** Finds events that earlier merges put on this tape. */
  readonly positionHere: TranslatePosition;
  readonly hasKey: (key: string) => boolean;
  readonly put: (event: Draft | ForeignEvent) => Placed;
};

/** Puts events of another tape on this one, in order, and rewrites the positions in their payloads. */
export function mergeEach<Placed extends { readonly position: Position }>(
  events: readonly StoredEvent[],
  { positionHere, hasKey, put }: RebaseTarget<Placed>,
): Placed[] {
  const here = new Map<Position, Position>([[0, 0]]);
  const known: TranslatePosition = (there) => here.get(there) ?? positionHere(there);
  return events.map((event) => {
    const placed = put(withFreeKey(rebaseEvent(event, known), hasKey));
    here.set(event.position, placed.position);
    return placed;
  });
}

/**
 * Removes a key that is already in use here. Two memories may have made an item from the same turn. Both items are kept, because later
 * events name each of them by its own id.
 */
function withFreeKey(event: Draft | ForeignEvent, hasKey: (key: string) => boolean): Draft | ForeignEvent {
  const { key, ...rest } = event;
  return event.type === ITEM_ACTS.created && key !== undefined && hasKey(key) ? rest : event;
}

/** How positions in an event are translated to this tape. */
type PositionMap = {
  /** The position of the same event here; 0 if it is not on this tape. */
  readonly at: (there: Position) => Position;
  /** The position of the last event here that is not after the given one. */
  readonly upTo: (there: Position) => Position;
  /** Whether the names that the other tape gave to turns and items mean something else here. */
  readonly isElsewhere: boolean;
};

function rebaseEvent(event: StoredEvent, positionHere: TranslatePosition): Draft | ForeignEvent {
  const { position, hash, ...foreign } = event;
  const { payload, key } = foreign;
  const move = moveOf(event.type);
  if (payload === null || move === undefined) return foreign;
  const moving = movingFrom(position, positionHere);
  const made = key === undefined ? undefined : movedMadeKey(key, moving.at);
  const { payloadHash, ...draft } = foreign;
  return { ...draft, ...(made === undefined ? {} : { key: made }), payload: move(payload, moving) };
}

/** An event can only mention earlier events of its own tape. */
function movingFrom(position: Position, positionHere: TranslatePosition): PositionMap {
  const at = (there: Position): Position => (there < position ? (positionHere(there) ?? 0) : 0);
  return {
    at,
    upTo: (there) => {
      let last = Math.min(there, position - 1);
      while (last > 0 && positionHere(last) === undefined) last--;
      return at(last);
    },
    isElsewhere: positionHere(position - 1) !== position - 1,
  };
}

type Move<Facts = Payload> = (payload: Facts, moving: PositionMap) => Payload;

type UpToPayload = { readonly up_to: Position };
type RangePayload = UpToPayload & { readonly after: Position };

const upTo = <Facts extends UpToPayload>(payload: Facts, moving: PositionMap): Facts => ({
  ...payload,
  up_to: moving.upTo(payload.up_to),
});

const stretch = <Facts extends RangePayload>(payload: Facts, moving: PositionMap): Facts =>
  upTo({ ...payload, after: moving.upTo(payload.after) }, moving);

/** How to rebase every payload that contains positions, except those of acts on items. */
const MOVES: { readonly [Type in EventType]?: Move<PayloadOf<Type>> } = {
  "session.started": (payload, { isElsewhere }) => (isElsewhere ? { ...payload, elsewhere: true } : payload),
  "session.read": (payload, moving) => upTo({ ...payload, mark: moving.at(payload.mark) }, moving),
  "model.asked": stretch,
  "model.answered": (payload, moving) => answer(stretch(payload, moving), moving),
  "model.failed": stretch,
  "bundle.given": bundle,
  "delta.given": cursor,
  "delta.acknowledged": cursor,
  "context.written": upTo,
  "context.session_written": upTo,
  "thread.linked": links,
};

const BY_TYPE: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...ITEM_ACT_TYPES.map((type) => [type, itemAct] as const),
  ...Object.entries(MOVES),
]);

/** How a payload is rebased. The table has the type of each payload, but the compiler cannot derive it from a plain string. */
const moveOf = (type: string): Move | undefined => BY_TYPE.get(type) as Move | undefined;

function itemAct(payload: ItemAct, moving: PositionMap): Payload {
  const { item, undoes, evidence } = payload;
  return {
    ...payload,
    item: Array.isArray(item.evidence) ? { ...item, evidence: item.evidence.map(moving.at) } : item,
    ...(undoes === undefined ? {} : { undoes: moving.at(undoes) }),
    ...(evidence === undefined ? {} : { evidence: movedName(evidence, moving) }),
  };
}

type ItemAct = {
  readonly item: { readonly evidence?: readonly Position[] };
  readonly undoes?: Position;
  /** The evidence for a rating, in words or as the name of an event. */
  readonly evidence?: string;
};

/** Drops findings whose evidence is not on this tape: nobody here could check them. */
function answer(payload: PayloadOf<"model.answered">, moving: PositionMap): Payload {
  const all = payload.findings.map((each) => ({
    ...each,
    evidence: each.evidence.map(moving.at),
  }));
  const findings = all.filter(({ evidence }) => !evidence.includes(0));
  return { ...payload, findings, dropped: payload.dropped + all.length - findings.length };
}

/** Drops links to turns that are not on this tape: they have no text to show. */
function links(payload: PayloadOf<"thread.linked">, moving: PositionMap): Payload {
  const all = payload.links.map((link) => ({
    ...link,
    older: movedName(link.older, moving),
    turn: moving.at(link.turn),
  }));
  return { ...payload, links: all.filter(({ turn }) => turn > 0) };
}

/** The text stays exactly as the agent read it. Only the names in the candidates are rewritten. */
function bundle(payload: PayloadOf<"bundle.given">, moving: PositionMap): Payload {
  return {
    ...payload,
    candidates: payload.candidates.map((each) => ({ ...each, id: movedName(each.id, moving) })),
    ...(moving.isElsewhere ? { elsewhere: true } : {}),
  };
}

/** A read position on another tape says nothing about this tape: it keeps its value, and its hash marks it as foreign. */
function cursor(payload: PayloadOf<"delta.given" | "delta.acknowledged">, { at }: PositionMap): Payload {
  const { position } = payload.up_to;
  return at(position) === position ? payload : { ...payload, elsewhere: true };
}

/** Rewrites the name of an event (turn@12, commit@12, @12 or 12). Any other text is returned unchanged. */
function movedName(name: string, { at }: PositionMap): string {
  const [, sort = "", position] = /^((?:turn|commit|document|event)?@)?(\d{1,15})$/.exec(name) ?? [];
  return position === undefined ? name : `${sort}${at(Number(position))}`;
}
