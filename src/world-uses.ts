import type { Deps } from "./app/runtime/deps.ts";
import type { BackgroundReading } from "./background-reading.ts";
import type { Worlds } from "./worlds.ts";

/** Runs work on the memory as it stands. Writers come one after the other, so that none makes another decide again. */
export type UseWorld = <Result>(
  effect: "reads" | "writes",
  work: (world: Deps) => Promise<Result>,
) => Promise<Result>;

/** Whoever asks after a write sees it, also when both were asked in one breath. */
export function worldUses(worlds: Worlds, background: BackgroundReading): UseWorld {
  let written: Promise<unknown> = Promise.resolve();
  return (effect, work) => {
    background.called();
    if (effect === "reads") return written.then(async () => work((await worlds.forReading()).world));
    const mine = written.then(async () => work(withMemory((await worlds.forWriting()).world)));
    written = mine.catch(() => {});
    return mine;
  };
}

/** Where the first call made the memory, it is there for all that follow. */
const withMemory = (world: Deps): Deps => ({ ...world, project: { ...world.project, hasMemory: true } });

/** Settles when somebody stops the process. */
export function signalled(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => done());
  });
}
