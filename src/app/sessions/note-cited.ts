import { citedItems } from "../../core/freshness/cited-items.ts";
import type { Instant, TurnEvent } from "../../core/tape/event.ts";
import { itemsByIds } from "../items/find-item.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, RankingDeps } from "../runtime/deps.ts";

/** Records that agents used the items that they named in their turns, by label or id, with the time of the turn. */
export async function noteCited(deps: MemoryDeps & RankingDeps, turns: readonly TurnEvent[]): Promise<void> {
  const named = citedItems(turns);
  if (named.size === 0) return;
  const saidAt = await momentsOf(deps, named);
  const byMoment = new Map<Instant, string[]>();
  for (const { id, created_at } of await itemsByIds(deps, [...saidAt.keys()])) {
    const at = saidAt.get(id) ?? 0;
    // A name that is older than its item meant something else.
    if (Date.parse(created_at) <= at) byMoment.set(at, [...(byMoment.get(at) ?? []), id]);
  }
  for (const [at, ids] of byMoment) await deps.usage.touch(ids, "used", at);
}

/** For each item id, when a turn last named the item by its id or label. */
async function momentsOf(
  deps: MemoryDeps,
  named: ReadonlyMap<string, Instant>,
): Promise<Map<string, Instant>> {
  await catchUp(deps, "items");
  const rows = await deps.store.views.rows(deps.views.items, [...named.keys()]);
  const moments = new Map<string, Instant>();
  for (const [name, at] of named) {
    const id = rows.get(name)?.id;
    if (typeof id === "string") moments.set(id, Math.max(at, moments.get(id) ?? at));
  }
  return moments;
}
