import type { AgeThreshold } from "../items/age-rule.ts";
import type { Setting } from "./config.ts";

/** Ten years: longer than anybody waits for anything. */
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

/** After how long an item is doubted. Each can be set for all agents, and again for one by its name. */
const THRESHOLDS = {
  plan_in_progress_days: days(
    "plan_in_progress_days",
    "After so many days without an update a plan in progress is doubted.",
    7,
  ),
  plan_todo_days: days(
    "plan_todo_days",
    "After so many days a plan that was not begun, or is blocked, is doubted.",
    30,
  ),
  handoff_days: days("handoff_days", "After so many days a handoff that nobody accepted is doubted.", 14),
  candidate_user_days: days(
    "candidate_user_days",
    "After so many days a candidate that a person proposed is doubted.",
    21,
  ),
  candidate_auto_days: days(
    "candidate_auto_days",
    "After so many days a candidate that an agent or a rule proposed is doubted.",
    30,
  ),
  note_days: days("note_days", "After so many days a note that has no date of its own is doubted.", 30),
  verify_days: days(
    "verify_days",
    "After so many days without a confirmation a unit that has a verify command is doubted.",
    30,
  ),
  commits_behind: {
    summary: "After more than so many commits to the files it cites a unit is doubted.",
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
    summary: "Other values of these for agents by their names; they win over those for all.",
    env: "TIDEMARK_STALENESS_AGENTS",
    type: "per_agent",
    of: THRESHOLDS,
    default: {},
    example: "{ reviewer: { handoff_days: 3 } }",
  },
} as const satisfies { readonly [name: string]: Setting };
