import type { AskedConcept } from "../../lexicon/lexicon.ts";
import type { ConceptSign } from "../../lexicon/table-text.ts";
import type { Corpus } from "../index/passage.ts";
import { isPair } from "../index/words.ts";
import type { Question } from "../query/question.ts";
import type { TermOccurrences } from "./term-occurrences.ts";
import { idf } from "./term-weights.ts";

/** Weights relative to a word of the question: for naming a thing of the concept, and for another word for the concept. */
const NAME = 0.8;
const WORD = 0.4;

const countOf = ({ isName }: ConceptSign): number => (isName ? NAME : WORD);

/** The weight of each related word, by word. */
export function relatedTerms({ concepts, weights }: Question): ReadonlyMap<string, number> {
  const related = new Map<string, number>();
  for (const { weight, signs } of concepts)
    for (const sign of signs)
      for (const word of sign.words)
        if (!weights.has(word))
          related.set(word, Math.max(related.get(word) ?? 0, (weight * countOf(sign)) / sign.words.length));
  return related;
}

type ConceptGround = {
  /** Indices of the question's own words, and of the related words. */
  readonly places: ReadonlyMap<string, number>;
  readonly related: ReadonlyMap<string, number>;
  readonly corpus: Corpus;
  /** The total weight of all words of the question. */
  readonly all: number;
  readonly seen: readonly TermOccurrences[];
};

/** For each passage, how much of the question it answers in other words. Each concept counts once, by its strongest sign. */
export function conceptScores(question: Question, ground: ConceptGround): readonly number[] {
  const asked = question.concepts.map((concept) => weighConcept(concept, question, ground));
  const total = Math.max(ground.all, ...asked.map(({ tells }) => tells)) || 1;
  return ground.seen.map((_, i) =>
    asked.reduce((sum, { tells, strengths }) => sum + (tells / total) * (strengths[i] ?? 0), 0),
  );
}

/** The strength of a concept in each passage, and its weight in the question: it weighs more if fewer passages mention it. */
function weighConcept(
  { weight, signs, spoken }: AskedConcept,
  { weights }: Question,
  { places, related, corpus, seen }: ConceptGround,
) {
  const own = placesOf(spoken, places);
  const placed = signs.map((sign) => placeConcept(sign, places, related));
  const strengths = seen.map((one) => strongestSign(placed, own, one));
  const mentions = seen.filter((one, i) => strengths[i] !== 0 || isHolding(one, own)).length;
  const words = new Set(signs.flatMap((sign) => sign.words.slice(0, 1)).concat(spoken));
  const holders = [...words].map((word) => corpus.holders.get(word) ?? 0);
  const sum = holders.reduce((all, each) => all + each, 0);
  // A passage may hold several of the words, so their sum is too high; the candidates, taken as a sample, show how much.
  const sampled = (mentions * corpus.passages) / Math.max(1, seen.length);
  const many = Math.max(1, ...holders, Math.min(sum, sampled, corpus.passages));
  const stresses = spoken.map((word) => weights.get(word) ?? 0);
  return { tells: weight * stressOf(stresses, spoken) * idf(many, corpus.passages), strengths };
}

const isHolding = ({ places }: TermOccurrences, own: readonly number[]): boolean =>
  own.some((place) => places.includes(place));

type PlacedSign = ReturnType<typeof placeConcept>;

function strongestSign(signs: readonly PlacedSign[], own: readonly number[], one: TermOccurrences): number {
  if (one.related.length === 0) return 0;
  const isSpoken = isHolding(one, own);
  const isTold = ({ others, shared, isName }: PlacedSign): boolean =>
    (isName || !isSpoken) &&
    others.every((place) => one.related.includes(place)) &&
    shared.every((place) => one.places.includes(place));
  return signs.reduce((most, sign) => (sign.counts > most && isTold(sign) ? sign.counts : most), 0);
}

/** The weight of a concept's words in the question. A word that is split into pairs of letters gets the sum of its pairs. */
const stressOf = (stresses: readonly number[], spoken: readonly string[]): number =>
  spoken.every((word) => isPair(word)) ? stresses.reduce((sum, one) => sum + one, 0) : Math.max(...stresses);

const placesOf = (words: readonly string[], places: ReadonlyMap<string, number>): number[] =>
  words.flatMap((word) => places.get(word) ?? []);

/** The indices of a sign's words. A phrase may share words with the question. */
function placeConcept(
  sign: ConceptSign,
  places: ReadonlyMap<string, number>,
  related: ReadonlyMap<string, number>,
) {
  return {
    counts: countOf(sign),
    isName: sign.isName,
    others: placesOf(sign.words, related),
    shared: placesOf(sign.words, places),
  };
}
