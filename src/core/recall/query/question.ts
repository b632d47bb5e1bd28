import { type AskedConcept, conceptsAsked } from "../../lexicon/lexicon.ts";
import { isPair, wordsOf } from "../index/words.ts";
import { ASKING_WORDS, emptyWordsAmong } from "./asking-words.ts";
import { type Time, timesIn } from "./times.ts";

/** A parsed question. */
export type Question = {
  readonly text: string;
  /** The distinct words to search for. */
  readonly terms: readonly string[];
  /** The weight of each of its words, including those that only belong to the phrasing. */
  readonly weights: ReadonlyMap<string, number>;
  /** Quoted phrases in its first line, as words. Quotation marks below the first line mostly surround code. */
  readonly quoted: readonly (readonly string[])[];
  /** File names in the question. */
  readonly files: readonly string[];
  readonly times: readonly Time[];
  /** The concepts of its words, so that other words for the same concept also match. */
  readonly concepts: readonly AskedConcept[];
  readonly wants: ReadonlySet<Want>;
};

/** What the answer should contain: a time, a number, a duration, or a person's standing wishes. */
type Want = "time" | "number" | "duration" | "advice";

/** The weight of words that say little about the subject. */
const EMPTY_WEIGHT = 0.2;
const ASKING_WEIGHT = 0.6;
/** The first line of a long question counts as its title. In a request for advice, its subject counts most. */
const STRESSED_WEIGHT = 2;
/** A word that occurs twice counts more, but not twice as much. */
const REPEATED_MAX = 2;

/** Maximum length of a question: longer text is a document. */
const QUESTION_MAX = 8000;

export function readQuestion(asked: string): Question {
  const given = asked.slice(0, QUESTION_MAX);
  const text = given.replace(COMMENT, " ");
  const [title = "", ...others] = text.trim().split("\n");
  const rest = others.join("\n");
  const words = [...wordsOf(title), ...wordsOf(rest)];
  const stressed = new Set([...(rest.trim() === "" ? [] : wordsOf(title)), ...wordsOf(soughtIn(title))]);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isEmpty = emptyWordsAmong([...counts.keys()]);
  const isTelling = tellingAmong([...counts.keys()], (word) => !isEmpty(word));
  const weights = new Map<string, number>();
  for (const [word, count] of counts)
    weights.set(
      word,
      (isTelling(word) ? 1 : isEmpty(word) ? EMPTY_WEIGHT : ASKING_WEIGHT) *
        (stressed.has(word) ? STRESSED_WEIGHT : 1) *
        repeatWeight(count),
    );
  return {
    text: given,
    terms: [...counts.keys()].filter(isTelling),
    weights,
    quoted: quotedIn(title),
    files: text.match(FILE) ?? [],
    times: timesIn(text),
    // With all words: phrases such as "how long" and "at what time" have words that tell nothing alone.
    concepts: sizeOf(counts.keys()) > CONCEPT_WORDS_MAX ? [] : conceptsAsked([...counts.keys()]),
    wants: wantsOf(text.toLowerCase()),
  };
}

/** A longer question describes something, and means few of the possible concepts of its words. */
const CONCEPT_WORDS_MAX = 14;
/** The number of words. In scripts that are split into pairs, two pairs count as one word. */
const sizeOf = (words: Iterable<string>): number =>
  [...words].reduce((sum, word) => sum + (isPair(word) ? 0.5 : 1), 0);

/** Comments of an issue form, written for those who fill it in. */
const COMMENT = /<!--[\s\S]*?-->/g;
const FILE =
  /(?<![\w.@-])[\w.@-]*(?:\/[\w.@-]+)+|\b[\w-]{1,100}\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|md|json|ya?ml|toml|sql|sh|css|html)\b/g;

const repeatWeight = (count: number): number => (count * REPEATED_MAX) / (count + REPEATED_MAX - 1);

/** The subject of a request for advice: the hotel in "can you suggest a hotel for my trip". */
const SOUGHT =
  /\b(?:(?:can|could|would|will) you|please)(?: please| also)? (?:suggest|recommend) (?!i\b)(.+?)(?= (?:for|to|that|which|where|in|with|from|on|at|when|who|if|i|we)\b|[,.;?!]|$)/i;
const soughtIn = (title: string): string => SOUGHT.exec(title)?.[1] ?? "";

/** The words that name the subject; if none does, the words that request something; else all words. */
function tellingAmong(
  words: readonly string[],
  isFull: (word: string) => boolean,
): (word: string) => boolean {
  const isTelling = (word: string): boolean => isFull(word) && !ASKING_WORDS.has(word);
  return [isTelling, isFull].find((is) => words.some(is)) ?? (() => true);
}

/** Quoted phrases of two or more words. A single quoted word is searched like any other. */
function quotedIn(text: string): string[][] {
  const found = text.matchAll(
    /["“”]([^"“”\n]{3,80})["“”]|(?<![\p{L}\p{N}])'([^'\n]{3,80})'(?![\p{L}\p{N}])/gu,
  );
  return [...found].map(([, one, other]) => wordsOf(one ?? other ?? "")).filter(({ length }) => length > 1);
}

const WANTS: readonly (readonly [Want, RegExp])[] = [
  [
    "time",
    /^\s*(?:when|what (?:date|day|month|year|time)|how long ago)\b|\b(?:when did|what date|which (?:day|month|year))\b/,
  ],
  // Questions about order or distance in time. Passages that contain a time answer them.
  [
    "time",
    /(?:^|[.?!]\s)\s*which\b[^.?!\n]*\b(?:first|last|earlier|later)\b|\bhow many (?:days|weeks|months|years)\b[^.?!\n]*\b(?:between|before|after|since|ago|until)\b/,
  ],
  ["duration", /\bhow (?:long|old)\b/],
  ["number", /\bhow (?:many|much|long|old|far|often)\b|\bpercentage\b|\bwhat (?:number|score|amount|time)\b/],
  [
    "advice",
    /^\s*(?:how (?:do|should|can|would|could)|can you|could you|what (?:should|would|steps)|which|i'm|i am|i want|i need|when i|if i|help|show|please|do you)\b|\b(?:should i|would you|can you|could you|suggest|recommend)\b/,
  ],
];

const wantsOf = (text: string): ReadonlySet<Want> =>
  new Set(WANTS.filter(([, shape]) => shape.test(text)).map(([want]) => want));
