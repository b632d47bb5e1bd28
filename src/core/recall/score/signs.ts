import { type Passage, wordsIn } from "../index/passage.ts";
import { ASKS, wordsOf } from "../index/words.ts";
import { isReported, STANDING_WORDS, TIME_WORDS } from "../query/asking-words.ts";
import type { Question } from "../query/question.ts";

/** What is added to a passage for who says it, and for holding what an answer must have, as shares of what it is worth. */
export const PERSON = 0.5;
const TOOL = 0.5;
const NAMED = 0.4;
const TAKING_PART = 1;
const TIME = 0.2;
const NUMBER = 0.1;
const DURATION = 0.2;
const STANDING = 0.4;

/** People state facts; assistants and tools repeat them at length. A speaker whom the question names counts more, and so do the people they talk with. */
export const speakerShare = (passage: Passage, named: NamedSpeakers): number =>
  (isByPerson(passage) ? 1 + PERSON : passage.role === "tool" ? 1 - TOOL : 1) *
    (named.speakers.has(passage.speaker ?? "") ? 1 + NAMED : 1) *
    (named.sessions.has(passage.session ?? "") ? 1 + TAKING_PART : 1) -
  1;

/** Whom a question names among those who speak, the words of their names, and the sessions they take part in. */
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

/** Letters that stems are made of. A name has no other forms: "sessions" names nobody who is called "session". */
const asWritten = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** Who is named has been found by it already: as a word a name would count the more, the larger the memory. */
const NAME_WEIGHT = 0.3;
export const withoutNames = (question: Question, { words }: NamedSpeakers): Question => ({
  ...question,
  weights: new Map(
    [...question.weights].map(([word, weight]) => [word, words.has(word) ? weight * NAME_WEIGHT : weight]),
  ),
});

/** An item is a statement that a person made or let stand. */
export const isByPerson = ({ kind, role }: Pick<Passage, "kind" | "role">): boolean =>
  kind !== "turn" || role === "user";

/** Whether it has what the question wants: a time for "when", a number for "how many", a wish that stands for advice. */
export function answerShare({ wants }: Question, passage: Passage): number {
  if (wants.size === 0) return 0;
  // Taking a passage apart takes longest, and is left where a look at the whole says that nothing is there.
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

/** What people say to each other is no wish of theirs to an agent. */
const isToldToUs = (passage: Passage): boolean => isByPerson(passage) && passage.speaker === undefined;

const isTime = (word: string): boolean =>
  TIME_WORDS.has(word) || /^(?:(?:19|20)\d\d|\d+(?:st|nd|rd|th))$/.test(word);

/** Whether a passage ends by asking. */
export const isAsking = ({ words }: Passage): boolean => words === ASKS || words.endsWith(` ${ASKS}`);
