import { parse } from "../../src/core/active-context/document/parse.ts";
import type { Surface } from "../scenarios/requirement.ts";
import { type Desk, desk } from "./context-stage.ts";

/** Two tasks that share a tag and have no category. */
const A = {
  task: "BILL-42",
  goal: "Invoices are rounded once.",
  title: "Rounding",
  category: "bugfix",
  tag: ["billing", "rounding"],
};
export const B = { id: "DOC-7", goal: "Describe the totals.", category: "docs", tag: ["totals", "billing"] };
export const INDEX = "context_history/contexts_index.yaml";

/** A desk on which the first task is active and has some progress. */
export async function begun(surface: Surface): Promise<Desk> {
  const on = desk(surface);
  await on.call("contextInit", A);
  await on.call("contextSync", {
    patch: JSON.stringify({
      current_task: { current_focus: "src/total.ts" },
      progress: { done: ["Find the place"], in_progress: ["Round once"], next: ["Write the test"] },
      breadcrumbs: { navigation_queries: ["rg round"] },
      guardrails: { invariants: ["Money is never a float (project)", "Totals stay sorted"] },
      tool_usage: { frequently_used_commands: ["npm test"] },
      plan_references: { related_docs: ["docs/api.md", "docs/rounding_plan.md"] },
    }),
  });
  return on;
}

export const archive = (on: Desk, task: string) => parse(on.text(`context_history/${task}.md`));
export const secondary = (task_id: string, priority: string) => ({
  task_id,
  goal: `Goal of ${task_id}.`,
  status: "queued",
  priority,
  next: `Begin ${task_id}`,
});
export const beside = (on: Desk, ...tasks: readonly ReturnType<typeof secondary>[]) =>
  on.call("contextSync", { patch: JSON.stringify({ secondary_tasks: tasks }) });
