import type { Item } from "../../core/items/item.ts";
import { type ItemRow, withoutViewFields } from "../../core/items/items-view.ts";
import { updateItem } from "../../core/items/life.ts";
import { applyStepMoves } from "../../core/items/plan-steps.ts";
import { planInput } from "../plans/plan-input.ts";
import { decideAndCommit } from "../runtime/decide-and-commit.ts";
import type { WriteDeps } from "../runtime/deps.ts";
import { findItem } from "./find-item.ts";
import { archivedItem } from "./undo.ts";

export type UpdateInput = {
  readonly id: string;
  /** Changes of single steps of a plan: "done: 2". The other steps stay as they are. */
  readonly step?: readonly string[] | undefined;
  readonly [field: string]: unknown;
};

/** Sets fields of an item; an empty text clears one. */
export async function update(deps: WriteDeps, input: UpdateInput): Promise<ItemRow> {
  const { id, step = [], ...given } = input;
  const patch = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isEmpty(value) ? null : value]),
  );
  await decideAndCommit(deps, async () => {
    const item = await findItem(deps, id);
    if (item.removed) throw await archivedItem(deps, item, "be changed");
    const fields = item.kind === "plan" ? await planInput(deps, patch, item.id) : patch;
    const moved = step.length === 0 ? {} : { steps: applyStepMoves(item, step) };
    const own = withoutViewFields(item);
    const said = SAID.some((name) => name in patch) ? writtenBy(deps, own) : own;
    return { acts: [updateItem(said, { ...fields, ...moved }, deps.clock.now())], seen: [item] };
  });
  return findItem(deps, id);
}

/** Fields that state something in somebody's words. */
const SAID = ["text", "instead"];

/** The author of a changed text becomes the author of the item. */
function writtenBy({ voice, writer, person }: WriteDeps, item: Item): Item {
  if (voice === "agent") return { ...item, origin: "agent", said_by: writer.agent };
  const { said_by: _, ...rest } = item;
  const named = person === undefined ? rest : { ...rest, said_by: person };
  return item.origin === undefined ? named : { ...named, origin: "user" };
}

const isEmpty = (value: unknown): boolean => value === "" || (Array.isArray(value) && value.join("") === "");
