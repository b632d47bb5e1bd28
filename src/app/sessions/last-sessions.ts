import { AT_WORK_MS } from "../../core/sessions/limits.ts";
import { byLastActivity, type SessionRow } from "../../core/sessions/sessions-view.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

type LastHeard = { readonly rows: readonly SessionRow[]; readonly total: number };

/** Sessions by their last event, latest first, and their number. The store sorts due and idle ones by other times. */
export async function lastSessions(
  { store, views }: MemoryDeps,
  { statuses, limit }: { readonly statuses?: readonly string[]; readonly limit: number },
): Promise<LastHeard> {
  const selection = { ...(statuses && { statuses }), order: "newest", limit, offset: 0 } as const;
  const { rows, total } = await store.views.select(views.sessions, selection);
  return { rows: [...rows].sort(byLastActivity), total };
}

const ACTIVE_MAX = 500;

/** Sessions of the last hours that have not ended. An import may have recorded an old session just now. */
export async function sessionsAtWork(deps: MemoryDeps): Promise<readonly SessionRow[]> {
  const { rows } = await lastSessions(deps, { statuses: ["active"], limit: ACTIVE_MAX });
  return rows.filter(({ last_at }) => Date.parse(last_at) >= deps.clock.now() - AT_WORK_MS);
}
