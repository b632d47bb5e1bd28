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
};

/** Scores how much of a question a passage answers in other words. Each concept counts once, by its strongest sign. */
export function conceptScorer(
  question: Question,
  known: ConceptGround,
): (sighting: TermOccurrences) => number {
  const asked = weighedConcepts(question, known);
  if (asked.length === 0) return () => 0;
  return ({ related, places }) => {
    if (related.length === 0) return 0;
    const held = new Set(related);
    const own = new Set(places);
    let sum = 0;
    for (const { tells, signs, spoken } of asked) {
      const isSpoken = spoken.some((place) => own.has(place));
      let most = 0;
      for (const { counts, others, shared, isName } of signs) {
        if (counts <= most || (isSpoken && !isName)) continue;
        if (others.every((place) => held.has(place)) && shared.every((place) => own.has(place)))
          most = counts;
      }
      sum += tells * most;
    }
    return sum;
  };
}

/** Weighs the concepts of a question. A concept weighs more if fewer passages mention it. */
function weighedConcepts({ concepts, weights }: Question, { places, related, corpus, all }: ConceptGround) {
  const asked = concepts.map(({ weight, signs, spoken }) => {
    const words = new Set(signs.flatMap((sign) => sign.words.slice(0, 1)).concat(spoken));
    let holders = 0;
    for (const word of words) holders += corpus.holders.get(word) ?? 0;
    const stress = stressOf(
      spoken.map((word) => weights.get(word) ?? 0),
      spoken,
    );
    const many = Math.min(Math.max(1, holders), corpus.passages);
    const tells = weight * stress * idf(many, corpus.passages);
    return {
      tells,
      spoken: placesOf(spoken, places),
      signs: signs.map((sign) => placeConcept(sign, places, related)),
    };
  });
  const total = Math.max(all, ...asked.map(({ tells }) => tells)) || 1;
  return asked.filter(({ tells }) => tells > 0).map((one) => ({ ...one, tells: one.tells / total }));
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
