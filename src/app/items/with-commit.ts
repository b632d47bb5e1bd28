import { hasCites } from "../../core/freshness/cites.ts";
import type { Item } from "../../core/items/item.ts";
import type { Act } from "../../core/items/life.ts";
import { iso } from "../../core/time.ts";
import type { MemoryDeps, ProjectDeps } from "../runtime/deps.ts";

/** Notes on a statement about code which commit the code stood at: what becomes of it is told from there. */
export async function withCommit(deps: MemoryDeps & ProjectDeps, act: Act): Promise<Act> {
  const { item } = act.payload;
  const head = deps.code && hasCites(item) ? await deps.git.head() : undefined;
  if (!head) return act;
  const next: Item = { ...item, seen_commit: { commit: head.commit, at: iso(deps.clock.now()) } };
  return { ...act, payload: { ...act.payload, item: next } };
}
