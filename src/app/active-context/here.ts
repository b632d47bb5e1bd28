import { type HereRow, hereKey } from "../../core/active-context/registry/contexts-view.ts";
import { rowAt } from "../../core/tape/projection.ts";
import { catchUp, type World } from "../runtime/world.ts";

/** What is in hand in this worktree, as the tape has it. */
export async function hereRow(world: World): Promise<HereRow | undefined> {
  await catchUp(world, "contexts");
  const key = hereKey(world.writer.worktree);
  return rowAt(await world.store.views.rows(world.views.contexts, [key]), key);
}
