import type { ItemRow } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import { authorOf, type ChangeAuthor, evidenceTurns, isSameAuthor } from "../../core/resume/delta.ts";
import type { Position } from "../../core/tape/event.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** Maximum number of plans and handoffs whose owner is checked. */
const LOOK_MAX = 200;

/** Open work of this agent: plans that it owns or changed last, and handoffs that it accepted or should accept. */
export async function openWork(deps: MemoryDeps, who: ChangeAuthor): Promise<ItemRow[]> {
  await catchUp(deps, "items", "changes");
  const plans = await live(deps, "plan");
  const movers = await lastMovers(deps, plans);
  const own = plans.filter((plan) =>
    plan.assignee === undefined
      ? isSameAuthor(movers.get(plan.id) ?? NOBODY, who)
      : plan.assignee === who.agent,
  );
  const handoffs = (await live(deps, "handoff")).filter(({ status, changed_by, to }) =>
    status === "accepted" ? changed_by === who.agent : to === who.agent,
  );
  return [...own, ...handoffs];
}

const NOBODY: ChangeAuthor = { agent: "", worktree: "" };

async function live({ store, views }: MemoryDeps, kind: "plan" | "handoff"): Promise<readonly ItemRow[]> {
  const selection = { kinds: [kind], statuses: kindOf(kind).live, order: "newest", offset: 0 } as const;
  return (await store.views.select(views.items, { ...selection, limit: LOOK_MAX })).rows;
}

/** Plans that an agent changed after a position. */
export async function movedPlans(deps: MemoryDeps, who: ChangeAuthor, after: Position): Promise<ItemRow[]> {
  await catchUp(deps, "items", "changes");
  const { store, views } = deps;
  const selection = { kinds: ["plan"], order: "newest", limit: LOOK_MAX, offset: 0 } as const;
  const plans = (await store.views.select(views.items, selection)).rows;
  const recent = plans.filter(({ position, removed }) => position > after && !removed);
  const movers = await lastMovers(deps, recent);
  return recent.filter(({ id }) => isSameAuthor(movers.get(id) ?? NOBODY, who));
}

async function lastMovers(deps: MemoryDeps, plans: readonly ItemRow[]): Promise<Map<string, ChangeAuthor>> {
  const { store, views } = deps;
  const ids = plans.map(({ id }) => id);
  const rows = [...(await store.views.rows(views.changes, ids)).values()];
  const events = await store.events.eventsAt(
    evidenceTurns(rows, { after: 0, upTo: Number.MAX_SAFE_INTEGER }),
  );
  const speakers = new Map<Position, ChangeAuthor>(events.map(({ position, writer }) => [position, writer]));
  return new Map(
    rows.flatMap(({ id, changes }) => {
      const last = changes.at(-1);
      return last === undefined ? [] : [[id, authorOf(last, speakers)] as const];
    }),
  );
}
