import { namesIn } from "../../core/fields.ts";
import { importCommits } from "../intake/import-commits.ts";
import { type DocumentsSeen, importDocuments, NO_DOCUMENTS } from "../intake/import-documents.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { WorkerDeps } from "../runtime/deps.ts";
import { markUnread } from "./read-due.ts";
import { findDue, type Ticked, type TickOptions, tick } from "./worker.ts";

/** Between two ticks of a worker that stays. */
const INTERVAL_MS = 30_000;
/** A worker that a hook started ends by itself after this. */
const ONCE_MS = 10_000;

export type Worker = {
  /** Ticks now and after each pause, until `stop`. */
  readonly start: () => void;
  /** Waits for the tick that runs; none comes after it. */
  readonly stop: () => Promise<void>;
  /** Reads what is due once, also where nothing was started. Undefined after `stop`, and when it could not be done. */
  readonly tick: () => Promise<Ticked | undefined>;
};

export type WorkerOptions = TickOptions & {
  readonly onTick?: (done: Ticked) => void;
  /** A tick that could not be done at all. The next one comes in its time. */
  readonly onFailure?: (error: unknown) => void;
};

/** The loop of a process that stays: a tick, a pause, a tick, until it is stopped. */
export function createWorker(world: WorkerDeps, options: WorkerOptions): Worker {
  let isStopped = false;
  let isLooping = false;
  let cancel = (): void => {};
  let running: Promise<Ticked | undefined> = Promise.resolve(undefined);
  const one = async (): Promise<Ticked | undefined> => {
    if (isStopped) return undefined;
    try {
      const done = await tick(world, options);
      options.onTick?.(done);
      return done;
    } catch (error) {
      // The store was busy, full or away. That passes; a worker that stays must still be there then.
      options.onFailure?.(error);
      return undefined;
    }
  };
  const next = (): Promise<Ticked | undefined> => {
    running = running.then(one);
    return running;
  };
  const loop = (): void => {
    void next().then(() => {
      if (!isStopped) cancel = world.loop.schedule(loop, INTERVAL_MS);
    });
  };
  return {
    start: () => {
      if (isLooping) return;
      isLooping = true;
      isStopped = false;
      loop();
    },
    stop: async () => {
      isStopped = true;
      isLooping = false;
      cancel();
      await running;
    },
    tick: next,
  };
}

export type Worked = Ticked & {
  readonly ticks: number;
  readonly commits: number;
  readonly documents: DocumentsSeen;
  readonly still_due: number;
  /** Ticks that could not be done, and what the last of them said. */
  readonly broken?: { readonly ticks: number; readonly error: string };
};

/** Ticks until nothing is due or the time is up: what a hook or a server starts, and a worker that is asked to run once. */
export async function workOnce(
  world: WorkerDeps,
  { onlyDue = false, ...options }: TickOptions & { readonly onlyDue?: boolean } = {},
): Promise<Worked> {
  const until = world.clock.now() + ONCE_MS;
  // A person who asks for it now does not want to wait until a session falls silent. A model costs: it is asked when that is due.
  if (!onlyDue && !world.model) await markUnread(world, { reason: "worker" });
  const { added: commits } = await importCommits(world);
  const documents = await importDocuments(world);
  const total = { read: 0, failed: 0, slept: 0, ended: 0, skipped: 0 };
  for (let ticks = 1; ; ticks++) {
    const done = await tick(world, { ...options, until });
    for (const name of namesIn(total)) total[name] += done[name];
    await catchUp(world, "sessions");
    const due = (await findDue(world, 1)).length;
    const isStuck = done.read + done.failed === 0;
    if (due === 0 || isStuck || world.clock.now() >= until)
      return { ...total, ticks, commits, documents, still_due: due };
  }
}

/** Stays until it is stopped, and then says what it did. */
export async function workUntilStopped(world: WorkerDeps): Promise<Worked> {
  const total = { read: 0, failed: 0, slept: 0, ended: 0, skipped: 0, ticks: 0 };
  let broken: { readonly ticks: number; readonly error: string } | undefined;
  const worker = createWorker(world, {
    onFailure: (error) => {
      const said = error instanceof Error ? error.message : String(error);
      broken = { ticks: (broken?.ticks ?? 0) + 1, error: said };
    },
    onTick: (done) => {
      total.ticks++;
      for (const name of namesIn(done)) total[name] += done[name];
    },
  });
  worker.start();
  await world.loop.untilStopped();
  await worker.stop();
  await catchUp(world, "sessions");
  const still_due = (await findDue(world, 1)).length;
  return { ...total, commits: 0, documents: NO_DOCUMENTS, still_due, ...(broken ? { broken } : {}) };
}
