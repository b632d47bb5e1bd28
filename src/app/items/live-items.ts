import type { LiveItems } from "../../core/bundle/compose.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { type KindName, kindOf } from "../../core/items/kinds.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/**
 * Selects each kind and status separately. The newest items of a rare kind are found however many there are of another
 * kind, and every select uses an index.
 */
export async function liveItems(
  deps: MemoryDeps,
  kinds: readonly KindName[],
  limit: number,
): Promise<LiveItems[]> {
  const live: LiveItems[] = [];
  for (const kind of kinds) {
    const found: ItemRow[] = [];
    let total = 0;
    for (const status of kindOf(kind).live) {
      const selection = { kinds: [kind], statuses: [status], order: "newest", limit, offset: 0 } as const;
      const selected = await deps.store.views.select(deps.views.items, selection);
      found.push(...selected.rows);
      total += selected.total;
    }
    const items = found.sort((a, b) => b.position - a.position).slice(0, limit);
    live.push({ kind, items, total });
  }
  return live;
}
