import { setTimeout as sleep } from "node:timers/promises";
import { recall } from "../src/app/recall/recall.ts";
import { workOnce } from "../src/app/sessions/worker-loop.ts";
import { openTeamMemory, type TeamPlace } from "./team-ways.ts";
import type { Signals } from "./worker.ts";

export type BesideInput = TeamPlace & {
  /** A reader follows the tape and recalls; a worker reads due sessions. */
  readonly role: "reader" | "worker";
};

export type BesideReport = {
  /** Milliseconds of each pass. */
  readonly times: readonly number[];
  /** Number of positions that were missing when a later one was visible. */
  readonly gaps: number;
  readonly errors: readonly string[];
};

const PAGE = 5000;
/** Pause between two passes, as of an agent that reads often but also does other work. */
const PAUSE_MS = 250;
const QUESTION = "what does the store keep for the next agent";

/** Reads while other processes write, until it is stopped. */
export async function work({ role, ...place }: BesideInput, signals: Signals): Promise<BesideReport> {
  const deps = await openTeamMemory(place);
  const times: number[] = [];
  const errors: string[] = [];
  let last = 0;
  let gaps = 0;
  const look = async (): Promise<void> => {
    if (role === "worker") return void (await workOnce(deps));
    const { events } = await deps.store.events.read(last, PAGE);
    for (const { position } of events) {
      gaps += position - last - 1;
      last = position;
    }
    await recall(deps, { query: QUESTION, k: 5 });
  };
  await signals.go();
  while (!signals.isStopped()) {
    const from = performance.now();
    await look().catch((error: unknown) => void errors.push(String(error)));
    times.push(performance.now() - from);
    await sleep(PAUSE_MS);
  }
  await deps.store.close();
  return { times, gaps, errors };
}
