import type { Why, WhyNot } from "../../../app/items/why.ts";
import { hitLine, partLines, skippedText } from "./hit-text.ts";
import { oneLine, type Paint } from "./paint.ts";
import { showText } from "./show-text.ts";

/** Why something is remembered; with a question, its place in the answer first. */
export function whyText({ id, shown, thread = [], query, hit, gate }: Why, paint: Paint): string {
  const whole = [...(shown ? [showText(shown, paint)] : []), ...threadLines(thread, paint)];
  if (query === undefined) return whole.join("\n") || `${oneLine(id)} is made anew whenever it is asked for.`;
  if (!hit) {
    const told = reasonText({ id, query, gate: gate ?? "below" });
    return [`${told} See: tidemark why-not ${oneLine(id)} --query "${oneLine(query)}"`, ...blank(whole)].join(
      "\n",
    );
  }
  const words =
    hit.matched.length > 0
      ? `It holds: ${hit.matched.map(oneLine).join(", ")}.`
      : "It holds none of the words itself.";
  return [
    hitLine(hit, paint),
    ...partLines(hit, paint),
    `Rank ${hit.rank} of ${hit.of}. ${words}`,
    ...blank(whole),
  ].join("\n");
}

/** The statements of a thread, oldest first, each with the earlier ones that it speaks of. */
function threadLines(thread: NonNullable<Why["thread"]>, paint: Paint): string[] {
  if (thread.length === 0) return [];
  const lines = thread.map(({ name, at, by, text, speaks_of }) => {
    const links = speaks_of.map(
      (each) =>
        `${each.name} (${each.link === "words" ? "by its words" : "by an edge"}, ${each.score.toFixed(2)}, ${each.sure ? "told in its place" : "told beside it"})`,
    );
    const about = links.length === 0 ? "" : paint.faint(`; speaks of ${links.join(", ")}`);
    return `  ${at.slice(0, 10)}  ${oneLine(name)}, ${oneLine(by)}: ${shortened(oneLine(text))}${about}`;
  });
  return ["", "The thread, oldest first:", ...lines];
}

/** So much of a statement lets a reader know which it is. */
const STATEMENT_MAX = 160;
const shortened = (text: string): string =>
  text.length <= STATEMENT_MAX ? text : `${text.slice(0, STATEMENT_MAX - 1)}…`;

const blank = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : ["", ...lines]);

/** What kept something out, in one or two sentences. */
export function whyNotText(found: WhyNot, paint: Paint): string {
  const skipped = found.skipped?.length ? [paint.faint(skippedText(found.skipped))] : [];
  return [reasonText(found), ...skipped].join("\n");
}

function reasonText(found: WhyNot): string {
  const id = oneLine(found.id);
  const reason = REASONS[found.gate];
  return reason === undefined
    ? `${id} was kept out of ${found.bundle ?? "a bundle"}: ${found.gate}.`
    : reason(id, found);
}

const score = (value: number | undefined): string => (value ?? 0).toFixed(4);

const REASONS: { readonly [gate: string]: (id: string, found: WhyNot) => string } = {
  none: (id, { rank, of }) => `${id} is in the answer: rank ${rank} of ${of}.`,
  forgotten: (id) => `${id} was forgotten: its words are gone for good.`,
  own_words: (id) => `${id} is what Tidemark said itself, and is not told again.`,
  never_recalled: (id) => `${id} is an event of a type that is not recalled.`,
  waiting: (id) => `${id} waits for somebody to decide on it: tidemark review`,
  over: (id, { status = "gone", replaced_by }) =>
    `${id} is ${status}${replaced_by === undefined ? "" : `, replaced by ${replaced_by}`}. What is over is not recalled.`,
  quiet: (id) => `${id} is kept, but not recalled by itself.`,
  filter: (id, { filter }) => `${id} is not what --${filter} asks for.`,
  no_words: (id) => `${id} holds no word of the question that counts.`,
  cost: (id, { matched = [] }) =>
    `${id} holds only words that too many others hold${among(matched)}: not all of those were looked at.`,
  crowded: (id, { matched = [] }) =>
    `${id} holds words of the question${among(matched)}, but too many others hold rarer ones.`,
  below: (id, { rank, of, score: own, needed, matched = [] }) =>
    `${id} is rank ${rank} of ${of}${among(matched)}: it scores ${score(own)}, and the last one told ${score(needed)}.`,
  few_units: (id) => `${id} comes along only when two units of its topic are in the answer.`,
  budget: (id, { bundle }) => `${id} is in the answer, but did not fit the budget of ${bundle}.`,
  cap: (id, { bundle }) => `${id} is in the answer, but its block of ${bundle} was full.`,
  floor: (id, { bundle }) => `${id} is in the answer, but answers too little of the question for ${bundle}.`,
  pressure: (id, { bundle }) => `${id} is in the answer, but the host was short of room for ${bundle}.`,
};

const among = (words: readonly string[]): string =>
  words.length === 0 ? "" : ` (${words.map(oneLine).join(", ")})`;
