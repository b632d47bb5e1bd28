import type { Corpus } from "../recall/index/passage.ts";
import { wordsOf } from "../recall/index/words.ts";
import { TIME_WORDS } from "../recall/query/asking-words.ts";
import { readQuestion } from "../recall/query/question.ts";

/** What is asked, as far as it can be looked for: its telling words as they stand, and the names among them. */
export type QuestionTerms = { readonly terms: readonly string[]; readonly names: ReadonlySet<string> };

/** What a hit says: the words of its passages, who said them, and what else its session says. */
export type Holding = {
  readonly passages: readonly (readonly string[])[];
  readonly speaker: ReadonlySet<string>;
  readonly session: ReadonlySet<string>;
};

/** A word that only the rest of the session says speaks half for a turn of it. */
const SESSION_SHARE = 0.5;
/** So far apart two words of a question may stand in a passage that says them together. */
const NEAR_WORDS = 4;
/** More pairs than these say nothing new. */
const PAIRS_MAX = 3;

/**
 * How much each sign counts that a memory knows of what is asked, tuned on questions that were put to the memory they are
 * about and to another one (`bench/results/abstain.md`). No command makes these again, so they are settings, not data.
 */
const COUNTS = {
  share: 2.4,
  pairs: 2.9,
  knownName: 2.4,
  unknownName: -1.6,
  score: 1.9,
  spoken: 1.9,
  smallness: 1.05,
  otherwise: -11.2,
};

const WORD = /[\p{L}\p{N}_]+/gu;
/** What is no word of a language: `GA4`, `parseQuantity`, `rate_limit`. */
const IDENTIFIER = /\p{Ll}\p{Lu}|\p{L}\p{N}|\p{N}\p{L}|_/u;
/** A capital, and not all of them: that is only loud. */
const CAPITAL = /^\p{Lu}.*\p{Ll}/u;

export function soughtBy(question: string): QuestionTerms {
  const named = [...question.matchAll(WORD)].filter(({ 0: word, index }) => {
    const isFirst = /(?:^|[.?!:]["')]?)\s*$/u.test(question.slice(Math.max(0, index - 4), index));
    return IDENTIFIER.test(word) || (CAPITAL.test(word) && !isFirst);
  });
  const telling = new Set(readQuestion(question).terms);
  // A month and a day of the week have capitals too, and every memory has heard of them.
  const isName = (word: string): boolean => telling.has(word) && !TIME_WORDS.has(word);
  return {
    terms: wordsOf(question).filter((word) => telling.has(word)),
    names: new Set(named.flatMap(([name]) => wordsOf(name)).filter(isName)),
  };
}

/** The best of what was found, and what is known of all there is. */
export type FloorInput = {
  readonly hits: readonly Holding[];
  /** The score of the first. */
  readonly score: number;
  readonly corpus: Corpus;
};

/**
 * How likely it is, 0 to 1, that a memory in which this was found knows of what is asked: how much of all that the
 * question tells one hit says, how many of its words stand together there, how well the first hit scores, how much the
 * memory mentions it at all, and whether it has ever heard the names in it. In a small memory words meet less often by
 * chance, so that the same signs tell more.
 */
export function likelihood(sought: QuestionTerms, { hits, score, corpus }: FloorInput): number {
  const share = Math.max(0, ...hits.map((hit) => shareOf(sought, hit, corpus)));
  if (share === 0) return 0;
  const pairs = Math.max(
    0,
    ...hits.flatMap(({ passages }) => passages.map((words) => pairsIn(sought, words))),
  );
  const names = [...sought.names].map((name) => corpus.holders.get(name) ?? 0);
  const sum =
    COUNTS.share * share +
    (COUNTS.pairs * Math.min(pairs, PAIRS_MAX)) / PAIRS_MAX +
    (names.length === 0 ? 0 : names.includes(0) ? COUNTS.unknownName : COUNTS.knownName) +
    COUNTS.score * score +
    COUNTS.spoken * spokenOf(sought, corpus) +
    COUNTS.smallness * Math.max(0, -Math.log(sizeOf(corpus))) +
    COUNTS.otherwise;
  return 1 / (1 + Math.exp(-sum));
}

/** What each word that is asked by tells: the more the fewer passages hold it, and most when none does. */
export const tellsOf = ({ terms }: QuestionTerms, corpus: Corpus): ReadonlyMap<string, number> =>
  new Map(terms.map((term) => [term, rarityOf(corpus.holders.get(term) ?? 0, corpus.passages)]));

/** The share of the question that a hit says. */
function shareOf(sought: QuestionTerms, hit: Holding, corpus: Corpus): number {
  const own = new Set(hit.passages.flat());
  let [asked, said] = [0, 0];
  for (const [term, told] of tellsOf(sought, corpus)) {
    const isSaid = own.has(term) || hit.speaker.has(term);
    asked += told;
    said += told * (isSaid ? 1 : hit.session.has(term) ? SESSION_SHARE : 0);
  }
  return asked === 0 ? 0 : said / asked;
}

/** In a small memory every word is rare. Rarity is computed as if there were at least this many passages. */
const PASSAGES_USUAL = 500;

function rarityOf(holders: number, passages: number): number {
  const among = Math.max(passages, PASSAGES_USUAL);
  return Math.log(1 + (among - holders + 0.5) / (holders + 0.5));
}

/** What few notes there are at first is not yet so small that any word in common would do. */
const PASSAGES_MIN = 10;
/** A memory of usual size is 1. */
const sizeOf = ({ passages }: Corpus): number => Math.max(passages, PASSAGES_MIN) / PASSAGES_USUAL;

/** A memory that is ten times as large mentions more things, so of each of them less than ten times as often. */
const GROWTH = 0.75;

/**
 * How much a memory mentions what is asked. What it is about it says again and again, so that the words of a question
 * about it are common there and tell little of a single hit; a word that comes up once is as likely chance.
 */
function spokenOf({ terms }: QuestionTerms, corpus: Corpus): number {
  const usual = sizeOf(corpus) ** GROWTH;
  const words = [...new Set(terms)];
  const sum = words.reduce((all, word) => all + Math.log(1 + (corpus.holders.get(word) ?? 0) / usual), 0);
  return sum / Math.max(1, words.length);
}

/** How many neighbours of the question stand close to each other in a passage as well. */
function pairsIn({ terms }: QuestionTerms, words: readonly string[]): number {
  const places = new Map<string, number[]>();
  for (const [i, word] of words.entries()) places.set(word, [...(places.get(word) ?? []), i]);
  const pairs = new Set(terms.slice(1).map((term, i) => `${terms[i]} ${term}`));
  return [...pairs].filter((pair) => {
    const [a = "", b = ""] = pair.split(" ");
    const [here, there] = [places.get(a) ?? [], places.get(b) ?? []];
    return a !== b && here.some((x) => there.some((y) => Math.abs(x - y) <= NEAR_WORDS));
  }).length;
}

/** Whether what was found is worth telling: a memory that likely knows nothing of it had better be silent. */
export const isAboveFloor = (known: number, floor: number): boolean => known > 0 && known >= floor;
