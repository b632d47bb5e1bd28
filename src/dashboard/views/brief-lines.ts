/** Why a line stands in a brief, by its block. */
export const BLOCK_REASONS: { readonly [block: string]: string } = {
  handoffs: "Left for this agent by another one, and still open.",
  delta: "Changed by others since this agent was last here.",
  resume: "The task of the active context.",
  plans: "Work that is not done.",
  constraints: "Holds for all work until a person ends it.",
  traps: "Went wrong here before.",
  decisions: "Settled, and the newest statement about its matter.",
  insights: "Two statements that cannot both be followed; nobody has decided.",
  stale: "Told as doubtful, so that nobody relies on it unseen.",
  lessons: "Learned from an outcome.",
  patterns: "How things are usually done here.",
  facts: "Known to be so.",
  session: "What happened last.",
  notes: "Noted while working.",
  hypotheses: "A guess; told as one.",
};

/** Why something that could have been told was not. */
export const FATE_REASONS: { readonly [fate: string]: string } = {
  budget: "over the budget of the brief",
  cap: "over its section's share",
  floor: "too little to do with the question",
  pressure: "the host's context is nearly full",
};

export type BriefLine = {
  readonly text: string;
  /** The items that it tells. */
  readonly labels: readonly string[];
  /** Who said it, and when. */
  readonly source: string;
};

const LABEL = /^[a-z]{3}#\d+$/;

/** `- Prices are in cents. [dec#1, user, 2026-11-14]`, taken apart. */
export function briefLine(line: string): BriefLine {
  const text = line.replace(/^\s*[-*]\s+/, "");
  const found = /^([\s\S]*?)\s*\[([a-z]{3}#\d+[^[\]]*)\]\s*$/.exec(text);
  if (!found) return { text, labels: [], source: "" };
  const parts = (found[2] ?? "").split(/,\s*/);
  const labels = parts.filter((part) => LABEL.test(part));
  return { text: found[1] ?? text, labels, source: parts.filter((part) => !LABEL.test(part)).join(", ") };
}
