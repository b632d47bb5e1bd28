import { MemoryError } from "../../core/failure.ts";
import type { SessionRow } from "../../core/sessions/sessions-view.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, WorkerDeps } from "../runtime/deps.ts";

/** Longest time that a question waits for the reading; remaining sessions stay due. */
const READ_MS_MAX = 2000;
/** Due sessions looked at, the last marked first. */
const LOOK_MAX = 50;

/**
 * Reads what programs stated, whoever recorded it: a fact, a task or a check that is on the tape is known to whoever asks
 * next, and nobody need run a worker for it. Sessions of turns alone wait for the worker.
 */
export async function readSemanticEvents(world: WorkerDeps): Promise<void> {
  if (world.consent?.recording.is_on === false || !world.config.memory.enabled || world.ownership?.foreign)
    return;
  const { model, embedder, ...quick } = world;
  const until = world.clock.now() + READ_MS_MAX;
  do {
    const only = await statedSessions(world, model !== undefined);
    if (only.size === 0) return;
    const { tick } = await import("./worker.ts");
    try {
      if ((await tick(quick, { only, until })).read === 0) return;
    } catch (error) {
      // A memory that cannot be written now is asked anyway.
      if (error instanceof MemoryError && error.code.startsWith("store.")) return;
      throw error;
    }
  } while (world.clock.now() < until);
}

/** Where a model reads along, it reads turns with what was stated between them, and takes its time: that is left to the worker. */
async function statedSessions(world: MemoryDeps, hasModel: boolean): Promise<Set<string>> {
  await catchUp(world, "sessions");
  const page = { kinds: ["due"], order: "newest", limit: LOOK_MAX, offset: 0 } as const;
  const { rows } = await world.store.views.select(world.views.sessions, page);
  const isStated = ({ stated_at, turns }: SessionRow): boolean =>
    stated_at !== null && !(hasModel && turns > 0);
  return new Set(rows.filter(isStated).map(({ id }) => id));
}
