import { MemoryError } from "../core/failure.ts";
import { isInstruction } from "../core/items/authority.ts";
import { bare, type ItemRow } from "../core/items/items-view.ts";
import { updateItem } from "../core/items/life.ts";
import { withMoved } from "../core/items/plan-steps.ts";
import { itemBy } from "./items.ts";
import { planInput } from "./plan-input.ts";
import { decideAndCommit, type World } from "./world.ts";

export type UpdateInput = {
  readonly id: string;
  /** Steps of a plan to move on: "done: 2". The other steps stay as they are then. */
  readonly step?: readonly string[] | undefined;
  readonly [field: string]: unknown;
};

/** Sets fields of an item; an empty text clears one. */
export async function update(world: World, input: UpdateInput): Promise<ItemRow> {
  const { id, step = [], ...given } = input;
  const patch = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isEmpty(value) ? null : value]),
  );
  await decideAndCommit(world, async () => {
    const item = await itemBy(world, id);
    if ("text" in patch) refuseOtherWords(world, item);
    const fields = item.kind === "plan" ? await planInput(world, patch, item.id) : patch;
    const moved = step.length === 0 ? {} : { steps: withMoved(item, step) };
    return { acts: [updateItem(bare(item), { ...fields, ...moved }, world.clock.now())], seen: [item] };
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
