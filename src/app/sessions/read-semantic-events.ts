import { MemoryError } from "../../core/failure.ts";
import type { SessionRow } from "../../core/sessions/sessions-view.ts";
import type { Instant } from "../../core/tape/event.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, WorkerDeps } from "../runtime/deps.ts";

/** Maximum time that a question waits for the reading; remaining sessions stay due. */
const READ_MS_MAX = 2000;
/** Maximum number of due sessions checked, last marked first. */
const LOOK_MAX = 50;

/**
 * Reads what programs recorded, so that a fact, task or check on the tape is known to the next question without a
 * worker. Sessions that only have turns wait for the worker.
 */
export async function readSemanticEvents(deps: WorkerDeps): Promise<void> {
  if (deps.consent?.recording.is_on === false || !deps.config.memory.enabled || deps.ownership?.foreign)
    return;
  const { model, embedder, ...quick } = deps;
  let until: Instant | undefined;
  do {
    const only = await statedSessions(deps, model !== undefined);
    if (only.size === 0) return;
    const { tick } = await import("./worker.ts");
    // Loading the program takes longer than reading where the machine is busy, and must not use up the time.
    until ??= deps.clock.now() + READ_MS_MAX;
    try {
      if ((await tick(quick, { only, until })).read === 0) return;
    } catch (error) {
      // If the memory cannot be written now, the question is answered anyway.
      if (error instanceof MemoryError && error.code.startsWith("store.")) return;
      throw error;
    }
  } while (deps.clock.now() < until);
}

/** With a model, sessions are left to the worker, because the model reads turns and records together and takes long. */
async function statedSessions(deps: MemoryDeps, hasModel: boolean): Promise<Set<string>> {
  await catchUp(deps, "sessions");
  const page = { kinds: ["due"], order: "newest", limit: LOOK_MAX, offset: 0 } as const;
  const { rows } = await deps.store.views.select(deps.views.sessions, page);
  const isStated = ({ stated_at, turns }: SessionRow): boolean =>
    stated_at !== null && !(hasModel && turns > 0);
  return new Set(rows.filter(isStated).map(({ id }) => id));
}
