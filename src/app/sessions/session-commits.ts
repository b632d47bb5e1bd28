import type { ItemRow } from "../../core/items/items-view.ts";
import { SESSION_EVENTS } from "../../core/sessions/sessions-view.ts";
import { eventsAt } from "../items/evidence.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** Events at the beginning of a session among which its start is. */
const LOOK_MAX = 5;

/** The commit that each item's session began at, where it rests on turns and the host told. */
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
