import type { PlanStep } from "../../items/field.ts";
import type { ContextDocument } from "../document/document.ts";
import { setFields } from "../document/edit.ts";
import { listAt } from "../document/read.ts";
import { fieldSpec } from "../document/sections.ts";

/** The three lists of Progress. They show the same steps as the task's plan. */
export type Lists = {
  readonly done: readonly string[];
  readonly in_progress: readonly string[];
  readonly next: readonly string[];
};

type ListName = keyof Lists;
const NAMES: readonly ListName[] = ["done", "in_progress", "next"];
const STATUSES: { readonly [name in ListName]: string } = {
  done: "done",
  in_progress: "in_progress",
  next: "todo",
};

export function listsIn(document: ContextDocument): Lists {
  const of = (field: ListName) =>
    listAt(document, { section: "progress", field }).filter((text) => text !== "");
  return { done: of("done"), in_progress: of("in_progress"), next: of("next") };
}

export const withLists = (document: ContextDocument, lists: Lists): ContextDocument =>
  setFields(document, { section: "progress" }, lists);

const maxOf = (name: ListName): number => fieldSpec("progress", name)?.max ?? 0;

export type ShownSteps = {
  readonly lists: Lists;
  /** Finished steps that do not fit into the file: they are moved to the session file. */
  readonly putAway: readonly string[];
};

/**
 * Selects the steps of a plan that the file shows. Listed steps keep their order, and finished steps that were moved
 * out do not return. Open steps beyond the limits are only in the plan.
 */
export function listsOf(steps: readonly PlanStep[], before: Lists, away: readonly string[]): ShownSteps {
  const of = (status: (step: PlanStep) => boolean) => steps.filter(status).map(({ text }) => text);
  const gone = new Set(away);
  const done = inOrder(
    of(({ status }) => status === "done").filter((text) => !gone.has(text) || before.done.includes(text)),
    before.done,
  );
  const begun = of(({ status }) => status === "in_progress" || status === "blocked");
  const kept = Math.max(0, done.length - maxOf("done"));
  return {
    lists: {
      done: done.slice(kept),
      in_progress: inOrder(begun, before.in_progress).slice(0, maxOf("in_progress")),
      next: of(({ status }) => status === "todo").slice(0, maxOf("next")),
    },
    putAway: done.slice(0, kept),
  };
}

/** Texts that were listed before come first, in their old order. */
function inOrder(texts: readonly string[], before: readonly string[]): string[] {
  const known = before.filter((text) => texts.includes(text));
  return [...new Set([...known, ...texts])];
}

export type MovedSteps = { readonly steps: readonly PlanStep[]; readonly putAway: readonly string[] };

/** Applies a person's changes of the three lists to the plan's steps. */
export function stepsAfter(steps: readonly PlanStep[], base: Lists, person: Lists): MovedSteps {
  const renamed = NAMES.flatMap((name) => renames(base[name], person[name]));
  const named = steps.map((step) => {
    const to = renamed.find(([from]) => from === step.text)?.[1];
    return to === undefined ? step : { ...step, text: to };
  });
  const standing = new Set(NAMES.flatMap((name) => person[name]));
  const from = new Set(renamed.map(([old]) => old));
  const taken = (name: ListName) => base[name].filter((text) => !standing.has(text) && !from.has(text));
  const gone = new Set([...taken("next"), ...taken("in_progress")]);
  const left = named.filter(({ text, status }) => !gone.has(text) || status === "done");
  const moved = NAMES.reduce<readonly PlanStep[]>(
    (changing, name) =>
      person[name].filter((text) => !base[name].includes(text)).reduce(moveTo(name), changing),
    left,
  );
  return { steps: asOrdered(moved, person.next), putAway: taken("done") };
}

const moveTo =
  (name: ListName) =>
  (steps: readonly PlanStep[], text: string): readonly PlanStep[] => {
    const status = STATUSES[name];
    return steps.some((step) => step.text === text)
      ? steps.map((step) => (step.text === text ? { ...step, status } : step))
      : [...steps, { text, status }];
  };

/** Finds renamed steps: a step that was removed while another was added at the same place. */
function renames(base: readonly string[], person: readonly string[]): (readonly [string, string])[] {
  if (base.length !== person.length) return [];
  return base.flatMap((text, i) => {
    const now = person[i] ?? "";
    const isOther = text !== now && !person.includes(text) && !base.includes(now);
    return isOther ? [[text, now] as const] : [];
  });
}

/** The open steps in the order of the person's list. */
function asOrdered(steps: readonly PlanStep[], next: readonly string[]): readonly PlanStep[] {
  const todo = steps.filter(({ status }) => status === "todo");
  const rank = (text: string) => (next.includes(text) ? next.indexOf(text) : next.length);
  const sorted = todo.toSorted((a, b) => rank(a.text) - rank(b.text));
  let at = 0;
  return steps.map((step) => (step.status === "todo" ? (sorted[at++] ?? step) : step));
}

/** Merges two changes of the same steps: our changes are applied to the other version. */
export function mergeSteps(
  base: readonly PlanStep[],
  ours: readonly PlanStep[],
  theirs: readonly PlanStep[],
): readonly PlanStep[] {
  const before = new Map(base.map(({ text, status }) => [text, status]));
  const now = new Map(ours.map(({ text, status }) => [text, status]));
  const kept = theirs.filter(({ text }) => now.has(text) || !before.has(text));
  const moved = kept.map((step) => {
    const status = now.get(step.text);
    return status === undefined || status === before.get(step.text) ? step : { ...step, status };
  });
  const known = new Set(theirs.map(({ text }) => text));
  return [...moved, ...ours.filter(({ text }) => !known.has(text) && !before.has(text))];
}
