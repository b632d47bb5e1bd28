import { type Corpus, type Passage, wordsIn } from "../index/passage.ts";
import type { Question } from "../query/question.ts";
import { conceptScores, relatedTerms } from "./concepts.ts";
import { isAsking, isByPerson } from "./signs.ts";
import { type TermOccurrences, termOccurrences } from "./term-occurrences.ts";
import { isLong, termWeights } from "./term-weights.ts";

/** A document or item that contains words of a question, represented by its best passage. */
export type Match = {
  readonly passage: Passage;
  /** By the index of a word in the question: the score that the passage gets for this word. */
  readonly held: Float64Array;
  readonly words: number;
  readonly phrase: number;
  readonly proximity: number;
  readonly topic: number;
  /** The score for other words with the same meaning. */
  readonly concept: number;
  /** True for a turn that says only what the question says: somebody asked the same before. */
  readonly isEcho: boolean;
};

/**
 * The BM25 parameters: how soon repetitions of a word stop counting, and how much a long passage is penalized. For a long question the
 * number of different words in a passage matters, and repetitions hardly do.
 */
const K1 = 0.9;
const K1_LONG = 0.6;
const B = 0.6;
/** Lower bound for the average length: half the length of a split passage. If all passages are shorter, none counts as long. */
const AVERAGE_MIN = 60;
/** The bonus for question words that are close together, and their maximum distance in words. */
const PROXIMITY = 0.2;
const CLOSE = 8;
/** Bonus for a passage with every quoted phrase verbatim, and for one whose topic the question names. */
const PHRASE = 0.15;
const TOPIC = 0.3;
/** The share of the question's words that a repetition of the question must contain. */
const ECHO = 0.9;

/** The candidates that contain a content word of the question. */
export function matchesOf(question: Question, candidates: readonly Passage[], corpus: Corpus): Match[] {
  const places = new Map([...question.weights.keys()].map((word, place) => [word, place]));
  const related = new Map([...relatedTerms(question).keys()].map((word, place) => [word, place]));
  const seen = termOccurrences(candidates, places, related);
  const { shares, all } = termWeights(question, seen, corpus);
  const concepts = conceptScores(question, { places, related, corpus, all, seen });
  const told = new Map(question.terms.map((term) => [term, places.get(term) ?? -1]));
  const isTelling = new Uint8Array(shares.length);
  for (const place of told.values()) isTelling[place] = 1;
  const average = averageOf(corpus);
  const k1 = isLong(question) ? K1_LONG : K1;
  const best = new Map<string, Match>();
  for (const [i, sighting] of seen.entries()) {
    const { passage } = sighting;
    const topic = topicOf(passage, told, shares);
    const means = isLongTurn(sighting) ? 0 : (concepts[i] ?? 0);
    if (topic + means === 0 && !sighting.places.some((place) => isTelling[place] === 1)) continue;
    const phrase = phraseOf(question, sighting);
    const match = matchOf(sighting, { shares, average, k1, phrase, topic, means });
    const other = best.get(passage.key);
    best.set(passage.key, other ? joinMatches(other, match) : match);
  }
  return [...best.values()];
}

/** A long turn covers many subjects, so it contains related words by chance. */
const SHORT_TURN = 70;
const isLongTurn = ({ passage, words }: TermOccurrences): boolean =>
  passage.kind === "turn" && words > SHORT_TURN;

/** The mean length of a passage, and the BM25 length normalization that uses it: matches in long passages count less. */
export const averageOf = ({ words, passages }: Pick<Corpus, "words" | "passages">): number =>
  Math.max(AVERAGE_MIN, words / Math.max(1, passages));
const lengthOf = (words: number, average: number): number => 1 - B + (B * words) / average;
export const lengthNorm = (words: number, average: number): number => K1 * lengthOf(words, average);

type MatchWeights = {
  readonly shares: Float64Array;
  readonly average: number;
  readonly k1: number;
  readonly phrase: number;
  readonly topic: number;
  readonly means: number;
};

/** The BM25 score of a passage, as shares of the question. */
function matchOf(
  sighting: TermOccurrences,
  { shares, average, k1, phrase, topic, means }: MatchWeights,
): Match {
  const { passage, places, at, words: length } = sighting;
  const held = new Float64Array(shares.length);
  for (const place of places) held[place] = (held[place] ?? 0) + 1;
  const back = k1 * lengthOf(length, average);
  let words = 0;
  for (let place = 0; place < held.length; place++) {
    const count = held[place] ?? 0;
    if (count === 0) continue;
    const told = ((shares[place] ?? 0) * count * (k1 + 1)) / (count + back);
    held[place] = told;
    words += told;
  }
  const concept = (means * (k1 + 1)) / (1 + back);
  return {
    passage,
    held,
    words,
    phrase,
    proximity: PROXIMITY * closeness(places, at, shares),
    topic,
    concept,
    isEcho: isEcho(sighting, shares.length),
  };
}

/** Whether a person's turn has only words of the question, and nearly all of them. */
function isEcho({ passage, places, words }: TermOccurrences, asked: number): boolean {
  if (passage.kind !== "turn" || !isByPerson(passage)) return false;
  const own = isAsking(passage) ? words - 1 : words;
  return places.length === own && new Set(places).size >= ECHO * asked;
}

/** The closeness of words: two different words close together count as much as the weaker one, each pair once. */
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

function phraseOf({ quoted }: Question, { passage, places }: TermOccurrences): number {
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

/** The topic bonus, by the share of the question that the passage's topic contains. */
function topicOf({ topic }: Passage, told: ReadonlyMap<string, number>, shares: Float64Array): number {
  if (topic.length === 0) return 0;
  return TOPIC * [...new Set(topic)].reduce((sum, word) => sum + (shares[told.get(word) ?? -1] ?? 0), 0);
}

const sumOf = ({ words, phrase, proximity, topic, concept }: Match): number =>
  words + phrase + proximity + topic + concept;

/** Joins two passages of one document or item: the better one represents both, and each word counts with its higher score. */
function joinMatches(a: Match, b: Match): Match {
  const [better, other] = sumOf(b) > sumOf(a) ? [b, a] : [a, b];
  for (let i = 0; i < better.held.length; i++)
    if ((other.held[i] ?? 0) > (better.held[i] ?? 0)) better.held[i] = other.held[i] ?? 0;
  return better;
}
