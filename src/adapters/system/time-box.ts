import { Script } from "node:vm";

const WORK = Symbol.for("tidemark.work");
const run = new Script(`globalThis[Symbol.for("tidemark.work")]()`);

/**
 * Runs synchronous work, and ends it when its time is over. A thread of Node's own keeps the time, so that a loop or a
 * pattern that never ends is ended too; only a system call that blocks is not. False: the work was cut off.
 */
export function runWithin(limitMs: number, work: () => void): boolean {
  (globalThis as { [WORK]?: () => void })[WORK] = work;
  try {
    run.runInThisContext({ timeout: Math.max(1, Math.round(limitMs)), displayErrors: false });
    return true;
  } catch (error) {
    if ((error as { readonly code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  }
}
