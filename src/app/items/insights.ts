import { isOfKind } from "../../core/items/item-of.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** Insights read at once. */
const PAGE = 500;

/** Open insights that name an item. */
export async function openInsightsAbout(world: MemoryDeps, id: string): Promise<ItemRow[]> {
  await catchUp(world, "items");
  const found: ItemRow[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const selection = {
      kinds: ["insight"],
      statuses: ["open"],
      order: "newest",
      limit: PAGE,
      offset,
    } as const;
    const { rows } = await world.store.views.select(world.views.items, selection);
    found.push(...rows.filter((row) => isOfKind(row, "insight") && row.about?.includes(id)));
    if (rows.length < PAGE) return found;
  }
}
