import { type ItemRow, withoutViewFields } from "../../core/items/items-view.ts";
import { removeItem } from "../../core/items/life.ts";
import { decideAndCommit } from "../runtime/decide-and-commit.ts";
import type { WriteDeps } from "../runtime/deps.ts";
import { findItem } from "./find-item.ts";
import { stepsBack } from "./undo.ts";

export type ArchivedItem = ItemRow & {
  /** The command that restores the item. */
  readonly bring_back?: string;
};

/** Archives an item: it is hidden but stays on the tape, and `undo` restores it. */
export async function remove(deps: WriteDeps, input: { readonly id: string }): Promise<ArchivedItem> {
  await decideAndCommit(deps, async () => {
    const item = await findItem(deps, input.id);
    return {
      acts: item.removed ? [] : [removeItem(withoutViewFields(item), deps.clock.now())],
      seen: [item],
    };
  });
  const item = await findItem(deps, input.id);
  const back = await stepsBack(deps, item.id);
  return back === undefined ? item : { ...item, bring_back: deps.command(back) };
}
