import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { recall } from "../src/app/recall/recall.ts";
import { workOnce } from "../src/app/sessions/worker-loop.ts";
import { openTeamWorld, type TeamPlace } from "./team-ways.ts";
import type { Signals } from "./worker.ts";
import { turnOf } from "./writes-ways.ts";

export type SoakInput = TeamPlace & {
  readonly number: number;
  /** An agent writes and asks; a worker reads sessions; a subscriber is woken by the tape. */
  readonly role: "agent" | "worker" | "subscriber";
};

/** What a process holds at a moment. */
export type HeldResources = { readonly at: number; readonly megabytes: number; readonly handles: number };

export type SoakReport = {
  readonly held: readonly HeldResources[];
  readonly acts: number;
  readonly errors: readonly string[];
};

const PAUSE_MS = 200;
const SAMPLE_MS = 5000;
/** Turns after which an agent begins another session. */
const SESSION_TURNS = 50;
/** What turns are about. With ever new words the bounded memory of words would fill for longer than the run takes. */
const TOPICS = 200;

/** Works until it is stopped, and notes every few seconds what this process holds. */
export async function work({ number, role, ...place }: SoakInput, signals: Signals): Promise<SoakReport> {
  const world = await openTeamWorld(place);
  const held: HeldResources[] = [];
  const errors: string[] = [];
  let acts = 0;
  let woken = 0;
  const stop = role === "subscriber" ? await world.store.tape.watch?.(() => void woken++) : undefined;
  const act = async (): Promise<void> => {
    if (role === "worker") return void (await workOnce(world));
    if (role === "subscriber") return void (await world.store.tape.end());
    const session = `soak-${number}-${Math.floor(acts / SESSION_TURNS)}`;
    await world.store.tape.append([{ ...turnOf(`topic${acts % TOPICS}`), session }]);
    if (acts % 10 === 0) await recall(world, { query: "what does the store keep", k: 5 });
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
  await world.store.close();
  if (role === "subscriber" && woken === 0) errors.push("a subscriber was never woken");
  return { held, acts, errors };
}

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Memory after a collection: what is only waiting to be collected is not held. */
function resourcesHeld(): HeldResources {
  collect();
  const megabytes = process.memoryUsage().heapUsed / 1024 / 1024;
  return { at: performance.now() / 1000, megabytes, handles: readdirSync("/proc/self/fd").length };
}
