import { catchUp, mayRecord } from "../runtime/decide-and-commit.ts";
import type { WorkerDeps } from "../runtime/deps.ts";
import { markUnread } from "./read-due.ts";
import { findDue, tick } from "./worker.ts";

/** The host of the new session waits for this. */
const READ_MS_MAX = 1500;
/** Turns read at once: few, so that the time is checked often. The rest stays due for the worker. */
const TURNS_AT_ONCE = 10;

/**
 * Reads the unread turns of other sessions before a new session gets its brief, because a client that was killed leaves
 * no mark. A model takes longer than a host waits, so with a model the reading is left to the worker, as is anything
 * that takes too long.
 */
export async function readUnfinishedSessions(deps: WorkerDeps, beginning: string): Promise<void> {
  if (!mayRecord(deps) || deps.model) return;
  await markUnread(deps, { but: beginning, reason: "another began" });
  const until = deps.clock.now() + READ_MS_MAX;
  while (deps.clock.now() < until) {
    await catchUp(deps, "sessions");
    if ((await findDue(deps, 1)).length === 0) return;
    const { read } = await tick(deps, { until, eventsPerRead: TURNS_AT_ONCE });
    if (read === 0) return;
  }
}
