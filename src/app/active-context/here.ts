import { type HereRow, hereKey } from "../../core/active-context/registry/contexts-view.ts";
import { rowAt } from "../../core/tape/projection.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { WriteDeps } from "../runtime/deps.ts";

/** The current context of this worktree, as the tape has it. */
export async function hereRow(world: WriteDeps): Promise<HereRow | undefined> {
  await catchUp(world, "contexts");
  const key = hereKey(world.writer.worktree);
  return rowAt(await world.store.views.rows(world.views.contexts, [key]), key);
}
