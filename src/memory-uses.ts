import type { Deps } from "./app/runtime/deps.ts";
import type { BackgroundReading } from "./background-reading.ts";
import { MemoryError } from "./core/failure.ts";
import type { MemoryPool } from "./memory-pool.ts";

/** Runs work on the current memory. Writers run one after the other, so that none has to decide again because of another one. */
export type UseMemory = <Result>(
  effect: "reads" | "writes",
  work: (deps: Deps) => Promise<Result>,
) => Promise<Result>;

/** A read that follows a write sees it, even if both were requested at the same time. */
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

/** If the first call created the memory, it exists for all later calls. */
const withMemory = (deps: Deps): Deps => ({ ...deps, project: { ...deps.project, hasMemory: true } });

/** Resolves when a signal asks the process to stop. */
export function untilSignalled(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => done());
  });
}
