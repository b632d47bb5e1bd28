import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { recall } from "../src/app/recall/recall.ts";
import { workOnce } from "../src/app/sessions/worker-loop.ts";
import { openTeamMemory, type TeamPlace } from "./team-ways.ts";
import type { Signals } from "./worker.ts";
import { turnOf } from "./writes-ways.ts";

export type SoakInput = TeamPlace & {
  readonly number: number;
  /** An agent writes and recalls, a worker reads sessions, a subscriber waits for tape notifications. */
  readonly role: "agent" | "worker" | "subscriber";
};

/** The resources of a process at one time. */
export type HeldResources = {
  readonly at: number;
  /** Used heap. */
  readonly megabytes: number;
  /** Resident memory. */
  readonly resident: number;
  readonly handles: number;
};

export type SoakReport = {
  readonly held: readonly HeldResources[];
  readonly acts: number;
  readonly errors: readonly string[];
};

const MEGABYTE = 1024 * 1024;
const PAUSE_MS = 200;
const SAMPLE_MS = 5000;
/** Turns per session of an agent. */
const SESSION_TURNS = 50;
/**
 * Number of different topics. With ever new words, the bounded word cache would still be filling when the run
 * ends.
 */
const TOPICS = 200;

/** Works until it is stopped, and samples the resources of its process every few seconds. */
export async function work({ number, role, ...place }: SoakInput, signals: Signals): Promise<SoakReport> {
  const deps = await openTeamMemory(place);
  const held: HeldResources[] = [];
  const errors: string[] = [];
  let acts = 0;
  let woken = 0;
  const watch = role === "subscriber" ? deps.store.tape.watch : undefined;
  const stop = await watch?.(() => void woken++);
  const act = async (): Promise<void> => {
    if (role === "worker") return void (await workOnce(deps));
    if (role === "subscriber") return void (await deps.store.tape.end());
    const session = `soak-${number}-${Math.floor(acts / SESSION_TURNS)}`;
    await deps.store.tape.append([{ ...turnOf(`topic${acts % TOPICS}`), session }]);
    if (acts % 10 === 0) await recall(deps, { query: "what does the store keep", k: 5 });
  };
  await signals.go();
  let sampled = 0;
  while (!signals.isStopped()) {
    await act().catch((error: unknown) => void errors.push(String(error)));
    acts += 1;
    if (performance.now() - sampled > SAMPLE_MS) {
      sampled = performance.now();
      held.push(resourcesHeld());
    }
    await sleep(PAUSE_MS);
  }
  await stop?.();
  await deps.store.close();
  if (watch !== undefined && woken === 0) errors.push("a subscriber was never woken");
  return { held, acts, errors };
}

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Collects garbage first, so that unreachable memory is not counted. */
function resourcesHeld(): HeldResources {
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  const [megabytes, resident] = [heapUsed / MEGABYTE, rss / MEGABYTE];
  return { at: performance.now() / 1000, megabytes, resident, handles: readdirSync("/proc/self/fd").length };
}
