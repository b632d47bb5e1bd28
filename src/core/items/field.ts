/** What a field of a kind may hold. Every surface reads these to ask for it, check it and explain it. */
export type Field = {
  readonly type: "text" | "list" | "number" | "instant" | "choice" | "steps";
  readonly help: string;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** Set once, at creation. */
  readonly fixed?: true;
  readonly required?: true;
};

/** One step of a plan. */
export type PlanStep = { readonly text: string; readonly status: string };

export const STEP_STATUSES = ["todo", "in_progress", "blocked", "done"] as const;

/** Longest single-line field: a topic, a key, a command. */
const LINE_MAX = 500;
/** Longest statement. More than this is a document, and belongs in one. */
export const STATEMENT_MAX = 8000;
/** Entries of a list field, so that one item cannot fill a page. */
const LIST_MAX = 100;

export const line = (help: string): Field => ({ type: "text", help, max: LINE_MAX });
export const prose = (help: string): Field => ({ type: "text", help, max: STATEMENT_MAX });
export const list = (help: string): Field => ({ type: "list", help, max: LIST_MAX });
export const instant = (help: string): Field => ({ type: "instant", help });
export const share = (help: string): Field => ({ type: "number", help, min: 0, max: 1 });
export const steps = (help: string): Field => ({ type: "steps", help, max: LIST_MAX });
export const choice = (help: string, choices: readonly string[]): Field => ({
  type: "choice",
  help,
  choices,
});
