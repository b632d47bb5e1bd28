import { MemoryError } from "../core/failure.ts";
import { isInstruction } from "../core/items/authority.ts";
import { bare, type ItemRow } from "../core/items/items-view.ts";
import { updateItem } from "../core/items/life.ts";
import { itemBy } from "./items.ts";
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
    if ("text" in patch) refuseOtherWords(world, item);
    return { acts: [updateItem(bare(item), patch, world.clock.now())], seen: [item] };
  });
  return itemBy(world, id);
}

/** What tells agents what to do stands in a person's words; an agent that wants others proposes them. */
function refuseOtherWords({ voice }: World, { kind, label }: ItemRow): void {
  if (voice !== "agent" || !isInstruction(kind)) return;
  throw new MemoryError("input.needs_person", `${label} is a ${kind}: a person must change what it says.`, {
    field: "text",
    fix: `Propose it instead: tidemark create candidate --proposes ${kind} --text "…"`,
  });
}

const isEmpty = (value: unknown): boolean => value === "" || (Array.isArray(value) && value.join("") === "");
