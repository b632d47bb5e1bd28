import { Script } from "node:vm";

const WORK = Symbol.for("tidemark.work");
const TIMEOUT = "ERR_SCRIPT_EXECUTION_TIMEOUT";
const run = new Script(`globalThis[Symbol.for("tidemark.work")]()`);

/**
 * Runs synchronous work, and stops it when its time is up. A thread of Node's own keeps the time, so that even an endless loop or pattern
 * is stopped; only a blocking system call is not. False: the work was stopped.
 */
export function runWithin(limitMs: number, work: () => void): boolean {
  Reflect.set(globalThis, WORK, work);
  try {
    run.runInThisContext({ timeout: Math.max(1, Math.round(limitMs)), displayErrors: false });
    return true;
  } catch (error) {
    const isCutOff = error instanceof Error && "code" in error && error.code === TIMEOUT;
    if (!isCutOff) throw error;
    return false;
  }
}
