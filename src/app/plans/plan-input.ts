import { MemoryError } from "../../core/failure.ts";
import { findItem, itemsByIds } from "../items/find-item.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

type PlanFields = { readonly [name: string]: unknown };

/** Maximum number of plans followed to find out whether a plan depends on itself. */
const CHAIN_MAX = 200;

/** The fields of a plan with its dependencies as ids. They must be plans, and none may depend on this plan. */
export async function planInput(deps: MemoryDeps, fields: PlanFields, self?: string): Promise<PlanFields> {
  const given = fields.depends_on;
  if (given === undefined || given === null) return fields;
  const names = (Array.isArray(given) ? given : [given]).map(String);
  const ids: string[] = [];
  for (const name of names) {
    const plan = await findItem(deps, name);
    if (plan.kind !== "plan") throw planError(`${plan.label} is a ${plan.kind}; a plan depends on plans.`);
    if (plan.id === self) throw planError("A plan cannot depend on itself.");
    ids.push(plan.id);
  }
  if (self !== undefined) await refuseCircle(deps, ids, self);
  return { ...fields, depends_on: [...new Set(ids)] };
}

async function refuseCircle(deps: MemoryDeps, first: readonly string[], self: string): Promise<void> {
  const seen = new Set<string>();
  let next = first;
  while (next.length > 0 && seen.size < CHAIN_MAX) {
    for (const id of next) seen.add(id);
    const plans = await itemsByIds(deps, next);
    const circle = plans.find((plan) => dependsOn(plan).includes(self));
    if (circle) throw planError(`${circle.label} already depends on this plan: neither could ever start.`);
    next = plans.flatMap(dependsOn).filter((id) => !seen.has(id));
  }
}

export const dependsOn = ({ depends_on }: PlanFields): string[] =>
  Array.isArray(depends_on) ? depends_on.map(String) : [];

function planError(message: string): MemoryError {
  return new MemoryError("input.invalid", message, {
    field: "depends_on",
    fix: { to: "See which plans there are", verb: "find", options: { kind: "plan" } },
  });
}
