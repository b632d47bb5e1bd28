import type { Loop } from "./app/runtime/deps.ts";
import type { Store } from "./ports/store.ts";
import type { Worlds } from "./worlds.ts";

/** No call was made for so long: whoever calls should not wait for the reading. */
const QUIET_MS = 2000;
/** Between two looks while nobody calls: sessions fall due by themselves. */
const INTERVAL_MS = 30_000;
/** Longest time that one reading takes new sessions. */
const READ_MS_MAX = 1000;

export type BackgroundReading = {
  /** A call was made: sessions that are due are read when it has been quiet for a moment. */
  readonly called: () => void;
  /** Waits for the reading that runs; none comes after it. */
  readonly stop: () => Promise<void>;
};

/** Lets a process that stays, a server or a program with the library, read due sessions between its calls and while it waits. */
export function backgroundReading(
  worlds: Worlds,
  schedule: Loop["schedule"] = withoutHolding,
): BackgroundReading {
  let cancel = (): void => {};
  let isPlanned = false;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let watched: Store | undefined;
  /** One look is planned at a time: the last plan counts. */
  const plan = (ms: number): void => {
    cancel();
    if (isStopped) return;
    isPlanned = true;
    cancel = schedule(read, ms);
  };
  const soon = (): void => plan(QUIET_MS);
  /** Where the store tells that somebody else wrote, a session that ended elsewhere is read soon. */
  const watch = async (store: Store): Promise<void> => {
    if (watched === store) return;
    watched = store;
    await store.tape.watch?.(soon);
  };
  const read = (): void => {
    isPlanned = false;
    // A store that is busy or away is left alone: the next look tries again.
    running = running
      .then(() => readDue(worlds, watch))
      .catch(() => {})
      .then(() => {
        if (!isPlanned) plan(INTERVAL_MS);
      });
  };
  return {
    called: soon,
    stop: async () => {
      isStopped = true;
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

async function readDue(worlds: Worlds, watch: (store: Store) => Promise<void>): Promise<void> {
  const { world } = await worlds.forReading();
  if (!world.project.hasMemory || world.ownership?.foreign) return;
  await watch(world.store);
  const { dueCount } = await import("./app/sessions/due-count.ts");
  if ((await dueCount(world)) === 0) return;
  const { tick } = await import("./app/sessions/worker.ts");
  const { world: writing } = await worlds.forWriting();
  // SQLite answers without a turn of the event loop: without a pause, calls would wait until the last session is read.
  const pause = () => new Promise<void>((resume) => setImmediate(resume));
  await tick(writing, { until: writing.clock.now() + READ_MS_MAX, pause });
}
