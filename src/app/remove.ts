import { bare, type ItemRow } from "../core/items/items-view.ts";
import { removeItem } from "../core/items/life.ts";
import { itemBy } from "./items.ts";
import { decideAndCommit, type World } from "./world.ts";

/** Archives an item: out of sight, still on the tape, brought back by `undo`. */
export async function remove(world: World, input: { readonly id: string }): Promise<ItemRow> {
  await decideAndCommit(world, async () => {
    const item = await itemBy(world, input.id);
    return { acts: item.removed ? [] : [removeItem(bare(item), world.clock.now())], seen: [item] };
  });
  return itemBy(world, input.id);
}
