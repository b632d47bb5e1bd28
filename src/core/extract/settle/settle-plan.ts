import type { Step } from "../../items/field.ts";
import type { Item } from "../../items/item.ts";
import { bare } from "../../items/items-view.ts";
import { kindOf } from "../../items/kinds.ts";
import { type Act, createItem, transitionItem, updateItem } from "../../items/life.ts";
import { canonical } from "../../tape/canonical.ts";
import type { Finding } from "../finding.ts";
import { lastOf, put, remember, type SettleWith, type Settling } from "./settling.ts";

/**
 * A todo list is one plan, kept up as the list moves on: its steps are what the newest telling says, and its status
 * follows them. A plan that is over stays over; a new list with work in it is a new plan.
 */
export function settlePlan(finding: Finding, settling: Settling, how: SettleWith): void {
  const steps = stepsOf(finding.fields?.steps);
  if (steps.length === 0) return;
  const known = (settling.sources.get(finding.source_key ?? "") ?? []).map(({ id }) =>
    settling.items.get(id),
  );
  if (known.some((item) => item && (item.evidence?.at(-1) ?? 0) >= lastOf(finding))) return;
  const live = known.findLast((item) => item && !item.removed && kindOf("plan").live.includes(item.status));
  const isDone = steps.every(({ status }) => status === "done");
  if (live) moveOn(live, { finding, steps, settling, how });
  if (live || (isDone && known.length > 0)) return;
  const act = begun(finding, how);
  put(act, settling);
  remember(finding, act.payload.item, settling);
  follow(act.payload.item, steps, { settling, how });
}

function begun({ fields, text, at, evidence, origin, said_by, source_key }: Finding, how: SettleWith): Act {
  const own = {
    origin,
    ...(said_by === undefined ? {} : { said_by }),
    ...(source_key === undefined ? {} : { source_key }),
  };
  const id = how.nextId(kindOf("plan").prefix);
  return createItem("plan", { ...fields, text }, { id, at, now: how.now, evidence, own });
}

type Telling = {
  readonly finding: Finding;
  readonly steps: readonly Step[];
  readonly settling: Settling;
  readonly how: SettleWith;
};

function moveOn(plan: Item, { finding, steps, settling, how }: Telling): void {
  if (canonical(stepsOf(plan.steps)) === canonical(steps)) return;
  const evidence = [...new Set([...(plan.evidence ?? []).slice(0, 1), lastOf(finding)])];
  const before = { ...bare(plan), evidence };
  const act = updateItem(before, { steps }, how.now);
  put(act, settling);
  follow(act.payload.item, steps, { settling, how });
}

/** Where the steps say the plan stands. */
function follow(
  plan: Item,
  steps: readonly Step[],
  { settling, how }: Omit<Telling, "finding" | "steps">,
): void {
  const status = statusOf(steps);
  if (status === plan.status || !(kindOf("plan").moves[plan.status] ?? []).includes(status)) return;
  put(transitionItem(plan, status, { reason: "its todo list", now: how.now }), settling);
}

function statusOf(steps: readonly Step[]): string {
  if (steps.every(({ status }) => status === "done")) return "done";
  return steps.some(({ status }) => status === "done" || status === "in_progress") ? "in_progress" : "todo";
}

const stepsOf = (value: unknown): readonly Step[] => (Array.isArray(value) ? (value as Step[]) : []);
