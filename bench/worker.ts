/** The signals between a worker process and its bench. */
export type Signals = {
  /** Reports that this worker is ready, and waits until all are, so that start-up is not timed. */
  readonly go: () => Promise<void>;
  readonly isStopped: () => boolean;
};

/** Loaded on demand, so that a worker contains only its own code and its memory can be measured. */
const WORKERS = {
  write: () => import("./writes-worker.ts"),
  watch: () => import("./writes-reader.ts"),
  fuzz: () => import("./fuzz-worker.ts"),
  growth: () => import("./growth-worker.ts"),
  team: () => import("./team-worker.ts"),
  "team-beside": () => import("./team-beside.ts"),
  soak: () => import("./soak-worker.ts"),
  load: () => import("./rebuild-load.ts"),
  rebuild: () => import("./rebuild-worker.ts"),
  "told-endpoint": () => import("./told-endpoint.ts"),
  "recall-speed": () => import("./recall-speed-worker.ts"),
};

export type WorkerName = keyof typeof WORKERS;
type WorkerModule<N extends WorkerName> = Awaited<ReturnType<(typeof WORKERS)[N]>>;
export type InputOf<N extends WorkerName> = Parameters<WorkerModule<N>["work"]>[0];
export type OutputOf<N extends WorkerName> = Awaited<ReturnType<WorkerModule<N>["work"]>>;

/** Runs the named worker and sends its result to the parent. */
export async function runWorker(name: string, input: string): Promise<void> {
  const load = WORKERS[name as WorkerName] as () => Promise<{
    work: (input: unknown, signals: Signals) => Promise<unknown>;
  }>;
  const { work } = await load();
  const result = await work(JSON.parse(input), signals());
  process.send?.({ result }, () => process.disconnect());
}

function signals(): Signals {
  let isStopped = false;
  const started = new Promise<void>((resolve) => {
    process.on("message", (said) => {
      if (said === "go") resolve();
      if (said === "stop") isStopped = true;
    });
  });
  return {
    go: async () => {
      process.send?.("ready");
      await started;
    },
    isStopped: () => isStopped,
  };
}
