import type { ItemRow } from "../../core/items/items-view.ts";
import { itemsByIds } from "../items/find-item.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import { scanItems } from "../runtime/scan-rows.ts";
import { dependsOn } from "./plan-input.ts";

/** A plan, and the plans that must be finished before it can start. */
export type BlockedPlan = { readonly plan: ItemRow; readonly waits_for: readonly ItemRow[] };

/** The unfinished plans that each plan depends on. A dropped plan is not finished: somebody must decide what to do. */
export async function blockedPlans(deps: MemoryDeps, plans: readonly ItemRow[]): Promise<BlockedPlan[]> {
  const ids = [...new Set(plans.flatMap(dependsOn))];
  const byId = new Map((await itemsByIds(deps, ids)).map((item) => [item.id, item]));
  return plans.map((plan) => ({
    plan,
    waits_for: dependsOn(plan).flatMap((id) => {
      const first = byId.get(id);
      return first === undefined || first.removed || first.status === "done" ? [] : [first];
    }),
  }));
}

/** Plans that nobody has started and that depend on no unfinished plan, most recently changed first. */
export async function readyPlans(deps: MemoryDeps): Promise<ItemRow[]> {
  const { rows } = await scanItems(deps, { kinds: ["plan"], statuses: ["todo"], order: "newest" });
  const waiting = await blockedPlans(deps, rows);
  return waiting.filter(({ waits_for }) => waits_for.length === 0).map(({ plan }) => plan);
}
