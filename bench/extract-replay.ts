import { find } from "../src/app/items/find.ts";
import { newDraft } from "../src/app/runtime/decide-and-commit.ts";
import { tick } from "../src/app/sessions/worker.ts";
import type { ItemRow } from "../src/core/items/items-view.ts";
import type { TurnEvent } from "../src/core/tape/event.ts";
import { upcastAll } from "../src/core/tape/read.ts";
import { isTurn } from "../src/core/tape/turn-speaker.ts";
import type { CorpusTurn, Dialogue } from "./corpus/read-corpus.ts";
import { type ReplayMemory, replayMemory } from "./extract-memory.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** More ticks than any dialogue needs: a session that is still due after these would stay due forever. */
const TICKS_MAX = 50;
const ITEMS_MAX = 1000;
const EVENTS_MAX = 10_000;

/** The contents of a project's memory after a dialogue. */
export type Replayed = {
  readonly items: readonly ItemRow[];
  /** Tape positions of turns, by the numbers that labels use. */
  readonly anchors: ReadonlyMap<number, number>;
  /** Tape positions of tool output. */
  readonly toolTurns: ReadonlySet<number>;
  /** The turns as recorded on the tape. */
  readonly turns: readonly TurnEvent[];
};

/** Records a dialogue, its conversations one day apart, and runs the worker as usual. */
export async function replay(dialogue: Dialogue): Promise<Replayed> {
  const deps = replayMemory();
  const anchors = new Map<number, number>();
  const toolTurns = new Set<number>();
  const sessions = new Set(dialogue.turns.map(({ session }) => session));
  for (const number of sessions) {
    const session = `session-${number + 1}`;
    for (const turn of dialogue.turns.filter((each) => each.session === number)) {
      const position = await record(deps, session, turn);
      if (turn.anchor !== undefined) anchors.set(turn.anchor, position);
      if (turn.role === "tool") toolTurns.add(position);
    }
    await deps.store.tape.append([newDraft(deps, { type: "session.ended", session, payload: {} })]);
    await readAll(deps);
    deps.later(DAY_MS);
  }
  const { items } = await find(deps, { limit: ITEMS_MAX, offset: 0 });
  const { events } = await deps.store.events.read(0, EVENTS_MAX, ["turn.recorded"]);
  const turns = upcastAll(events).filter(isTurn);
  await deps.store.close();
  return { items, anchors, toolTurns, turns };
}

async function record(deps: ReplayMemory, session: string, turn: CorpusTurn): Promise<number> {
  const { role, text, tool, tool_input, exit_code } = turn;
  const given = { tool, tool_input, exit_code };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const event = newDraft(deps, { type: "turn.recorded", session, payload: { role, text, ...known } });
  const [placed] = await deps.store.tape.append([event]);
  deps.later(MINUTE_MS);
  return placed?.position ?? 0;
}

async function readAll(deps: ReplayMemory): Promise<void> {
  for (let ticks = 0; ticks < TICKS_MAX; ticks++) {
    const { read, failed } = await tick(deps);
    if (failed > 0) throw new Error("the worker could not read a dialogue");
    if (read === 0) return;
  }
}
