const BLOCK_REASONS: { readonly [block: string]: string } = {
  handoffs: "An open handoff to this agent",
  delta: "Changed since this agent was last here",
  resume: "The current task",
  plans: "Open work",
  constraints: "Applies to all work",
  traps: "Went wrong here before",
  decisions: "Decision in force",
  insights: "Contradiction that nobody has decided",
  stale: "Stale: marked as uncertain",
  lessons: "Learned from an outcome",
  patterns: "Usual practice here",
  facts: "Known fact",
  session: "The last session",
  notes: "Noted while working",
  hypotheses: "Unconfirmed guess",
};

/** The mark that a brief puts behind a statement that a newer one seems to replace. */
const REPLACED_MARK = /\((?:perhaps )?replaced[ ,][^()]*\)\s*$/;

/** The reason why a line is in a brief. */
export const reasonForLine = (block: string, text = ""): string =>
  REPLACED_MARK.test(text)
    ? "Marked: a newer statement may replace it"
    : (BLOCK_REASONS[block] ?? "Relevant to the task");

const NAMES: { readonly [block: string]: string } = { delta: "changes", insights: "contradictions" };
/** A section of a brief, in a word or two. */
export const sectionName = (block: string): string => NAMES[block] ?? block;

export type BriefLine = {
  readonly text: string;
  /** The items that the line tells. */
  readonly labels: readonly string[];
  /** The speaker and the date. */
  readonly source: string;
};

const LABEL = /^[a-z]{3}#\d+$/;

/** Splits `- Prices are in cents. [dec#1, user, 2026-11-14]` into its parts. */
export function briefLine(line: string): BriefLine {
  const text = line.replace(/^\s*[-*]\s+/, "");
  const found = /^([\s\S]*?)\s*\[([a-z]{3}#\d+[^[\]]*)\]\s*$/.exec(text);
  if (!found) return { text, labels: [], source: "" };
  const parts = (found[2] ?? "").split(/,\s*/);
  const labels = parts.filter((part) => LABEL.test(part));
  return { text: found[1] ?? text, labels, source: parts.filter((part) => !LABEL.test(part)).join(", ") };
}
