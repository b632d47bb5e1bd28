import type { Corpus } from "../index/passage.ts";
import type { Question } from "../query/question.ts";
import type { TermOccurrences } from "./term-occurrences.ts";

/** From this number of content words on, a question describes something instead of naming it. */
const LONG_TERMS = 12;
/** If more than this share of the candidates contain a word of a long question, the word counts less, down to `COMMON_REST`. */
const COMMON = 0.3;
const COMMON_REST = 0.2;
/** How much less a word counts for each other word in the same passages. Only the words with the highest weights are compared. */
const TOGETHER = 0.4;
const TOGETHER_MAX = 64;

export const isLong = ({ terms }: Question): boolean => terms.length >= LONG_TERMS;

type WeighedWords = { readonly shares: Float64Array; readonly all: number };

/** By passage, the distinct indices of the words that it contains. */
type TermPlaces = readonly (readonly number[])[];

/**
 * The share of each word in the question; the shares sum to 1. Rare words get more, and words that occur together with others get less.
 * `all` is the total weight before normalization.
 */
export function termWeights(
  question: Question,
  seen: readonly TermOccurrences[],
  corpus: Corpus,
): WeighedWords {
  const { weights } = question;
  const held = distinctPlaces(seen, weights.size);
  const counts = countsOf(held, weights.size);
  const scale = corpus.passages / Math.max(1, seen.length);
  // The index has no counts for words that were not searched. For those the candidates are taken as a sample of all passages.
  const holders = Float64Array.from(
    [...weights.keys()],
    (word, place) => corpus.holders.get(word) ?? (counts[place] ?? 0) * scale,
  );
  const isDescribing = isLong(question);
  const told = Float64Array.from([...weights.values()], (weight, place) => {
    const many = holders[place] ?? 0;
    if (many === 0) return 0;
    const apart = isDescribing ? tellsApart((counts[place] ?? 0) / seen.length) : 1;
    return weight * idf(many, corpus.passages) * apart;
  });
  const alone = lessTogether(told, held, holders);
  const all = alone.reduce((sum, one) => sum + one, 0);
  return { shares: alone.map((one) => one / (all || 1)), all };
}

/** Inverse document frequency of a word, from the number of passages that contain it. */
export const idf = (holders: number, passages: number): number =>
  Math.log(1 + (passages - holders + 0.5) / (holders + 0.5));

/**
 * In a memory with much conversation, every word of code is rare, including words that all code contains. A word in most of the best
 * passages does not distinguish them, however rare it is elsewhere.
 */
const tellsApart = (common: number): number =>
  Math.max(COMMON_REST, Math.min(1, (1 - common) / (1 - COMMON)));

/**
 * The distinct words of each passage. Most passages contain each word once and are returned unchanged, because a new list for each would
 * cost more than everything else here.
 */
function distinctPlaces(seen: readonly TermOccurrences[], words: number): (readonly number[])[] {
  const last = new Int32Array(words).fill(-1);
  return seen.map(({ places }, i) => {
    let isDistinct = true;
    for (const place of places) {
      if (last[place] === i) isDistinct = false;
      last[place] = i;
    }
    return isDistinct ? places : [...new Set(places)];
  });
}

function countsOf(held: TermPlaces, words: number): Int32Array {
  const counts = new Int32Array(words);
  for (const places of held) for (const place of places) counts[place] = (counts[place] ?? 0) + 1;
  return counts;
}

/**
 * Lowers the weight of words that occur together. "Evelyn Hugo" is one thing, and `parseQuantity` occurs together with "parse" and
 * "quantity". With full weights each of their words would count for all of them, and the rest of the question for little.
 */
function lessTogether(
  told: Float64Array,
  held: TermPlaces,
  holders: Float64Array,
): Float64Array<ArrayBuffer> {
  const compared = [...told.keys()].filter((place) => (told[place] ?? 0) > 0);
  compared.sort((a, b) => (told[b] ?? 0) - (told[a] ?? 0));
  compared.length = Math.min(compared.length, TOGETHER_MAX);
  const both = pairsOf(held, compared, told.length);
  const less = Float64Array.from(told);
  for (const [i, place] of compared.entries()) {
    const own = told[place] ?? 0;
    let others = 0;
    for (const [j, other] of compared.entries()) {
      const shared = i === j ? 0 : (both[i * compared.length + j] ?? 0);
      if (shared === 0) continue;
      const either = Math.max(1, (holders[place] ?? 0) + (holders[other] ?? 0) - shared);
      others += (shared / either) * Math.min(1, (told[other] ?? 0) / own);
    }
    less[place] = own / (1 + TOGETHER * others);
  }
  return less;
}

/** The number of passages that contain two words, by their ranks among the compared words. */
function pairsOf(held: TermPlaces, compared: readonly number[], words: number): Int32Array {
  const ranks = new Int32Array(words).fill(-1);
  for (const [rank, place] of compared.entries()) ranks[place] = rank;
  const both = new Int32Array(compared.length * compared.length);
  const here: number[] = [];
  for (const places of held) {
    if (places.length < 2) continue;
    here.length = 0;
    for (const place of places) if ((ranks[place] ?? -1) >= 0) here.push(ranks[place] ?? 0);
    for (const one of here)
      for (const other of here) {
        const pair = one * compared.length + other;
        both[pair] = (both[pair] ?? 0) + 1;
      }
  }
  return both;
}
