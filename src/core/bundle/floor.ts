import type { Corpus } from "../recall/index/passage.ts";
import { wordsOf } from "../recall/index/words.ts";
import { TIME_WORDS } from "../recall/query/asking-words.ts";
import { readQuestion } from "../recall/query/question.ts";

/** The searchable words of a question in their order, and the names among them. */
export type QuestionTerms = { readonly terms: readonly string[]; readonly names: ReadonlySet<string> };

/** The content of a hit: the words of its passages, the words of its speaker's name, and the words of the rest of its session. */
export type Holding = {
  readonly passages: readonly (readonly string[])[];
  readonly speaker: ReadonlySet<string>;
  readonly session: ReadonlySet<string>;
};

/** Weight of a word that occurs only in the rest of the hit's session. */
const SESSION_SHARE = 0.5;
/** Maximum distance at which two words of a question count as adjacent in a passage. */
const NEAR_WORDS = 4;
/** Maximum number of pairs that count. */
const PAIRS_MAX = 3;

/**
 * The weight of each sign that a memory knows the answer. They were tuned on questions that were put to their own memory and to another one
 * (`bench/results/abstain.md`). No command reproduces these values, so they are settings, not data.
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
/** Identifiers that are not words of a language: `GA4`, `parseQuantity`, `rate_limit`. */
const IDENTIFIER = /\p{Ll}\p{Lu}|\p{L}\p{N}|\p{N}\p{L}|_/u;
/** A capitalized word. A word entirely in capitals may only be emphasis. */
const CAPITAL = /^\p{Lu}.*\p{Ll}/u;

export function soughtBy(question: string): QuestionTerms {
  const named = [...question.matchAll(WORD)].filter(({ 0: word, index }) => {
    const isFirst = /(?:^|[.?!:]["')]?)\s*$/u.test(question.slice(Math.max(0, index - 4), index));
    return IDENTIFIER.test(word) || (CAPITAL.test(word) && !isFirst);
  });
  const telling = new Set(readQuestion(question).terms);
  // Months and days of the week are capitalized too, but occur in every memory.
  const isName = (word: string): boolean => telling.has(word) && !TIME_WORDS.has(word);
  return {
    terms: wordsOf(question).filter((word) => telling.has(word)),
    names: new Set(named.flatMap(([name]) => wordsOf(name)).filter(isName)),
  };
}

/** The best hits, and the statistics of the whole memory. */
export type FloorInput = {
  readonly hits: readonly Holding[];
  /** The score of the first hit. */
  readonly score: number;
  readonly corpus: Corpus;
};

/**
 * The probability, 0 to 1, that a memory with these hits contains the answer. The signs are: the share of the question that one hit
 * contains, how many adjacent word pairs it contains, the score of the first hit, how often the memory mentions the words at all, and
 * whether it contains the names. In a small memory words coincide less often by chance, so the same signs count more.
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

/** The weight of each word of the question: its rarity among passages, highest for an unknown word. */
export const tellsOf = ({ terms }: QuestionTerms, corpus: Corpus): ReadonlyMap<string, number> =>
  new Map(terms.map((term) => [term, rarityOf(corpus.holders.get(term) ?? 0, corpus.passages)]));

/** The share of the question that a hit contains, by weight. */
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

/** Lower bound for the size of a memory. With only a few notes, a single common word would otherwise be enough. */
const PASSAGES_MIN = 10;
/** The size relative to a memory of usual size. */
const sizeOf = ({ passages }: Corpus): number => Math.max(passages, PASSAGES_MIN) / PASSAGES_USUAL;

/** The exponent of growth: a memory ten times as large mentions each thing less than ten times as often. */
const GROWTH = 0.75;

/**
 * How often a memory mentions the words of the question. A memory repeats the words of its main subjects, so these words are common in it,
 * and a single hit with them means little. A word that occurs only once may be there by chance.
 */
function spokenOf({ terms }: QuestionTerms, corpus: Corpus): number {
  const usual = sizeOf(corpus) ** GROWTH;
  const words = [...new Set(terms)];
  const sum = words.reduce((all, word) => all + Math.log(1 + (corpus.holders.get(word) ?? 0) / usual), 0);
  return sum / Math.max(1, words.length);
}

/** Number of adjacent word pairs of the question that also occur close together in a passage. */
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

/** Whether the hits are worth showing. If the memory probably contains no answer, nothing is shown. */
export const isAboveFloor = (known: number, floor: number): boolean => known > 0 && known >= floor;
