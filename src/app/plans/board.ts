import type { ItemRow } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import { stepsIn } from "../../core/items/plan-steps.ts";
import type { SessionRow } from "../../core/sessions/sessions-view.ts";
import { DAY_MS } from "../../core/time.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { BriefDeps, MemoryDeps } from "../runtime/deps.ts";
import { sessionsAtWork } from "../sessions/last-sessions.ts";
import { type StaleReport, staleReport } from "../staleness/stale.ts";
import { blockedPlans } from "./plan-blockers.ts";

/** Maximum number of entries of a list; the others are counted. */
const LIST_MAX = 20;
/** Maximum number of warnings at the end of a board. */
const WARNINGS_MAX = 5;

export type BoardPlan = {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly status: string;
  readonly priority?: string;
  /** Who works on it, or else who changed it last. */
  readonly owner: string;
  /** Whole days since its last change. */
  readonly age_days: number;
  readonly steps_done: number;
  readonly steps: number;
  readonly ready: boolean;
  /** Labels of the plans that must be done first. */
  readonly waits_for: readonly string[];
};

export type CountedList<Entry> = { readonly total: number; readonly list: readonly Entry[] };

export type Board = {
  readonly plans: { readonly [status: string]: CountedList<BoardPlan> };
  readonly handoffs: CountedList<ItemRow & { readonly age_days: number }>;
  readonly traps: CountedList<ItemRow>;
  readonly sessions: CountedList<SessionRow>;
  readonly worker: { readonly due: number; readonly waiting: number; readonly dead: number };
  readonly stale: StaleReport;
};

/** The state of all work: plans, handoffs, traps, active sessions, pending reviews and doubtful items. */
export async function board(deps: BriefDeps): Promise<Board> {
  await catchUp(deps, "items", "sessions");
  const now = deps.clock.now();
  const handoffs = await live(deps, "handoff", ["open"]);
  const atWork = await sessionsAtWork(deps);
  return {
    plans: await plansByStatus(deps),
    handoffs: {
      ...handoffs,
      list: handoffs.list.map((item) => ({ ...item, age_days: daysSince(item.created_at, now) })),
    },
    traps: await live(deps, "trap", kindOf("trap").live),
    sessions: { total: atWork.length, list: atWork.slice(0, LIST_MAX) },
    worker: {
      due: await sessionsOf(deps, "due"),
      waiting: await sessionsOf(deps, "failed"),
      dead: await sessionsOf(deps, "dead"),
    },
    stale: await staleReport(deps, { limit: WARNINGS_MAX }),
  };
}

/** Where work is checked first. */
const STATUSES = ["in_progress", "blocked", "todo"] as const;

async function plansByStatus(deps: MemoryDeps): Promise<Board["plans"]> {
  const now = deps.clock.now();
  const plans: Record<string, CountedList<BoardPlan>> = {};
  for (const status of STATUSES) {
    const { total, list } = await live(deps, "plan", [status]);
    const waiting = await blockedPlans(deps, list);
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
): Promise<CountedList<ItemRow>> {
  const selection = { kinds: [kind], statuses, order: "newest", limit: LIST_MAX, offset: 0 } as const;
  const { rows, total } = await store.views.select(views.items, selection);
  return { total, list: rows };
}

async function sessionsOf({ store, views }: MemoryDeps, kind: string): Promise<number> {
  const selection = { kinds: [kind], order: "oldest", limit: 0, offset: 0 } as const;
  return (await store.views.select(views.sessions, selection)).total;
}
