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

export const line = (help: string) => ({ type: "text", help, max: LINE_MAX }) as const;
export const prose = (help: string) => ({ type: "text", help, max: STATEMENT_MAX }) as const;
export const list = (help: string) => ({ type: "list", help, max: LIST_MAX }) as const;
export const instant = (help: string) => ({ type: "instant", help }) as const;
export const fraction = (help: string) => ({ type: "number", help, min: 0, max: 1 }) as const;
export const steps = (help: string) => ({ type: "steps", help, max: LIST_MAX }) as const;
export const choice = <const Choice extends string>(help: string, choices: readonly Choice[]) =>
  ({ type: "choice", help, choices }) as const;
