import type { AbsenceReason, Explanation } from "../../../app/items/why.ts";
import { shorten } from "../../../core/text/shorten.ts";
import { hitLine, partLines, skippedText } from "./hit-text.ts";
import { oneLine, type Paint } from "./paint.ts";
import { showText } from "./show-text.ts";

/** Why something is remembered; with a question, first its place in the answer. */
export function whyText({ id, shown, thread = [], query, hit, gate }: Explanation, paint: Paint): string {
  const whole = [...(shown ? [showText(shown, paint)] : []), ...threadLines(thread, paint)];
  if (query === undefined) return whole.join("\n") || `${oneLine(id)} is computed on every request.`;
  if (!hit) {
    const told = reasonText({ id, query, gate: gate ?? "below" });
    return [
      `${told} See: tidemark why-not ${oneLine(id)} --query "${oneLine(query)}"`,
      ...withBlankLine(whole),
    ].join("\n");
  }
  const words =
    hit.matched.length > 0
      ? `Matching words: ${hit.matched.map(oneLine).join(", ")}.`
      : "It contains none of the words itself.";
  return [
    hitLine(hit, paint),
    ...partLines(hit, paint),
    `Rank ${hit.rank} of ${hit.of}. ${words}`,
    ...withBlankLine(whole),
  ].join("\n");
}

/** The statements of a thread, oldest first, each with the earlier ones that it mentions. */
function threadLines(thread: NonNullable<Explanation["thread"]>, paint: Paint): string[] {
  if (thread.length === 0) return [];
  const lines = thread.map(({ name, at, by, text, speaks_of }) => {
    const links = speaks_of.map(
      (each) =>
        `${each.name} (${each.link === "words" ? "by its words" : "by an edge"}, ${each.score.toFixed(2)}, ${each.sure ? "shown instead of it" : "shown next to it"})`,
    );
    const about = links.length === 0 ? "" : paint.faint(`; mentions ${links.join(", ")}`);
    return `  ${at.slice(0, 10)}  ${oneLine(name)}, ${oneLine(by)}: ${shorten(oneLine(text), STATEMENT_MAX)}${about}`;
  });
  return ["", "The thread, oldest first:", ...lines];
}

/** Characters of a statement that let a reader recognise it. */
const STATEMENT_MAX = 160;
const withBlankLine = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : ["", ...lines]);

/** Why something was left out, in one or two sentences. */
export function whyNotText(found: AbsenceReason, paint: Paint): string {
  const skipped = found.skipped?.length ? [paint.faint(skippedText(found.skipped))] : [];
  return [reasonText(found), ...skipped].join("\n");
}

function reasonText(found: AbsenceReason): string {
  const id = oneLine(found.id);
  const reason = REASONS[found.gate];
  return reason === undefined
    ? `${id} was kept out of ${found.bundle ?? "a bundle"}: ${found.gate}.`
    : reason(id, found);
}

const score = (value: number | undefined): string => (value ?? 0).toFixed(4);

const REASONS: { readonly [gate: string]: (id: string, found: AbsenceReason) => string } = {
  none: (id, { rank, of }) => `${id} is a result: rank ${rank} of ${of}.`,
  forgotten: (id) => `${id} was forgotten: its text is gone permanently.`,
  own_words: (id) => `${id} is Tidemark's own output, which is never recalled.`,
  never_recalled: (id) => `${id} is an event of a type that recall does not search.`,
  waiting: (id) => `${id} waits for review: tidemark review`,
  over: (id, { status = "gone", replaced_by }) =>
    `${id} is ${status}${replaced_by === undefined ? "" : `, replaced by ${replaced_by}`}. Recall leaves ended items out.`,
  quiet: (id) => `${id} is kept, but recall does not search it directly.`,
  filter: (id, { filter }) => `${id} does not match --${filter}.`,
  no_words: (id) => `${id} contains no significant word of the question.`,
  cost: (id, { matched = [] }) =>
    `${id} contains only very common words${wordsInBrackets(matched)}, which are not searched exhaustively.`,
  crowded: (id, { matched = [] }) =>
    `${id} contains words of the question${wordsInBrackets(matched)}, but too many results contain rarer ones.`,
  below: (id, { rank, of, score: own, needed, matched = [] }) =>
    `${id} is rank ${rank} of ${of}${wordsInBrackets(matched)}: it scores ${score(own)}; the last result scores ${score(needed)}.`,
  few_units: (id) => `${id} is added only if two items of its topic are among the results.`,
  budget: (id, { bundle }) => `${id} is a result, but did not fit the budget of ${bundle}.`,
  cap: (id, { bundle }) => `${id} is a result, but its block of ${bundle} was full.`,
  floor: (id, { bundle }) => `${id} is a result, but not relevant enough for ${bundle}.`,
  pressure: (id, { bundle }) =>
    `${id} is a result, but the host's context window was too full for ${bundle}.`,
};

const wordsInBrackets = (words: readonly string[]): string =>
  words.length === 0 ? "" : ` (${words.map(oneLine).join(", ")})`;
