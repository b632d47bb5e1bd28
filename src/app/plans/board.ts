import type { ItemRow } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import { stepsIn } from "../../core/items/plan-steps.ts";
import { AT_WORK_MS } from "../../core/sessions/limits.ts";
import { byLastHeard, type SessionRow } from "../../core/sessions/sessions-view.ts";
import { DAY_MS } from "../../core/time.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { BriefDeps, MemoryDeps } from "../runtime/deps.ts";
import { type StaleReport, staleReport } from "../staleness/stale.ts";
import { waitingFor } from "./plan-blockers.ts";

/** Entries of one list; the rest is counted. */
const LIST_MAX = 20;
/** Warnings at the foot of a board. */
const WARNINGS_MAX = 5;

export type BoardPlan = {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly status: string;
  readonly priority?: string;
  /** Who does it, or else who changed it last. */
  readonly owner: string;
  /** Whole days since anything of it moved. */
  readonly age_days: number;
  readonly steps_done: number;
  readonly steps: number;
  readonly ready: boolean;
  /** Labels of the plans that must be done first. */
  readonly waits_for: readonly string[];
};

export type Some<Entry> = { readonly total: number; readonly list: readonly Entry[] };

export type Board = {
  readonly plans: { readonly [status: string]: Some<BoardPlan> };
  readonly handoffs: Some<ItemRow & { readonly age_days: number }>;
  readonly traps: Some<ItemRow>;
  readonly sessions: Some<SessionRow>;
  readonly worker: { readonly due: number; readonly waiting: number; readonly dead: number };
  readonly stale: StaleReport;
};

/** The state of all work: plans, handoffs, traps, active sessions, pending reviews and doubtful items. */
export async function board(world: BriefDeps): Promise<Board> {
  await catchUp(world, "items", "sessions");
  const now = world.clock.now();
  const handoffs = await live(world, "handoff", ["open"]);
  return {
    plans: await plansByStatus(world),
    handoffs: {
      ...handoffs,
      list: handoffs.list.map((item) => ({ ...item, age_days: daysSince(item.created_at, now) })),
    },
    traps: await live(world, "trap", kindOf("trap").live),
    sessions: await sessionsAtWork(world),
    worker: {
      due: await sessionsOf(world, "due"),
      waiting: await sessionsOf(world, "failed"),
      dead: await sessionsOf(world, "dead"),
    },
    stale: await staleReport(world, { limit: WARNINGS_MAX }),
  };
}

/** Where work is checked first. */
const STATUSES = ["in_progress", "blocked", "todo"] as const;

async function plansByStatus(world: MemoryDeps): Promise<Board["plans"]> {
  const now = world.clock.now();
  const plans: Record<string, Some<BoardPlan>> = {};
  for (const status of STATUSES) {
    const { total, list } = await live(world, "plan", [status]);
    const waiting = await waitingFor(world, list);
    plans[status] = {
      total,
      list: waiting.map(({ plan, waits_for }) => {
        const labels = waits_for.map(({ label }) => label);
        return { ...planOf(plan, now), ready: status === "todo" && labels.length === 0, waits_for: labels };
      }),
    };
  }
  return plans;
}

function planOf(plan: ItemRow, now: number): Omit<BoardPlan, "ready" | "waits_for"> {
  const { id, label, text, status, priority, assignee, changed_by, changed_at } = plan;
  const steps = stepsIn(plan);
  return {
    ...{ id, label, text, status },
    ...(typeof priority === "string" ? { priority } : {}),
    owner: typeof assignee === "string" ? assignee : changed_by,
    age_days: daysSince(changed_at, now),
    steps_done: steps.filter((step) => step.status === "done").length,
    steps: steps.length,
  };
}

const daysSince = (at: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(at)) / DAY_MS));

async function live(
  { store, views }: MemoryDeps,
  kind: string,
  statuses: readonly string[],
): Promise<Some<ItemRow>> {
  const selection = { kinds: [kind], statuses, order: "newest", limit: LIST_MAX, offset: 0 } as const;
  const { rows, total } = await store.views.select(views.items, selection);
  return { total, list: rows };
}

const ACTIVE_MAX = 500;

async function sessionsAtWork({ store, views, clock }: MemoryDeps): Promise<Some<SessionRow>> {
  const selection = { statuses: ["active"], order: "newest", limit: ACTIVE_MAX, offset: 0 } as const;
  const { rows } = await store.views.select(views.sessions, selection);
  const since = clock.now() - AT_WORK_MS;
  const atWork = rows.filter(({ last_at }) => Date.parse(last_at) >= since).sort(byLastHeard);
  return { total: atWork.length, list: atWork.slice(0, LIST_MAX) };
}

async function sessionsOf({ store, views }: MemoryDeps, kind: string): Promise<number> {
  const selection = { kinds: [kind], order: "oldest", limit: 0, offset: 0 } as const;
  return (await store.views.select(views.sessions, selection)).total;
}
