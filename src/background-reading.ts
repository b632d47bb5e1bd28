import { spawn } from "node:child_process";
import { catchUp } from "./app/runtime/decide-and-commit.ts";
import type { Loop } from "./app/runtime/deps.ts";
import type { MemoryPool } from "./memory-pool.ts";
import type { Store } from "./ports/store.ts";

/** How long no call must have arrived before sessions are read: a caller must not wait for the reading. */
const QUIET_MS = 2000;
/** Time between two checks while no call arrives: sessions become due as time passes. */
const INTERVAL_MS = 30_000;
/** Maximum time during which one reading starts new sessions. */
const READ_MS_MAX = 1000;

export type BackgroundReading = {
  /** Reports a call. Due sessions are read when no further call has arrived for a moment. */
  readonly called: () => void;
  /** Waits for the current reading to end, and starts no further one. */
  readonly stop: () => Promise<void>;
};

/** Reads a limited number of due sessions. */
export type ReadDue = (memoryPool: MemoryPool, signal: AbortSignal) => Promise<unknown>;

/** Lets a long-running process, such as a server or a program that uses the library, read due sessions between its calls. */
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
  /** Only one check is scheduled at a time: a new schedule replaces the previous one. */
  const plan = (ms: number): void => {
    cancel();
    if (stopping.signal.aborted) return;
    isPlanned = true;
    cancel = schedule(read, ms);
  };
  let askedAt: number | undefined;
  /** Calls and notifications postpone a check, but not indefinitely: in a busy team there is never a quiet moment. */
  const soon = (): void => {
    askedAt ??= performance.now();
    plan(Math.max(0, Math.min(QUIET_MS, askedAt + INTERVAL_MS - performance.now())));
  };
  /** If the store reports that another process wrote, a session that ended on another machine is read soon. */
  const watch = async (store: Store): Promise<void> => {
    if (watched === store) return;
    watched = store;
    await store.tape.watch?.(soon);
  };
  const read = (): void => {
    isPlanned = false;
    askedAt = undefined;
    // If the store is busy or unreachable, the next check tries again.
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

/** A timer that does not keep an otherwise idle process alive. */
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
  // Other workers may hold all of them, or they are left to the machines of the people to whom they belong.
  const { findDue } = await import("./app/sessions/worker.ts");
  return (await findDue(deps, 1)).length > 0;
}

/** Reads in this process, which answers calls between two sessions. */
async function readBetweenCalls(memoryPool: MemoryPool): Promise<void> {
  const { tick } = await import("./app/sessions/worker.ts");
  const { deps } = await memoryPool.forWriting();
  // SQLite calls are synchronous. Without a pause, calls would wait until the last session is read.
  const pause = () => new Promise<void>((resume) => setImmediate(resume));
  await tick(deps, { until: deps.clock.now() + READ_MS_MAX, pause });
}

/** Reads in a child process, because reading a session takes seconds in which a server could not answer. */
export const readInChild =
  (launcher: string, options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): ReadDue =>
  (_, signal) =>
    new Promise((done) => {
      const args = [launcher, "worker", "--once", "--due"];
      spawn(process.execPath, args, { ...options, signal, stdio: "ignore", windowsHide: true })
        // If the process cannot be started or is killed, the next check tries again.
        .on("error", () => {})
        .on("close", done);
    });
