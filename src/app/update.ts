import type { ItemRow } from "../core/items/items-view.ts";
import { updateItem } from "../core/items/life.ts";
import { bare, itemBy } from "./items.ts";
import { decideAndCommit, type World } from "./world.ts";

export type UpdateInput = { readonly id: string; readonly [field: string]: unknown };

/** Sets fields of an item; an empty text clears one. */
export async function update(world: World, input: UpdateInput): Promise<ItemRow> {
  const { id, ...given } = input;
  const patch = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isEmpty(value) ? null : value]),
  );
  await decideAndCommit(world, async () => {
    const item = await itemBy(world, id);
    return { acts: [updateItem(bare(item), patch, world.clock.now())], seen: [item] };
  });
  return itemBy(world, id);
}

const isEmpty = (value: unknown): boolean => value === "" || (Array.isArray(value) && value.join("") === "");
