import { catchUp, mayRecord } from "../runtime/decide-and-commit.ts";
import type { WorkerDeps } from "../runtime/deps.ts";
import { markUnread } from "./read-due.ts";
import { findDue, tick } from "./worker.ts";

/** The host of the session that begins waits meanwhile. */
const READ_MS_MAX = 1500;
/** Turns read at once: few, so that the time is checked often. What is left stays due for the worker. */
const TURNS_AT_ONCE = 10;

/**
 * Reads what other sessions left unread, before one that begins is told what is known: a client that was killed, or that
 * never ends cleanly, marks nothing. A model takes longer than a host waits, so where one reads along it is left to the
 * worker; so is what takes too long.
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
