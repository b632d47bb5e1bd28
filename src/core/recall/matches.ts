import { type Corpus, type Passage, wordsIn } from "./passage.ts";
import type { Question } from "./question.ts";
import { type Sighting, sightings } from "./sightings.ts";

/** One thing that holds words of a question, by the passage that holds most of them. */
export type Match = {
  readonly passage: Passage;
  /** By the place of a word in the question: how much of the question it is that this word is held here. */
  readonly held: Float64Array;
  readonly words: number;
  readonly phrase: number;
  readonly proximity: number;
  readonly topic: number;
};

/** How soon a repeated word stops counting, and how much a long passage is held back. */
const K1 = 0.9;
const B = 0.6;
/** What it adds that words of the question stand close together, at most so many words apart. */
const PROXIMITY = 0.2;
const CLOSE = 8;
/** What it adds that everything in quotation marks is there as it was written, and that a topic says what is asked. */
const PHRASE = 0.15;
const TOPIC = 0.3;

/** Everything among the candidates that holds a word which tells what was asked. */
export function matchesOf(question: Question, candidates: readonly Passage[], corpus: Corpus): Match[] {
  const places = new Map([...question.weights.keys()].map((word, place) => [word, place]));
  const seen = sightings(candidates, places);
  const shares = sharesOf(question, seen, corpus);
  const told = new Map(question.terms.map((term) => [term, places.get(term) ?? -1]));
  const isTelling = new Uint8Array(shares.length);
  for (const place of told.values()) isTelling[place] = 1;
  const average = averageOf(corpus);
  const best = new Map<string, Match>();
  for (const sighting of seen) {
    const { passage } = sighting;
    const topic = topicOf(passage, told, shares);
    if (topic === 0 && !sighting.places.some((place) => isTelling[place] === 1)) continue;
    const phrase = phraseOf(question, sighting);
    const match = matchOf(sighting, { shares, average, phrase, topic });
    const other = best.get(passage.key);
    best.set(passage.key, other ? joined(other, match) : match);
  }
  return [...best.values()];
}

/** What each word is of the question: the rarer, the more. Together they are 1. */
function sharesOf({ weights }: Question, seen: readonly Sighting[], corpus: Corpus): Float64Array {
  const counts = countsOf(seen, weights.size);
  const scale = corpus.passages / Math.max(1, seen.length);
  const told = Float64Array.from([...weights], ([word, weight], place) => {
    // Words that were not searched by have not been counted: there the candidates stand for all passages.
    const holders = corpus.holders.get(word) ?? (counts[place] ?? 0) * scale;
    return holders === 0 ? 0 : weight * rarityOf(holders, corpus.passages);
  });
  const all = told.reduce((sum, one) => sum + one, 0) || 1;
  return told.map((one) => one / all);
}

/** How much it says that a passage holds a word which so many of all hold. */
export const rarityOf = (holders: number, passages: number): number =>
  Math.log(1 + (passages - holders + 0.5) / (holders + 0.5));

/** How long passages are, and what holds one of so many words back against the others. */
export const averageOf = ({ words, passages }: Pick<Corpus, "words" | "passages">): number =>
  Math.max(1, words / Math.max(1, passages));
export const heldBack = (words: number, average: number): number => K1 * (1 - B + (B * words) / average);

function countsOf(seen: readonly Sighting[], words: number): Int32Array {
  const counts = new Int32Array(words);
  const last = new Int32Array(words).fill(-1);
  seen.forEach(({ places }, i) => {
    for (const place of places) {
      if (last[place] !== i) counts[place] = (counts[place] ?? 0) + 1;
      last[place] = i;
    }
  });
  return counts;
}

type Known = {
  readonly shares: Float64Array;
  readonly average: number;
  readonly phrase: number;
  readonly topic: number;
};

/** BM25, as shares of the question. */
function matchOf(sighting: Sighting, { shares, average, phrase, topic }: Known): Match {
  const { passage, places, at, words: length } = sighting;
  const held = new Float64Array(shares.length);
  for (const place of places) held[place] = (held[place] ?? 0) + 1;
  const back = heldBack(length, average);
  let words = 0;
  for (let place = 0; place < held.length; place++) {
    const count = held[place] ?? 0;
    if (count === 0) continue;
    const told = ((shares[place] ?? 0) * count * (K1 + 1)) / (count + back);
    held[place] = told;
    words += told;
  }
  return { passage, held, words, phrase, proximity: PROXIMITY * closeness(places, at, shares), topic };
}

/** Two different words close together count as the weaker of them, each pair once. */
function closeness(places: readonly number[], at: readonly number[], shares: Float64Array): number {
  const pairs = new Set<number>();
  let sum = 0;
  for (let i = 1; i < places.length; i++) {
    const one = places[i - 1] ?? 0;
    const other = places[i] ?? 0;
    const apart = (at[i] ?? 0) - (at[i - 1] ?? 0);
    if (one === other || apart > CLOSE) continue;
    const pair = Math.min(one, other) * shares.length + Math.max(one, other);
    if (!pairs.has(pair)) sum += Math.min(shares[one] ?? 0, shares[other] ?? 0) / apart;
    pairs.add(pair);
  }
  return sum;
}

function phraseOf({ quoted }: Question, { passage, places }: Sighting): number {
  if (quoted.length === 0 || places.length < 2) return 0;
  const words = wordsIn(passage);
  return (PHRASE * quoted.filter((run) => holdsRun(words, run)).length) / quoted.length;
}

function holdsRun(words: readonly string[], run: readonly string[]): boolean {
  const [first = ""] = run;
  for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1))
    if (run.every((word, i) => words[at + i] === word)) return true;
  return false;
}

/** By the places of the words that tell what is asked. */
function topicOf({ topic }: Passage, told: ReadonlyMap<string, number>, shares: Float64Array): number {
  if (topic.length === 0) return 0;
  return TOPIC * [...new Set(topic)].reduce((sum, word) => sum + (shares[told.get(word) ?? -1] ?? 0), 0);
}

const sumOf = ({ words, phrase, proximity, topic }: Match): number => words + phrase + proximity + topic;

/** The better of two passages speaks for both; a word counts where it counts most. */
function joined(a: Match, b: Match): Match {
  const [better, other] = sumOf(b) > sumOf(a) ? [b, a] : [a, b];
  for (let i = 0; i < better.held.length; i++)
    if ((other.held[i] ?? 0) > (better.held[i] ?? 0)) better.held[i] = other.held[i] ?? 0;
  return better;
}
