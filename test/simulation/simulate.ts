import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemIds } from "../../src/adapters/system/ids.ts";
import { contextSwitch } from "../../src/app/active-context/switch.ts";
import { contextSync } from "../../src/app/active-context/sync.ts";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { forget } from "../../src/app/forgetting/forget.ts";
import { remember } from "../../src/app/items/remember.ts";
import { transition } from "../../src/app/items/transition.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { resume } from "../../src/app/resume/resume.ts";
import { newDraft } from "../../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { MemoryError } from "../../src/core/failure.ts";
import type { Draft } from "../../src/core/tape/event.ts";
import type { Store } from "../../src/ports/store.ts";
import { seededBytes, seededChance, testMemory } from "../support/test-memory.ts";
import { checkAll, checkBrief, checkContext, checkDelta, checkRecall } from "./checks.ts";
import { breakConnection, type NetworkFault } from "./network.ts";
import { MATTERS, newOracle, type Oracle, Violation } from "./oracle.ts";

/** The parts of the program that a test may replace with broken ones, to prove that the simulation notices. */
export const REAL_PARTS = { bundle, recall, resume, tick, transition, contextSync };
export type Parts = typeof REAL_PARTS;

export type SimulationOptions = {
  /** Determines every choice of the run: the same seed plays the same run. */
  readonly seed: number;
  readonly steps?: number;
  /**
   * Opens the store that all agents share. A second call opens another handle on the same store, if its kind allows
   * that.
   */
  readonly openStore: () => Promise<Store>;
  readonly parts?: Partial<Parts>;
  /** Changes the store that agents get, to plant a bug in it. */
  readonly wrapStore?: (store: Store) => Store;
};

const AGENTS = ["ana", "bo", "cy"] as const;
const CRASH_POINTS = [
  ...["tick.claimed", "tick.distilled", "tick.committed", "delta.noted", "bundle.noted"],
  ...["forget.files", "forget.erased", "forget.derived", "context.appended", "working.written"],
] as const;
const STEPS = 24;
const HOUR = 3_600_000;

/** One agent: its view of the shared store, its session, and the ways in which its next step may fail. */
export type Actor = {
  readonly name: string;
  readonly deps: Deps;
  session: string;
  readonly network: NetworkFault;
  crashAt: string | undefined;
};

export type Run = {
  readonly options: SimulationOptions;
  readonly parts: Parts;
  readonly oracle: Oracle;
  readonly clock: { at: number };
  readonly actors: Actor[];
  readonly chance: () => number;
  /** The steps of the run, one line each, which are printed when an invariant is broken. */
  readonly log: string[];
};

/** Plays one run and checks every invariant. Throws a `Violation` that names the seed and the steps. */
export async function simulate(options: SimulationOptions): Promise<Run> {
  const memoryDir = mkdtempSync(join(tmpdir(), "tidemark-simulation-"));
  const run = await begin(options, memoryDir);
  try {
    for (let i = 0; i < (options.steps ?? STEPS); i++) await step(run);
    await settle(run);
    await checkAll(run);
  } catch (error) {
    throw new Violation(`seed ${options.seed}: ${(error as Error).message}\n${run.log.join("\n")}`, {
      cause: error,
    });
  } finally {
    for (const { deps } of run.actors) await deps.store.close().catch(() => {});
    rmSync(memoryDir, { recursive: true, force: true, maxRetries: 5 });
  }
  return run;
}

async function begin(options: SimulationOptions, memoryDir: string): Promise<Run> {
  const clock = { at: Date.parse("2030-01-01T09:00:00Z") };
  const base = await testMemory({ seed: `sim ${options.seed}`, memoryDir });
  const actors: Actor[] = [];
  for (const name of AGENTS) {
    const network: NetworkFault = { kind: "none" };
    const opened = await options.openStore();
    const store = breakConnection(options.wrapStore?.(opened) ?? opened, network);
    const actor: Actor = {
      name,
      session: `${name}-1`,
      network,
      crashAt: undefined,
      deps: {
        ...base,
        store,
        clock: { now: () => clock.at, offsetMinutes: () => 0 },
        ids: systemIds(() => clock.at, seededBytes(`${options.seed} ${name}`)),
        writer: { agent: name, host: "sim", process: name, worktree: "main" },
        crashPoint: (point) => {
          if (actor.crashAt === point) throw new MemoryError("store.io", "killed");
        },
      },
    };
    actors.push(actor);
  }
  return {
    options,
    parts: { ...REAL_PARTS, ...options.parts },
    oracle: newOracle(),
    clock,
    actors,
    chance: seededChance(`chance ${options.seed}`),
    log: [],
  };
}

const pick = <T>(run: Run, list: readonly T[]): T => list[Math.floor(run.chance() * list.length)] as T;

/** The possible steps of an agent, with the relative frequency of each. */
const ACTIONS: readonly { readonly weight: number; readonly name: string; readonly play: AgentAction }[] = [
  { weight: 28, name: "says", play: say },
  { weight: 10, name: "remembers", play: rememberOne },
  { weight: 7, name: "ends an item", play: endOne },
  { weight: 8, name: "ends the session", play: endSession },
  { weight: 14, name: "works", play: work },
  { weight: 9, name: "reads the brief", play: readBrief },
  { weight: 5, name: "recalls", play: recallOne },
  { weight: 7, name: "resumes", play: resumeOne },
  { weight: 3, name: "forgets", play: forgetOne },
  { weight: 5, name: "turns to a task", play: switchTask },
  { weight: 4, name: "loses a view", play: loseView },
];
/** Each step as often as its weight, for drawing at random. */
const WEIGHTED_ACTIONS = ACTIONS.flatMap((action) => Array.from({ length: action.weight }, () => action));

type AgentAction = (run: Run, actor: Actor) => Promise<string>;

async function step(run: Run): Promise<void> {
  const actor = pick(run, run.actors);
  const action = pick(run, WEIGHTED_ACTIONS);
  // Time jumps forward and back, because positions, not clocks, give the order.
  run.clock.at += Math.floor((run.chance() - 0.2) * HOUR);
  actor.crashAt = run.chance() < 0.15 ? pick(run, CRASH_POINTS) : undefined;
  actor.network.kind = run.chance() < 0.12 ? pick(run, ["refused", "answer-lost"] as const) : "none";
  const speaker = run.chance() < 0.4 ? pick(run, run.actors) : undefined;
  actor.network.meanwhile = speaker && (() => sayMeanwhile(run, speaker));
  run.log.push(`${run.log.length}: ${actor.name} ${action.name} ${faultsOf(actor)}`);
  try {
    run.log.push(`   ${await action.play(run, actor)}`);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    run.log.push(`   failed: ${error.message}`);
  }
  actor.crashAt = undefined;
  actor.network.kind = "none";
  actor.network.meanwhile = undefined;
}

/** Lets a hook of an agent record a turn while another process reads, decides or writes. */
async function sayMeanwhile(run: Run, speaker: Actor): Promise<void> {
  run.log.push(`   meanwhile ${speaker.name} says ${await say(run, speaker)}`);
}

const faultsOf = ({ crashAt, network }: Actor): string =>
  [crashAt && `(dies at ${crashAt})`, network.kind !== "none" && `(network: ${network.kind})`]
    .filter(Boolean)
    .join(" ");

async function say(run: Run, actor: Actor): Promise<string> {
  const { oracle } = run;
  const [matter, amount] = [pick(run, MATTERS), 10 + Math.floor(run.chance() * 80)];
  const isMatter = run.chance() < 0.6;
  const word = oracle.newWord();
  const text = isMatter
    ? `We decided: the ${matter} is ${amount} minutes from now on.`
    : `remember: the gateway ${word} listens on port ${oracle.words}`;
  const event: Draft = newDraft(actor.deps, {
    type: "turn.recorded",
    session: actor.session,
    payload: { role: "user", text },
  });
  const isQueued = run.chance() < 0.3;
  oracle.sent.add(event.id);
  // The event may be on the tape although its answer was lost.
  if (isMatter) oracle.stated.push({ id: event.id, matter, amount, session: actor.session });
  // A client that lost the answer sends the same event again, which must not be recorded twice.
  for (let tries = 0; tries < 2; tries++) {
    try {
      if (isQueued) await actor.deps.store.tape.enqueue([event]);
      else await actor.deps.store.tape.append([event]);
      break;
    } catch (error) {
      actor.network.kind = "none";
      if (tries === 1 || run.chance() < 0.3) throw error;
    }
  }
  oracle.acknowledged.set(event.id, { text });
  if (!isMatter) oracle.facts.set(event.id, `the gateway ${word} listens on port ${oracle.words}`);
  return text;
}

async function rememberOne(run: Run, actor: Actor): Promise<string> {
  const text = `The ${run.oracle.newWord()} service is deployed by hand`;
  const { item } = await remember(actor.deps, { text, kind: "decision", topic: run.oracle.lastWord() });
  run.oracle.items.set(item.id, { text, by: actor.name, isLive: true });
  return `${item.label} ${text}`;
}

async function endOne(run: Run, actor: Actor): Promise<string> {
  const live = [...run.oracle.items].filter(([, { isLive }]) => isLive);
  if (live.length === 0) return "nothing to end";
  const [id, item] = pick(run, live);
  // From now on the item may have ended, whether the call succeeds or not, so no check expects it to be live.
  item.isLive = false;
  const { item: row } = await run.parts.transition(actor.deps, { id, status: "resolved" });
  item.isEnded = true;
  return `${row.label} ${item.text}`;
}

async function endSession(_run: Run, actor: Actor): Promise<string> {
  const session = actor.session;
  await actor.deps.store.tape.append([newDraft(actor.deps, { type: "session.ended", session, payload: {} })]);
  actor.session = `${actor.name}-${Number(session.split("-")[1]) + 1}`;
  return session;
}

async function work(run: Run, actor: Actor): Promise<string> {
  const { read, failed } = await run.parts.tick(actor.deps);
  return `read ${read}, failed ${failed}`;
}

async function readBrief(run: Run, actor: Actor): Promise<string> {
  const brief = await run.parts.bundle(actor.deps, "brief", {});
  checkBrief(run, brief);
  return `${brief.tokens} tokens`;
}

async function recallOne(run: Run, actor: Actor): Promise<string> {
  const query = pick(run, MATTERS);
  const { hits } = await run.parts.recall(actor.deps, { query, k: 8 });
  checkRecall(run, hits);
  return `${hits.length} hits for ${query}`;
}

async function resumeOne(run: Run, actor: Actor): Promise<string> {
  const delta = await run.parts.resume(actor.deps, { ack: true, budget: 8000 });
  checkDelta(run, actor, delta);
  return `since ${delta.since_position} up to ${delta.up_to_position}: ${delta.items.length} items`;
}

async function forgetOne(run: Run, actor: Actor): Promise<string> {
  const [id, text] = pick(run, [...run.oracle.facts, ["", ""] as const]);
  const word = /gateway (\S+)/.exec(text)?.[1];
  if (word === undefined) return "nothing to forget";
  run.oracle.facts.delete(id);
  run.oracle.half.add(word);
  const { complete, events } = await forget(actor.deps, { text: word, yes: true });
  // Words that still wait in another machine's spool are unknown here, so they are not forgotten and leave no
  // fingerprint.
  if (complete && events > 0) run.oracle.forgotten.add(word);
  return `${word} ${complete ? "for good" : "in part"}, in ${events} events`;
}

async function switchTask(run: Run, actor: Actor): Promise<string> {
  const id = pick(run, ["BILL-1", "BILL-2", "DOC-3"]);
  if (run.chance() < 0.5) await contextSwitch(actor.deps, { id, goal: `Finish ${id}.` });
  else await run.parts.contextSync(actor.deps, {});
  await checkContext(actor.deps);
  return id;
}

async function loseView(run: Run, { deps }: Actor): Promise<string> {
  const view = pick(run, Object.values(deps.views));
  await deps.store.views.reset([view]);
  return view.name;
}

/** Ends all sessions, lets all leases expire, and lets a worker without faults read everything that is due. */
async function settle(run: Run): Promise<void> {
  const [actor] = run.actors;
  if (actor === undefined) return;
  for (const each of run.actors) await endSession(run, each);
  for (let round = 0; round < 6; round++) {
    run.clock.at += 12 * HOUR;
    const { read, failed, slept, ended } = await run.parts.tick(actor.deps);
    if (read + failed + slept + ended === 0) return;
  }
}
