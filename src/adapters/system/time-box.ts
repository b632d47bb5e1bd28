import { Script } from "node:vm";

const WORK = Symbol.for("tidemark.work");
const TIMEOUT = "ERR_SCRIPT_EXECUTION_TIMEOUT";
const run = new Script(`globalThis[Symbol.for("tidemark.work")]()`);

/**
 * Runs synchronous work, and ends it when its time has ended. A thread of Node's own keeps the time, so that a loop or a
 * pattern that never ends is ended too; only a system call that blocks is not. False: the work was cut off.
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
