/** A field that a kind declares. Every surface uses this to ask for the field, to check it and to explain it. */
export type Field = {
  readonly type: "text" | "list" | "number" | "instant" | "choice" | "steps";
  readonly help: string;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** It is set at creation and cannot change. */
  readonly fixed?: true;
  readonly required?: true;
};

/** One step of a plan. */
export type PlanStep = { readonly text: string; readonly status: string };

export const STEP_STATUSES = ["todo", "in_progress", "blocked", "done"] as const;

/** Longest single-line field, such as a topic, a key or a command. */
const LINE_MAX = 500;
/** Longest statement. A longer text is a document and belongs into a file. */
export const STATEMENT_MAX = 8000;
/** Maximum number of entries of a list field, so that one item cannot fill a page. */
const LIST_MAX = 100;

export const line = (help: string) => ({ type: "text", help, max: LINE_MAX }) as const;
export const prose = (help: string) => ({ type: "text", help, max: STATEMENT_MAX }) as const;
export const list = (help: string) => ({ type: "list", help, max: LIST_MAX }) as const;
export const instant = (help: string) => ({ type: "instant", help }) as const;
export const fraction = (help: string) => ({ type: "number", help, min: 0, max: 1 }) as const;
export const steps = (help: string) => ({ type: "steps", help, max: LIST_MAX }) as const;
export const choice = <const Choice extends string>(help: string, choices: readonly Choice[]) =>
  ({ type: "choice", help, choices }) as const;
