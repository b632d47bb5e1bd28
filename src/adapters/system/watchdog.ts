import { Worker } from "node:worker_threads";

export type WatchdogOptions = {
  /** A file of this package that exports `cutOff`. It is loaded only if the time is over. */
  readonly file: string;
  /** What `cutOff` is called with. */
  readonly data: unknown;
  readonly afterMs: number;
};

const WAIT = `
const { workerData: { file, data, afterMs } } = require("node:worker_threads");
setTimeout(() => require(file).cutOff(data), afterMs);
`;

/**
 * Calls `cutOff` in a thread of its own unless the process has ended by then. Unlike a timer it also works while the main
 * thread is blocked. It ends with the process.
 */
export function startWatchdog({ file, data, afterMs }: WatchdogOptions): void {
  new Worker(WAIT, { eval: true, workerData: { file, data, afterMs }, execArgv: [] })
    .on("error", () => {})
    .unref();
}
