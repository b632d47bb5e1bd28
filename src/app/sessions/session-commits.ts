import type { ItemRow } from "../../core/items/items-view.ts";
import { SESSION_EVENTS } from "../../core/sessions/sessions-view.ts";
import { eventsAt } from "../items/evidence.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** Number of events at the beginning of a session among which its start is. */
const LOOK_MAX = 5;

/** For each item, the commit at which its session began. Only for items based on turns, if the host told the commit. */
export async function sessionCommits(
  deps: MemoryDeps,
  items: readonly ItemRow[],
): Promise<(string | undefined)[]> {
  const last = items.map(({ evidence }) => evidence?.at(-1));
  const events = await eventsAt(deps, [...new Set(last.flatMap((position) => position ?? []))]);
  const commits = new Map<string, string | undefined>();
  for (const { session } of events.values()) {
    if (session !== undefined && !commits.has(session))
      commits.set(session, await startCommit(deps, session));
  }
  return last.map((position) => commits.get(events.get(position ?? 0)?.session ?? ""));
}

async function startCommit(deps: MemoryDeps, session: string): Promise<string | undefined> {
  const events = await deps.store.events.sessionEvents(session, 0, LOOK_MAX);
  const started = events.find(({ type }) => type === SESSION_EVENTS.started);
  const commit = started?.payload?.commit;
  return typeof commit === "string" ? commit : undefined;
}
