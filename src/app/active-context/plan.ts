import type { ArchiveStatus } from "../../core/active-context/registry/archive.ts";
import { sameTaskId } from "../../core/active-context/registry/task-id.ts";
import { MemoryError } from "../../core/failure.ts";
import { inOwnTerminal } from "../../core/items/authority.ts";
import type { PlanStep } from "../../core/items/field.ts";
import type { Item } from "../../core/items/item.ts";
import { type ItemRow, withoutViewFields } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import { type Act, transitionItem, updateItem } from "../../core/items/life.ts";
import { stepsIn } from "../../core/items/plan-steps.ts";
import { canonical } from "../../core/tape/canonical.ts";
import type { Instant } from "../../core/tape/event.ts";
import { create } from "../items/create.ts";
import { itemsByIds } from "../items/find-item.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { ItemDeps, MemoryDeps, WriteDeps } from "../runtime/deps.ts";
import { scanItems } from "../runtime/scan-rows.ts";

/** The status of a plan when work on its task stops. Anybody can resume a paused plan. */
const PLAN_STATUS: { readonly [status in ArchiveStatus]: string } = {
  paused: "todo",
  completed: "done",
  abandoned: "dropped",
};

/** The plan with the task's id as its key: the one last written with it, else an open one with that key. */
export async function planOf(deps: MemoryDeps, task: string, known?: string): Promise<ItemRow | undefined> {
  await catchUp(deps, "items");
  const [own] = known === undefined ? [] : await itemsByIds(deps, [known]);
  if (own && !own.removed && isOf(own, task)) return own;
  const { rows } = await scanItems(deps, {
    kinds: ["plan"],
    statuses: kindOf("plan").live,
    order: "newest",
  });
  return rows.find((plan) => isOf(plan, task));
}

const isOf = ({ key }: Item, task: string): boolean => typeof key === "string" && sameTaskId(key, task);

/** The task's plan. A new plan is made if there is no open one; an ended plan is never reopened. */
export async function planFor(
  deps: ItemDeps,
  {
    task,
    goal,
    origin,
  }: { readonly task: string; readonly goal: string; readonly origin?: "file" | undefined },
): Promise<ItemRow> {
  const known = await planOf(deps, task);
  if (known) return known;
  const { item, outcome } = await create(
    deps,
    { kind: "plan", text: goal, key: task },
    { ...(origin && { origin }) },
  );
  if (outcome !== "proposed") return item;
  throw new MemoryError(
    "input.needs_person",
    "This goal contains orders to agents, so a person must confirm it.",
    {
      field: "goal",
      fix: inOwnTerminal({ verb: "review", options: { accept: item.label } }),
    },
  );
}

export type PlanMove = {
  readonly steps?: readonly PlanStep[];
  readonly to?: "active" | ArchiveStatus;
  readonly goal?: string;
  /** Texts from the file that no person has confirmed. */
  readonly foreign?: readonly string[];
  /** Whether a person says that the file is theirs. */
  readonly isOwned?: boolean;
  /** The agent who changes the plan; absent for a person. */
  readonly agent?: string | undefined;
  readonly reason: string;
  readonly now: Instant;
};

/** The acts on a plan when its task is synced, started or left. */
export function planActs(plan: ItemRow, move: PlanMove): Act[] {
  const { steps, to, goal, reason, now } = move;
  const acts: Act[] = [];
  let item = withoutViewFields(plan);
  const put = (act: Act): void => {
    acts.push(act);
    item = act.payload.item;
  };
  const isLive = kindOf("plan").live.includes(item.status);
  const hasMoved = steps !== undefined && canonical(steps) !== canonical(stepsIn(item));
  const patch = {
    ...(hasMoved ? { steps: steps.length === 0 ? null : steps } : {}),
    ...(goal !== undefined && (goal !== item.text || (move.isOwned && item.origin === "file"))
      ? { text: goal }
      : {}),
  };
  if (isLive && Object.keys(patch).length > 0) put(updateItem(asSpeaker(item, move), patch, now));
  const status = to === undefined ? item.status : to === "active" ? "in_progress" : PLAN_STATUS[to];
  // A blocked plan stays blocked while nobody works on it.
  const isHeld = item.status === "blocked" && to === "paused";
  const open = kindOf("plan").moves[item.status] ?? [];
  if (!isHeld && open.includes(status)) put(transitionItem(item, status, { reason, now }));
  return acts;
}

/**
 * Records the caller as the plan's author. A plan with texts from a file keeps that mark until a person says that the
 * file is theirs; a goal from an agent is the agent's.
 */
function asSpeaker(item: Item, { steps = [], goal, foreign = [], isOwned = false, agent }: PlanMove): Item {
  const known = [item.text, ...stepsIn(item).map(({ text }) => text)];
  const fresh = [...(goal === undefined ? [] : [goal]), ...steps.map(({ text }) => text)];
  const { said_by: _, ...rest } = item;
  if (fresh.some((text) => !known.includes(text) && foreign.includes(text)))
    return { ...rest, origin: "file" };
  if (agent !== undefined && goal !== undefined && goal !== item.text && item.origin !== "file")
    return { ...item, origin: "agent", said_by: agent };
  return isOwned && item.origin === "file" ? { ...item, origin: "user" } : item;
}

/** The agent that called a verb; undefined for a person. */
export const agentOf = ({ voice, writer }: WriteDeps): string | undefined =>
  voice === "agent" ? writer.agent : undefined;

export type LeavingPlans = { readonly acts: readonly Act[]; readonly seen: readonly ItemRow[] };

/** Updates the plans of tasks that are left. */
export async function leavePlans(
  deps: MemoryDeps,
  leaving: readonly { readonly plan: string; readonly status: ArchiveStatus }[],
  reason: string,
): Promise<LeavingPlans> {
  const ids = leaving.map(({ plan }) => plan);
  const seen = await itemsByIds(deps, ids);
  const acts = seen.flatMap((plan) => {
    const to = leaving.find((each) => each.plan === plan.id)?.status;
    return to === undefined ? [] : planActs(plan, { to, reason, now: deps.clock.now() });
  });
  return { acts, seen };
}
