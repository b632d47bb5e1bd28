import { hasCites } from "../../core/freshness/cites.ts";
import type { Item } from "../../core/items/item.ts";
import type { Act } from "../../core/items/life.ts";
import { iso } from "../../core/time.ts";
import type { MemoryDeps, ProjectDeps } from "../runtime/deps.ts";

/** Records the present commit with a statement about code: later changes of the code are measured from there. */
export async function withCommit(deps: MemoryDeps & ProjectDeps, act: Act): Promise<Act> {
  const { item } = act.payload;
  const head = deps.code && hasCites(item) ? await deps.git.head() : undefined;
  if (!head) return act;
  const next: Item = { ...item, seen_commit: { commit: head.commit, at: iso(deps.clock.now()) } };
  return { ...act, payload: { ...act.payload, item: next } };
}
