import { namesIn } from "../../core/fields.ts";
import { importCommits } from "../intake/import-commits.ts";
import { type DocumentImport, importDocuments, NO_DOCUMENTS } from "../intake/import-documents.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { WorkerDeps } from "../runtime/deps.ts";
import { markUnread } from "./read-due.ts";
import { findDue, type TickOptions, type TickResult, tick } from "./worker.ts";

/** The pause between two ticks of a permanent worker. */
const INTERVAL_MS = 30_000;
/** The time after which a worker that a hook started ends by itself. */
const ONCE_MS = 10_000;

export type Worker = {
  /** Ticks now and after each pause, until `stop` is called. */
  readonly start: () => void;
  /** Waits for the running tick; no tick follows it. */
  readonly stop: () => Promise<void>;
  /** Ticks once, even if the loop was not started. Undefined after `stop`, and if the tick failed. */
  readonly tick: () => Promise<TickResult | undefined>;
};

export type WorkerOptions = TickOptions & {
  readonly onTick?: (done: TickResult) => void;
  /** Called if a whole tick failed. The next tick follows as usual. */
  readonly onFailure?: (error: unknown) => void;
};

/** The loop of a permanent worker: tick, pause, tick, until it is stopped. */
export function createWorker(deps: WorkerDeps, options: WorkerOptions): Worker {
  let isStopped = false;
  let isLooping = false;
  let cancel = (): void => {};
  let running: Promise<TickResult | undefined> = Promise.resolve(undefined);
  const one = async (): Promise<TickResult | undefined> => {
    if (isStopped) return undefined;
    try {
      const done = await tick(deps, options);
      options.onTick?.(done);
      return done;
    } catch (error) {
      // The store was busy, full or unreachable. A permanent worker continues until the store is back.
      options.onFailure?.(error);
      return undefined;
    }
  };
  const next = (): Promise<TickResult | undefined> => {
    running = running.then(one);
    return running;
  };
  const loop = (): void => {
    void next().then(() => {
      if (!isStopped) cancel = deps.loop.schedule(loop, INTERVAL_MS);
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

export type WorkerTotals = TickResult & {
  readonly ticks: number;
  readonly commits: number;
  readonly documents: DocumentImport;
  readonly still_due: number;
  /** Number of failed ticks, and the error of the last one. */
  readonly broken?: { readonly ticks: number; readonly error: string };
};

/** Ticks until nothing is due or the time is up, for a worker started by a hook, a server or a person. */
export async function workOnce(
  deps: WorkerDeps,
  { onlyDue = false, ...options }: TickOptions & { readonly onlyDue?: boolean } = {},
): Promise<WorkerTotals> {
  const until = deps.clock.now() + ONCE_MS;
  // A person does not want to wait until a session is idle. A model costs, so it only reads due sessions.
  if (!onlyDue && !deps.model) await markUnread(deps, { reason: "worker" });
  const { added: commits } = await importCommits(deps);
  const documents = await importDocuments(deps);
  const total = { read: 0, failed: 0, slept: 0, ended: 0, skipped: 0 };
  for (let ticks = 1; ; ticks++) {
    const done = await tick(deps, { ...options, until });
    for (const name of namesIn(total)) total[name] += done[name];
    await catchUp(deps, "sessions");
    const due = (await findDue(deps, 1)).length;
    const isStuck = done.read + done.failed === 0;
    if (due === 0 || isStuck || deps.clock.now() >= until)
      return { ...total, ticks, commits, documents, still_due: due };
  }
}

/** Runs until it is stopped, and then reports its work. */
export async function workUntilStopped(deps: WorkerDeps): Promise<WorkerTotals> {
  const total = { read: 0, failed: 0, slept: 0, ended: 0, skipped: 0, ticks: 0 };
  let broken: { readonly ticks: number; readonly error: string } | undefined;
  const worker = createWorker(deps, {
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
  await deps.loop.untilStopped();
  await worker.stop();
  await catchUp(deps, "sessions");
  const still_due = (await findDue(deps, 1)).length;
  return { ...total, commits: 0, documents: NO_DOCUMENTS, still_due, ...(broken ? { broken } : {}) };
}
