import { spawn } from "node:child_process";
import { catchUp } from "./app/runtime/decide-and-commit.ts";
import type { Loop } from "./app/runtime/deps.ts";
import type { MemoryPool } from "./memory-pool.ts";
import type { Store } from "./ports/store.ts";

/** No call was made for so long: whoever calls should not wait for the reading. */
const QUIET_MS = 2000;
/** Between two looks while nobody calls: sessions fall due by themselves. */
const INTERVAL_MS = 30_000;
/** Maximum time during which one reading starts new sessions. */
const READ_MS_MAX = 1000;

export type BackgroundReading = {
  /** A call was made: sessions that are due are read when it has been quiet for a moment. */
  readonly called: () => void;
  /** Waits for the reading that runs; none comes after it. */
  readonly stop: () => Promise<void>;
};

/** Reads sessions that are due, some of them at a time. */
export type ReadDue = (memoryPool: MemoryPool, signal: AbortSignal) => Promise<unknown>;

/** Lets a process that stays, a server or a program with the library, read due sessions between its calls and while it waits. */
export function backgroundReading(
  memoryPool: MemoryPool,
  schedule: Loop["schedule"] = withoutHolding,
  readDue: ReadDue = readBetweenCalls,
): BackgroundReading {
  let cancel = (): void => {};
  let isPlanned = false;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let watched: Store | undefined;
  /** One look is planned at a time: the last plan counts. */
  const plan = (ms: number): void => {
    cancel();
    if (stopping.signal.aborted) return;
    isPlanned = true;
    cancel = schedule(read, ms);
  };
  let askedAt: number | undefined;
  /** Calls and notices put a look off, but not for ever: in a busy team there is never a quiet moment. */
  const soon = (): void => {
    askedAt ??= performance.now();
    plan(Math.max(0, Math.min(QUIET_MS, askedAt + INTERVAL_MS - performance.now())));
  };
  /** Where the store tells that somebody else wrote, a session that ended elsewhere is read soon. */
  const watch = async (store: Store): Promise<void> => {
    if (watched === store) return;
    watched = store;
    await store.tape.watch?.(soon);
  };
  const read = (): void => {
    isPlanned = false;
    askedAt = undefined;
    // A store that is busy or away is left alone: the next look tries again.
    running = running
      .then(async () => {
        if (await isAnyDue(memoryPool, watch)) await readDue(memoryPool, stopping.signal);
      })
      .catch(() => {})
      .then(() => {
        if (!isPlanned) plan(INTERVAL_MS);
      });
  };
  return {
    called: soon,
    stop: async () => {
      stopping.abort();
      cancel();
      await running;
    },
  };
}

/** A timer that does not keep a process alive which has nothing else to do. */
export function withoutHolding(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
}

async function isAnyDue(memoryPool: MemoryPool, watch: (store: Store) => Promise<void>): Promise<boolean> {
  const { deps } = await memoryPool.forReading();
  if (!deps.project.hasMemory || deps.ownership?.foreign) return false;
  await watch(deps.store);
  if (!deps.config.memory.enabled) return false;
  await catchUp(deps, "sessions");
  // Others may be at all of them, or they are left to the machine of the person whose they are.
  const { findDue } = await import("./app/sessions/worker.ts");
  return (await findDue(deps, 1)).length > 0;
}

/** Reads in this process, which answers its calls between two sessions. */
async function readBetweenCalls(memoryPool: MemoryPool): Promise<void> {
  const { tick } = await import("./app/sessions/worker.ts");
  const { deps } = await memoryPool.forWriting();
  // SQLite answers without a turn of the event loop: without a pause, calls would wait until the last session is read.
  const pause = () => new Promise<void>((resume) => setImmediate(resume));
  await tick(deps, { until: deps.clock.now() + READ_MS_MAX, pause });
}

/** Reads in a process of its own: reading a session takes seconds in which a server could not answer. */
export const readInChild =
  (launcher: string, options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): ReadDue =>
  (_, signal) =>
    new Promise((done) => {
      const args = [launcher, "worker", "--once", "--due"];
      spawn(process.execPath, args, { ...options, signal, stdio: "ignore", windowsHide: true })
        // A process that could not be started, or was ended: the next look tries again.
        .on("error", () => {})
        .on("close", done);
    });
