import type { Deps } from "./app/runtime/deps.ts";
import type { BackgroundReading } from "./background-reading.ts";
import { MemoryError } from "./core/failure.ts";
import type { MemoryPool } from "./memory-pool.ts";

/** Runs work on the memory as it stands. Writers come one after the other, so that none makes another decide again. */
export type UseMemory = <Result>(
  effect: "reads" | "writes",
  work: (deps: Deps) => Promise<Result>,
) => Promise<Result>;

/** Whoever asks after a write sees it, also when both were asked in one breath. */
export function memoryUses(memoryPool: MemoryPool, background: BackgroundReading): UseMemory {
  let written: Promise<unknown> = Promise.resolve();
  return (effect, work) => {
    background.called();
    const read = async (isAgain = false): ReturnType<typeof work> => {
      const { deps } = await memoryPool.forReading();
      try {
        return await work(deps);
      } catch (error) {
        const isAway = error instanceof MemoryError && error.code === "store.unreachable";
        if (isAgain || !isAway) throw error;
        memoryPool.leave();
        return read(true);
      }
    };
    if (effect === "reads") return written.then(() => read());
    const mine = written.then(async () => work(withMemory((await memoryPool.forWriting()).deps)));
    written = mine.catch(() => {});
    return mine;
  };
}

/** Where the first call made the memory, it is there for all that follow. */
const withMemory = (deps: Deps): Deps => ({ ...deps, project: { ...deps.project, hasMemory: true } });

/** Settles when somebody stops the process. */
export function untilSignalled(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => done());
  });
}
