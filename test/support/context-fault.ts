import type { Facts } from "../../src/core/active-context/lint/rule.ts";
import { CLEAN } from "./clean-context.ts";

/** A fault put into the clean file: which rule must see it, on the line with which text, and what a repair leaves. */
export type Fault = {
  readonly code: string;
  readonly text: string;
  /** The line the finding must be on, or a part of it; of several such lines the first, or the last. */
  readonly at: string | number;
  readonly which?: "last";
  /** The file after the repair; undefined where there is none. */
  readonly fixed?: string;
  readonly facts?: Partial<Facts>;
};

/** The clean file with one text in place of another that is in it. */
export function changed(...[from, to]: readonly [from: string, to: string]): string {
  if (!CLEAN.includes(from)) throw new Error(`the clean file does not say ${from}`);
  return CLEAN.replace(from, () => to);
}

/** The clean file with lines added behind a text. */
export const add = (after: string, lines: string) => changed(after, `${after}${lines}`);
export const many = (count: number, lead = "  - ") =>
  Array.from({ length: count }, (_, i) => `\n${lead}entry number ${i}`).join("");
export const SECTION = (title: string) => new RegExp(`## ${title}\n[\\s\\S]*?(?=\n## )\n`);
/** The clean file without one section. */
export const without = (title: string) => CLEAN.replace(SECTION(title), "");

/** The clean file as an archived one, its recipe so many steps long. */
export function archivedWith(steps: number): string {
  const lists = ["state", "accomplished", "where_to_resume", "failing_or_unknown"]
    .map((name) => `- ${name}:\n`)
    .join("");
  const summary = `## Archive Summary\n\n- status: paused\n- archived_at: 2026-03-02\n${lists}- resume_recipe:${many(steps)}\n\n`;
  return changed("## Quick Resume\n", `${summary}## Quick Resume\n`);
}
