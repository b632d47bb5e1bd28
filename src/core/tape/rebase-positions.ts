import { movedMadeKey } from "../extract/settle/made-key.ts";
import { ITEM_ACT_TYPES, ITEM_ACTS } from "../items/item.ts";
import type { PayloadOf } from "./catalogue.ts";
import type { Draft, Payload, Position, StoredEvent } from "./event.ts";
import type { EventType } from "./versions.ts";

/** An event from another tape: its words may be forgotten there, so the hash of its payload comes with it. */
export type Foreign = Omit<StoredEvent, "position" | "hash">;

/** Where an event of another tape lies on this one; undefined when it is not here. */
export type PositionHere = (there: Position) => Position | undefined;

type RebaseTarget<Placed> = {
  /** For those that came before. */
  readonly positionHere: PositionHere;
  readonly hasKey: (key: string) => boolean;
  readonly put: (event: Draft | Foreign) => Placed;
};

/** Puts events of another tape on this one, in their order; each means the same events here as it did there. */
export function mergeEach<Placed extends { readonly position: Position }>(
  events: readonly StoredEvent[],
  { positionHere, hasKey, put }: RebaseTarget<Placed>,
): Placed[] {
  const here = new Map<Position, Position>([[0, 0]]);
  const known: PositionHere = (there) => here.get(there) ?? positionHere(there);
  return events.map((event) => {
    const placed = put(withFreeKey(rebaseEvent(event, known), hasKey));
    here.set(event.position, placed.position);
    return placed;
  });
}

/**
 * Two memories may have made the same of the same turn. Each made an item of its own, with a life of its own: later
 * events name it by its id, and would name nothing if it were taken for the other.
 */
function withFreeKey(event: Draft | Foreign, hasKey: (key: string) => boolean): Draft | Foreign {
  const { key, ...rest } = event;
  return event.type === ITEM_ACTS.created && key !== undefined && hasKey(key) ? rest : event;
}

/** The positions that an event names, said of this tape. */
type PositionMap = {
  /** Where the same event lies; 0 when it is not here. */
  readonly at: (there: Position) => Position;
  /** How far that was, by the last event of it that is here. */
  readonly upTo: (there: Position) => Position;
  /** Names that the other tape gave, of turns and of items, mean something else here. */
  readonly isElsewhere: boolean;
};

function rebaseEvent(event: StoredEvent, positionHere: PositionHere): Draft | Foreign {
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
function movingFrom(position: Position, positionHere: PositionHere): PositionMap {
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

/** Every payload that names positions of its tape, besides those of acts on items. */
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

/** How the payload of an event is rebased. The table knows the payload of each type; its name cannot tell the compiler. */
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
  /** What a rating rests on, in words or by a name. */
  readonly evidence?: string;
};

/** A finding that rests on a turn which is not here would be words of nobody. */
function answer(payload: PayloadOf<"model.answered">, moving: PositionMap): Payload {
  const all = payload.findings.map((each) => ({
    ...each,
    evidence: each.evidence.map(moving.at),
  }));
  const findings = all.filter(({ evidence }) => !evidence.includes(0));
  return { ...payload, findings, dropped: payload.dropped + all.length - findings.length };
}

/** A link to a turn which is not here says nothing. */
function links(payload: PayloadOf<"thread.linked">, moving: PositionMap): Payload {
  const all = payload.links.map((link) => ({
    ...link,
    older: movedName(link.older, moving),
    turn: moving.at(link.turn),
  }));
  return { ...payload, links: all.filter(({ turn }) => turn > 0) };
}

/** The text stays byte for byte what the agent read. */
function bundle(payload: PayloadOf<"bundle.given">, moving: PositionMap): Payload {
  return {
    ...payload,
    candidates: payload.candidates.map((each) => ({ ...each, id: movedName(each.id, moving) })),
    ...(moving.isElsewhere ? { elsewhere: true } : {}),
  };
}

/**
 * A read position on another tape says nothing about this tape: it keeps its value, and its hash shows that it belongs
 * to the other tape.
 */
function cursor(payload: PayloadOf<"delta.given" | "delta.acknowledged">, { at }: PositionMap): Payload {
  const { position } = payload.up_to;
  return at(position) === position ? payload : { ...payload, elsewhere: true };
}

/** What people and the ledger call an event: turn@12, commit@12, @12 or 12. Anything else is no such name. */
function movedName(name: string, { at }: PositionMap): string {
  const [, sort = "", position] = /^((?:turn|commit|document|event)?@)?(\d{1,15})$/.exec(name) ?? [];
  return position === undefined ? name : `${sort}${at(Number(position))}`;
}
