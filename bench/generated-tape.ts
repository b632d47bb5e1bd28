import { systemIds } from "../src/adapters/system/ids.ts";
import type { Item } from "../src/core/items/item.ts";
import { type KindName, kindOf } from "../src/core/items/kinds.ts";
import { type Act, createItem, transitionItem, updateItem } from "../src/core/items/life.ts";
import type { Draft } from "../src/core/tape/event.ts";
import { chanceOf, oneOf, textsOf } from "./chance.ts";

/** Proportions of the generated project: most events are turns, the rest are acts on items. */
const TURN_SHARE = 0.7;
const TURN_WORDS = 45;
const ITEM_WORDS = 14;
const SESSION_TURNS = 60;
/** Shares of acts that create an item and that update fields; the remaining acts are transitions. */
const CREATE_SHARE = 0.45;
const UPDATE_SHARE = 0.3;
const KINDS: readonly [KindName, ...KindName[]] = [
  "fact",
  "decision",
  "constraint",
  "lesson",
  "trap",
  "plan",
  "handoff",
];
const TOPICS = 300;
const START = Date.UTC(2030, 0, 1);
const STEP_MS = 20_000;
const AGENT = { agent: "maker", host: "bench", process: "0000000000", worktree: "main" };

/** Generates the events of a synthetic project: the same bytes for the same seed on every machine. */
export function* generatedTape(seed: number, events: number): Generator<Draft> {
  const chance = chanceOf(seed);
  const text = textsOf(chance);
  let now = START;
  const ids = systemIds(
    () => now,
    (count) => Uint8Array.from({ length: count }, () => Math.floor(chance() * 256)),
  );
  const actOf = actor({ chance, text, nextId: ids.next });
  let turns = 0;
  for (let i = 0; i < events; i++) {
    now = START + i * STEP_MS;
    const header = { id: ids.next("evt"), version: 1, at: now, recordedAt: now, writer: AGENT };
    if (chance() >= TURN_SHARE) {
      yield { ...header, ...actOf(now) };
      continue;
    }
    const session = `s${Math.floor(turns++ / SESSION_TURNS)}`;
    const payload = { role: turns % 2 === 1 ? "user" : "assistant", text: text(TURN_WORDS) };
    yield { ...header, type: "turn.recorded", session, payload };
  }
}

type Means = {
  readonly chance: () => number;
  readonly text: (words: number) => string;
  readonly nextId: (prefix: string) => string;
};

/** Returns a function that creates, updates and transitions items by the rules of the core. */
function actor({ chance, text, nextId }: Means): (now: number) => Act {
  const open: Item[] = [];
  const create = (now: number): Act => {
    const kind = oneOf(chance, KINDS);
    const topic = kindOf(kind).isUnit ? { topic: `topic ${Math.floor(chance() * TOPICS)}` } : {};
    const act = createItem(
      kind,
      { text: text(ITEM_WORDS), ...topic },
      { id: nextId(kindOf(kind).prefix), at: now, now },
    );
    open.push(act.payload.item);
    return act;
  };
  const change = (now: number, isUpdate: boolean): Act => {
    const at = Math.floor(chance() * open.length);
    const item = open[at] as Item;
    const moves = kindOf(item.kind).moves[item.status] as readonly [string, ...string[]];
    const act = isUpdate
      ? updateItem(item, { text: text(ITEM_WORDS) }, now)
      : transitionItem(item, oneOf(chance, moves), { now });
    replace(open, at, act.payload.item);
    return act;
  };
  return (now) => {
    const share = chance();
    if (open.length === 0 || share < CREATE_SHARE) return create(now);
    return change(now, share < CREATE_SHARE + UPDATE_SHARE);
  };
}

/**
 * Stores the changed item. An item in a final status is removed: the last one of the list takes its place.
 */
function replace(open: Item[], at: number, item: Item): void {
  const hasEnded = kindOf(item.kind).moves[item.status] === undefined;
  const last = hasEnded ? open.pop() : item;
  if (last && at < open.length) open[at] = last;
}
