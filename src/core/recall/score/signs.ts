import { type Passage, wordsIn } from "../index/passage.ts";
import { QUESTION_MARKER, wordsOf } from "../index/words.ts";
import { isReported, STANDING_WORDS, TIME_WORDS } from "../query/asking-words.ts";
import type { Question } from "../query/question.ts";

/** Bonuses and penalties for the speaker, and for content that the answer must have, as shares of the score. */
export const PERSON = 0.5;
const TOOL = 0.5;
const NAMED = 0.4;
const TAKING_PART = 1;
const TIME = 0.2;
const NUMBER = 0.1;
const DURATION = 0.2;
const STANDING = 0.4;

/**
 * The bonus or penalty for the speaker. People state facts; assistants and tools repeat them at length. A speaker whom the question names
 * counts more, and so do the people in the same session.
 */
export const speakerShare = (passage: Passage, named: NamedSpeakers): number =>
  (isByPerson(passage) ? 1 + PERSON : passage.role === "tool" ? 1 - TOOL : 1) *
    (named.speakers.has(passage.speaker ?? "") ? 1 + NAMED : 1) *
    (named.sessions.has(passage.session ?? "") ? 1 + TAKING_PART : 1) -
  1;

/** The speakers that a question names, the words of their names, and the sessions in which they take part. */
type NamedSpeakers = {
  readonly speakers: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly sessions: ReadonlySet<string>;
};

export function namedSpeakers({ text, weights }: Question, candidates: readonly Passage[]): NamedSpeakers {
  const written = new Set(asWritten(text));
  const speakers = [...new Set(candidates.map(({ speaker }) => speaker ?? ""))].filter((speaker) => {
    const words = wordsOf(speaker);
    const isAsked = words.length > 0 && words.every((word) => weights.has(word));
    return isAsked && asWritten(speaker).every((name) => written.has(name));
  });
  const known = new Set(speakers);
  const theirs = candidates.filter(({ speaker }) => known.has(speaker ?? ""));
  return {
    speakers: known,
    words: new Set(speakers.flatMap(wordsOf)),
    sessions: new Set(theirs.flatMap(({ session }) => session ?? [])),
  };
}

/** The words of a text without stemming. A name has no other forms: "sessions" does not name a speaker called "session". */
const asWritten = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** The weight of a name among the words. The speaker's bonus counts it already, and in a large memory a name is rare. */
const NAME_WEIGHT = 0.3;
export const withoutNames = (question: Question, { words }: NamedSpeakers): Question => ({
  ...question,
  weights: new Map(
    [...question.weights].map(([word, weight]) => [word, words.has(word) ? weight * NAME_WEIGHT : weight]),
  ),
});

/** Whether a person said it. An item counts as a person's statement, because a person made or accepted it. */
export const isByPerson = ({ kind, role }: Pick<Passage, "kind" | "role">): boolean =>
  kind !== "turn" || role === "user";

/** The bonus for content that the question asks for: a time for "when", a number for "how many", a standing wish for advice. */
export function answerShare({ wants }: Question, passage: Passage): number {
  if (wants.size === 0) return 0;
  // Splitting a passage is the slowest step, so a check of the whole string comes first.
  const mayWish = wants.has("advice") && isToldToUs(passage) && WISH.test(passage.words);
  const words = mayWish || wants.has("time") || wants.has("duration") ? wordsIn(passage) : [];
  const time = wants.has("time") && words.some(isTime) ? 1 + TIME : 1;
  const number = wants.has("number") && NUMBER_WORD.test(passage.words) ? 1 + NUMBER : 1;
  const duration = wants.has("duration") && words.some(isDuration) ? 1 + DURATION : 1;
  const isStanding = mayWish && words.some(isWish);
  return time * number * duration * (isStanding ? 1 + STANDING : 1) - 1;
}

const NUMBER_WORD = /(?:^| )\d/;
const WISH = new RegExp([...STANDING_WORDS].join("|"));

const UNITS = new Set(wordsOf("second minute hour day week month year"));
const isDuration = (word: string, i: number, words: readonly string[]): boolean =>
  UNITS.has(word) && /^(?:\d|few|sever|half|coupl)/.test(words[i - 1] ?? "");

const isWish = (word: string, i: number, words: readonly string[]): boolean =>
  STANDING_WORDS.has(word) && !isReported(word, words[i - 1] ?? "");

/** Whether the words were said to an agent. Words between people are not a wish to an agent. */
const isToldToUs = (passage: Passage): boolean => isByPerson(passage) && passage.speaker === undefined;

const isTime = (word: string): boolean =>
  TIME_WORDS.has(word) || /^(?:(?:19|20)\d\d|\d+(?:st|nd|rd|th))$/.test(word);

/** Whether a passage ends with a question. */
export const isAsking = ({ words }: Passage): boolean =>
  words === QUESTION_MARKER || words.endsWith(` ${QUESTION_MARKER}`);
