import { Worker } from "node:worker_threads";

export type WatchdogOptions = {
  /** A file of this package that exports `cutOff`. It is loaded only if the time is up. */
  readonly file: string;
  /** The argument of `cutOff`. */
  readonly data: unknown;
  readonly afterMs: number;
};

/** Set once somebody answers: the main thread, or the first watchdog whose time is up. */
let claim: Int32Array | undefined;

const WAIT = `
const { workerData: { file, data, afterMs, claim } } = require("node:worker_threads");
setTimeout(() => Atomics.compareExchange(claim, 0, 0, 1) === 0 && require(file).cutOff(data), afterMs);
`;

/**
 * Calls `cutOff` in a separate thread unless the process has ended by then. Unlike a timer it also works while the main thread is blocked.
 * It ends with the process. The returned function says once whether the main thread may answer: if not, the watchdog has answered.
 */
export function startWatchdog({ file, data, afterMs }: WatchdogOptions): () => boolean {
  claim ??= new Int32Array(new SharedArrayBuffer(4));
  const answered = claim;
  new Worker(WAIT, { eval: true, workerData: { file, data, afterMs, claim }, execArgv: [] })
    .on("error", () => {})
    .unref();
  return () => Atomics.compareExchange(answered, 0, 0, 1) === 0;
}

/**
 * Ends the process with 0 from a thread other than the main one. Only the main thread can exit cleanly, so it is interrupted: in a loop or
 * a wait at once, in a native call when that returns. If a system call still blocks after `blockedMs`, a signal ends the process.
 */
export async function endFromThread(blockedMs: number): Promise<void> {
  setTimeout(() => process.kill(process.pid, "SIGKILL"), blockedMs);
  const { Session } = await import("node:inspector");
  const session = new Session();
  session.connectToMainThread();
  session.post("Runtime.evaluate", { expression: "process.reallyExit(0)" });
}
