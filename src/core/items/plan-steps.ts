import { MemoryError } from "../failure.ts";
import { nearest } from "../text/nearest.ts";
import { type PlanStep, STEP_STATUSES } from "./field.ts";
import type { Item } from "./item.ts";
import { isOfKind } from "./item-of.ts";

/** The steps of a plan, including a plan that another program wrote. */
export const stepsIn = (plan: Item): readonly PlanStep[] =>
  isOfKind(plan, "plan") && Array.isArray(plan.steps) ? plan.steps : [];

/**
 * Returns the plan's steps with some of them moved: "done: 2" or "done: copy data". A step that does not exist yet is added. The result is
 * computed from the current steps, so that other people's changes to other steps are preserved.
 */
export function applyStepMoves(plan: Item, moves: readonly string[]): PlanStep[] {
  if (plan.kind !== "plan") throw stepError(`A ${plan.kind} has no steps.`);
  const steps = [...stepsIn(plan)];
  for (const move of moves) {
    const { status, which } = readMove(move);
    const at = placeOf(steps, which);
    const known = steps[at];
    if (known) steps[at] = { ...known, status };
    else steps.push({ text: which, status });
  }
  return steps;
}

function readMove(move: string): { readonly status: string; readonly which: string } {
  const [, word = "", which = ""] = /^\s*(\w+)\s*:\s*(\S(?:.*\S)?)\s*$/s.exec(move) ?? [];
  if (STEP_STATUSES.some((status) => status === word) && which !== "") return { status: word, which };
  const close = nearest(word, STEP_STATUSES);
  throw stepError(
    `"${move}" has no status or no step.`,
    close && which ? `Did you mean "${close}: ${which}"?` : 'Write it as "done: 2" or "done: copy data".',
  );
}

/** Finds a step by its number, or by its text. */
function placeOf(steps: readonly PlanStep[], which: string): number {
  if (!/^\d{1,3}$/.test(which)) return steps.findIndex(({ text }) => text === which);
  const at = Number(which) - 1;
  if (at >= 0 && at < steps.length) return at;
  throw stepError(`There is no step ${which}: the plan has ${steps.length}.`);
}

function stepError(message: string, fix?: string): MemoryError {
  return new MemoryError("input.invalid", message, { field: "step", ...(fix ? { fix } : {}) });
}
