import { type ChildProcess, fork } from "node:child_process";
import type { InputOf, OutputOf, WorkerName } from "./worker.ts";

/** A handle on a worker process. */
export type Worker<Output> = {
  readonly ready: Promise<void>;
  readonly done: Promise<Output>;
  readonly go: () => void;
  readonly stop: () => void;
};

/** Starts this program again as a worker. */
export function startWorker<N extends WorkerName>(
  name: N,
  input: InputOf<N>,
  flags: readonly string[] = [],
): Worker<OutputOf<N>> {
  const child = fork(process.argv[1] ?? "", ["--worker", name, JSON.stringify(input)], {
    // Without the parent's flags, so that the program is timed as users run it, unless the bench passes
    // flags.
    execArgv: [...flags],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const done = resultOf<OutputOf<N>>(child, name);
  const ready = new Promise<void>((resolve, reject) => {
    child.on("message", (said) => said === "ready" && resolve());
    done.catch(reject);
  });
  // Failures reach whoever awaits one of the two; an unawaited one must not end the bench.
  for (const promise of [ready, done]) promise.catch(() => {});
  return { ready, done, go: () => void child.send("go"), stop: () => void child.send("stop") };
}

function resultOf<Output>(child: ChildProcess, name: string): Promise<Output> {
  return new Promise((resolve, reject) => {
    child.on("message", (said) => {
      if (typeof said === "object" && said !== null && "result" in said) resolve(said.result as Output);
    });
    child.on("error", reject);
    child.on("exit", (code, signal) =>
      reject(new Error(`The ${name} worker ended without a result (${signal ?? `exit code ${code}`}).`)),
    );
  });
}
