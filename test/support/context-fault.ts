import type { Facts } from "../../src/core/active-context/lint/rule.ts";
import { CLEAN } from "./clean-context.ts";

/** A fault in the clean file: the rule that must find it, the line of the finding, and the result of the repair. */
export type Fault = {
  readonly code: string;
  readonly text: string;
  /** The line of the finding, or a part of its text; `which` selects the first or the last of several such lines. */
  readonly at: string | number;
  readonly which?: "last";
  /** The file after the repair; undefined if there is no repair. */
  readonly fixed?: string;
  readonly facts?: Partial<Facts>;
};

/** The clean file with one of its texts replaced. */
export function changed(...[from, to]: readonly [from: string, to: string]): string {
  if (!CLEAN.includes(from)) throw new Error(`the clean file does not say ${from}`);
  return CLEAN.replace(from, () => to);
}

/** The clean file with lines added after a text. */
export const add = (after: string, lines: string) => changed(after, `${after}${lines}`);
export const many = (count: number, lead = "  - ") =>
  Array.from({ length: count }, (_, i) => `\n${lead}entry number ${i}`).join("");
export const SECTION = (title: string) => new RegExp(`## ${title}\n[\\s\\S]*?(?=\n## )\n`);
/** The clean file without one section. */
export const without = (title: string) => CLEAN.replace(SECTION(title), "");

/** The clean file as an archived one whose recipe has this many steps. */
export function archivedWith(steps: number): string {
  const lists = ["state", "accomplished", "where_to_resume", "failing_or_unknown"]
    .map((name) => `- ${name}:\n`)
    .join("");
  const summary = `## Archive Summary\n\n- status: paused\n- archived_at: 2026-03-02\n${lists}- resume_recipe:${many(steps)}\n\n`;
  return changed("## Quick Resume\n", `${summary}## Quick Resume\n`);
}
