import type { ItemRow } from "../../core/items/items-view.ts";
import type { World } from "../runtime/world.ts";
import { itemBy } from "./find-item.ts";

/** One item by id or label. Whoever fetches it uses it. */
export async function get(world: World, input: { readonly id: string }): Promise<ItemRow> {
  const item = await itemBy(world, input.id);
  await world.usage.touch([item.id], "used");
  return item;
}
