import type { ItemRow } from "../core/items/items-view.ts";
import { itemBy } from "./items.ts";
import type { World } from "./world.ts";

/** One item by id or label. */
export function get(world: World, input: { readonly id: string }): Promise<ItemRow> {
  return itemBy(world, input.id);
}
