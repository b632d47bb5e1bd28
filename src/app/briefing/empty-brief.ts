import { waitingCounts } from "../review/waiting-for-review.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, ProjectDeps } from "../runtime/deps.ts";
import { dueCount } from "../sessions/due-count.ts";

/** Why a brief is empty: what the memory contains, and what waits. */
export type EmptyBrief = {
  readonly has_memory: boolean;
  readonly sessions: number;
  /** Sessions that wait to be read. */
  readonly due: number;
  /** Number of candidates, edges and conflicts that wait for a person. */
  readonly waiting: number;
};

/** Reads the state of the memory for an empty brief. */
export async function emptyBrief(deps: MemoryDeps & ProjectDeps): Promise<EmptyBrief> {
  await catchUp(deps, "sessions");
  const all = { order: "newest", limit: 0, offset: 0 } as const;
  const { total } = await deps.store.views.select(deps.views.sessions, all);
  const { candidates, edges, conflicts } = await waitingCounts(deps);
  return {
    has_memory: deps.project.hasMemory,
    sessions: total,
    due: await dueCount(deps),
    waiting: candidates + edges + conflicts,
  };
}
