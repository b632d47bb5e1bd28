import type { ItemRow } from "../items/items-view.ts";
import { stepsIn } from "../items/plan-steps.ts";
import { contentWords } from "../recall/query/asking-words.ts";

/** The question for a bundle, and the words that were added to it. */
export type BundleQuestion = {
  /** The text that recall searches for. */
  readonly text: string;
  /** The text that a hit must answer: the query itself, if it has content words. */
  readonly judged: string;
  readonly added: readonly string[];
};

/** An agent's current work, besides its query. */
export type CurrentWork = {
  /** Plans in progress, and the goals of tasks. */
  readonly work: readonly ItemRow[];
  readonly paths: readonly string[];
  /** The units that each open insight is about. */
  readonly insights: readonly (readonly ItemRow[])[];
};

/** A question with this many content words needs no words from the current work. */
const ENOUGH_WORDS = 4;
const WORK_WORDS_MAX = 12;
const PATH_WORDS_MAX = 8;
const INSIGHT_WORDS_MAX = 8;

/**
 * The question for a query. A query with few or no content words gets words from the current work, the current files and the units of open
 * insights, with a limit for each. Undefined if there is nothing to ask.
 */
export function askedFor(query: string | undefined, current: CurrentWork): BundleQuestion | undefined {
  const given = (query ?? "").trim();
  const own = GO_ON.test(given) ? "" : given;
  const ownWords = new Set(contentWords(own));
  const added = ownWords.size >= ENOUGH_WORDS ? [] : besides(current, ownWords);
  const text = [own, ...added].filter(Boolean).join(" ");
  if (text === "") return undefined;
  return { text, judged: ownWords.size > 0 ? own : text, added };
}

/** Prompts that only ask to continue the current work. */
const GO_ON =
  /^(?:please |ok,? |okay,? |yes,? )*(?:continue|go on|go ahead|carry on|keep going|proceed|resume|next|start|weiter|mach weiter|continuez|continúa|sigue|continua|продолжай|继续|続けて|계속)(?: please)?[\s.!…]*$/iu;

function besides({ work: plans, paths, insights }: CurrentWork, known: ReadonlySet<string>): string[] {
  const work = plans.flatMap((plan) => [plan.text, nextStep(plan)]);
  const files = paths.map((path) =>
    path
      .replace(/\.\w+$/, "")
      .split(/[\\/]/)
      .slice(-2)
      .join(" "),
  );
  // An insight about another subject would distract from a short question.
  const isAsked = (text: string): boolean => contentWords(text).some((word) => known.has(word));
  const open = insights
    .filter((units) => known.size === 0 || units.some(({ text }) => isAsked(text)))
    .flatMap((units) => units.map(({ text }) => text));
  const taken = new Set(known);
  const fresh = (texts: readonly string[], most: number): string[] => {
    const words = texts.flatMap(runsOf).filter((run) => contentWords(run).some((word) => !taken.has(word)));
    const chosen = [...new Set(words)].slice(0, most);
    for (const run of chosen) for (const word of contentWords(run)) taken.add(word);
    return chosen;
  };
  return [...fresh(work, WORK_WORDS_MAX), ...fresh(files, PATH_WORDS_MAX), ...fresh(open, INSIGHT_WORDS_MAX)];
}

const runsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? [];

function nextStep(plan: ItemRow): string {
  const all = stepsIn(plan);
  return (
    (all.find(({ status }) => status === "in_progress") ?? all.find(({ status }) => status === "todo"))
      ?.text ?? ""
  );
}
