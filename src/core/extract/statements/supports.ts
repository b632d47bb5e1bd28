import { wordsOf } from "../../recall/index/words.ts";
import { speechSentences } from "../turns/person-speech.ts";
import { speechOf } from "../turns/speech.ts";
import { type CueSet, languagesOf, meetsAny, meetsFirst } from "./languages.ts";
import { leadOf } from "./lead.ts";
import { clausesOf, type Sentence, sentencesOf } from "./sentences.ts";
import { asksIn } from "./signs.ts";
import { FREE, LIMITS, NEGATIONS, REPORTS, SAME_CHOICE, WRAPPERS } from "./support-words.ts";

/** A statement with more sentences is a document, and no turn supports it literally. */
const STATEMENT_SENTENCES_MAX = 5;
/** A question this short is about the sentence before it: "ok?", "what do you think?" */
const TAG_QUESTION_WORDS = 5;
/** A longer sentence may have been cut, and a condition lost. */
const SENTENCE_MAX = 400;

/**
 * Whether a person's turn supports a statement: one of its sentences, or adjacent whole clauses of it, has the same significant words in
 * the same order. Function words may differ. Everything else must match: names, numbers, negations, conditions. Questions, doubts, another
 * person's words and withdrawn words support nothing. If in doubt, the answer is no.
 */
export function isSupportedBy(statement: string, turn: string): boolean {
  const wanted = sentencesOf(statement);
  if (wanted.length === 0 || wanted.length > STATEMENT_SENTENCES_MAX) return false;
  const spoken = speechSentences(speechOf(turn)).filter(({ isDoubtful }) => !isDoubtful);
  const tongues = languagesOf(spoken.map(({ text }) => text).join("\n"));
  return wanted.every(({ text, isQuestion }) => {
    const words = meaningOf(text.replace(WRAPPERS.statement, " "));
    return !isQuestion && words.length > 0 && isSaidIn(spoken, words, tongues);
  });
}

/** True if a person's turn begins with agreement. */
export function isAssent(turn: string): boolean {
  const speech = speechOf(turn);
  const [first] = speechSentences(speech);
  if (first === undefined || first.isQuestion || first.isDoubtful) return false;
  const { agrees, refuses, isBut } = leadOf(
    first.look,
    languagesOf(speech.map(({ text }) => text).join("\n")),
  );
  return agrees && !refuses && !isBut;
}

function isSaidIn(
  sentences: readonly Sentence[],
  words: readonly string[],
  tongues: readonly CueSet[],
): boolean {
  return sentences.some((sentence, i) => {
    if (!saysWords(sentence, words, tongues)) return false;
    const after = sentences.slice(i + 1);
    const isAsked = after[0]?.isQuestion === true && wordCount(after[0].text) <= TAG_QUESTION_WORDS;
    return !isAsked && !after.some(({ look }) => isTakenBack(look, tongues));
  });
}

const wordCount = (text: string): number => text.trim().split(/\s+/u).length;

const isTakenBack = (look: string, tongues: readonly CueSet[]): boolean =>
  meetsFirst(tongues, "amend", look) > 0 ||
  meetsFirst(tongues, "no", look) > 0 ||
  LIMITS.withdraws.test(look);

/** Whether the clauses of a sentence contain these words, and no neighbouring clause changes their meaning. */
function saysWords(sentence: Sentence, words: readonly string[], tongues: readonly CueSet[]): boolean {
  const spoken = withoutQuotes(sentence.text);
  if (sentence.text.length > SENTENCE_MAX || sentence.isQuestion) return false;
  if (isUnsettled(spoken.toLowerCase(), tongues)) return false;
  const clauses = clausesOf(spoken).map((text) => ({ text, words: meaningOf(text) }));
  for (let from = 0; from < clauses.length; from++) {
    let joined: string[] = [];
    for (let to = from; to < clauses.length && joined.length <= words.length; to++) {
      joined = [...joined, ...(clauses[to]?.words ?? [])];
      if (!isSame(joined, words) || isSpokenOf(spoken, clauses, from)) continue;
      const others = clauses.filter((_, i) => i < from || i > to).map(({ text }) => text.toLowerCase());
      if (others.every((text) => standsAlone(text, tongues))) return true;
    }
  }
  return false;
}

/** Text after a colon is only mentioned by the words before it: "stop doing that: always push with force". */
function isSpokenOf(
  sentence: string,
  clauses: readonly { readonly text: string; readonly words: readonly string[] }[],
  at: number,
): boolean {
  const before = sentence.slice(0, Math.max(0, sentence.indexOf(clauses[at]?.text ?? ""))).trimEnd();
  return /[:：]$/u.test(before) && clauses.slice(0, at).some(({ words }) => words.length > 0);
}

function isUnsettled(look: string, tongues: readonly CueSet[]): boolean {
  return (
    asksIn(look, tongues) ||
    meetsAny(tongues, "hedge", look) ||
    REPORTS.test(look) ||
    LIMITS.withdraws.test(look)
  );
}

/**
 * Whether a clause leaves its neighbour unchanged: a few empty words, a reason, or an order of its own. Anything else
 * may be a condition: "for the demo, use SQLite".
 */
function standsAlone(clause: string, tongues: readonly CueSet[]): boolean {
  const bare = clause.replace(LIMITS.joins, "");
  if (meaningOf(bare).length === 0 || meetsFirst(tongues, "because", bare) > 0) return true;
  if (LIMITS.binds.test(bare)) return false;
  return (["order", "settle", "pick", "task"] as const).some((list) => meetsFirst(tongues, list, bare) > 0);
}

/** Removes quoted words, which are another person's, unless they are a single name. Code marks are a person's own. */
function withoutQuotes(text: string): string {
  return text.replace(
    /["“”«»„「」『』]([^"“”«»„「」『』\n]{0,300})["“”«»„「」『』]/gu,
    (_, inside: string) =>
      /^\S{1,40}$/u.test(inside) && !/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(inside)
        ? inside
        : " … ",
  );
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, i) => word === b[i]);

/** Words, and operators that reverse a comparison or a flag. */
const TOKEN =
  /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?[+#]*|[<>=≤≥≠!~]+|(?<![\p{L}\p{N}])-{1,2}(?=[\p{L}\p{N}])|[%…]/gu;

/** The content words of a text, in order and without inflection. */
function meaningOf(text: string): string[] {
  const plain = text.normalize("NFKC").toLowerCase().replaceAll("’", "'").replace(WRAPPERS.spoken, " ");
  const chosen = plain.replace(SAME_CHOICE, " use ").replace(FREE.unspaced, " ");
  const tokens = chosen.match(TOKEN) ?? [];
  return tokens.flatMap((token) => {
    if (NEGATIONS.has(token)) return ["not"];
    if (FREE.spaced.has(token)) return [];
    if (!/^[\p{L}\p{N}]+$/u.test(token)) return [token];
    return wordsOf(token).map((word) => word.normalize("NFD").replace(/\p{M}/gu, ""));
  });
}
