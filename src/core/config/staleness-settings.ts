import type { AgeThreshold } from "../items/age-rule.ts";
import type { Setting } from "./config.ts";

/** Ten years. */
const DAYS_MAX = 3_650;

const days = (name: AgeThreshold | "verify_days", summary: string, fallback: number) =>
  ({
    summary,
    env: `TIDEMARK_STALENESS_${name.toUpperCase()}`,
    type: "number",
    min: 1,
    max: DAYS_MAX,
    default: fallback,
  }) as const;

/** The age at which an item counts as stale. Each threshold can be set for all agents, and for individual agents by name. */
const THRESHOLDS = {
  plan_in_progress_days: days(
    "plan_in_progress_days",
    "Days without an update after which a plan in progress counts as stale.",
    7,
  ),
  plan_todo_days: days(
    "plan_todo_days",
    "Days after which a plan that is blocked or not started counts as stale.",
    30,
  ),
  handoff_days: days("handoff_days", "Days after which a handoff that nobody accepted counts as stale.", 14),
  candidate_user_days: days(
    "candidate_user_days",
    "Days after which a candidate from a person counts as stale.",
    21,
  ),
  candidate_auto_days: days(
    "candidate_auto_days",
    "Days after which a candidate from an agent or a rule counts as stale.",
    30,
  ),
  note_days: days("note_days", "Days after which a note without an expiry date counts as stale.", 30),
  verify_days: days(
    "verify_days",
    "Days without confirmation after which a statement with a verify command counts as stale.",
    30,
  ),
  commits_behind: {
    summary: "Number of commits to its cited files after which a statement counts as stale.",
    env: "TIDEMARK_STALENESS_COMMITS_BEHIND",
    type: "number",
    min: 1,
    max: 100_000,
    default: 50,
  },
} as const satisfies { readonly [name: string]: Setting };

export type ThresholdName = keyof typeof THRESHOLDS;

export const STALENESS_SETTINGS = {
  "staleness.plan_in_progress_days": THRESHOLDS.plan_in_progress_days,
  "staleness.plan_todo_days": THRESHOLDS.plan_todo_days,
  "staleness.handoff_days": THRESHOLDS.handoff_days,
  "staleness.candidate_user_days": THRESHOLDS.candidate_user_days,
  "staleness.candidate_auto_days": THRESHOLDS.candidate_auto_days,
  "staleness.note_days": THRESHOLDS.note_days,
  "staleness.verify_days": THRESHOLDS.verify_days,
  "staleness.commits_behind": THRESHOLDS.commits_behind,
  "staleness.agents": {
    summary: "Different values for single agents, by name; they take precedence.",
    env: "TIDEMARK_STALENESS_AGENTS",
    type: "per_agent",
    of: THRESHOLDS,
    default: {},
    example: "{ reviewer: { handoff_days: 3 } }",
  },
} as const satisfies { readonly [name: string]: Setting };
