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
export async function readSemanticEvents(deps: WorkerDeps): Promise<void> {
  if (deps.consent?.recording.is_on === false || !deps.config.memory.enabled || deps.ownership?.foreign)
    return;
  const { model, embedder, ...quick } = deps;
  const until = deps.clock.now() + READ_MS_MAX;
  do {
    const only = await statedSessions(deps, model !== undefined);
    if (only.size === 0) return;
    const { tick } = await import("./worker.ts");
    try {
      if ((await tick(quick, { only, until })).read === 0) return;
    } catch (error) {
      // A memory that cannot be written now is asked anyway.
      if (error instanceof MemoryError && error.code.startsWith("store.")) return;
      throw error;
    }
  } while (deps.clock.now() < until);
}

/** Where a model reads along, it reads turns with what was stated between them, and takes its time: that is left to the worker. */
async function statedSessions(deps: MemoryDeps, hasModel: boolean): Promise<Set<string>> {
  await catchUp(deps, "sessions");
  const page = { kinds: ["due"], order: "newest", limit: LOOK_MAX, offset: 0 } as const;
  const { rows } = await deps.store.views.select(deps.views.sessions, page);
  const isStated = ({ stated_at, turns }: SessionRow): boolean =>
    stated_at !== null && !(hasModel && turns > 0);
  return new Set(rows.filter(isStated).map(({ id }) => id));
}
