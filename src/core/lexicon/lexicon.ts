import { wordsOf } from "../recall/index/words.ts";
import {
  type ConceptSign,
  type LexiconConcept,
  phrasesFor,
  type SidedSign,
  type SignSide,
} from "./table-text.ts";

/** A concept that a question is about. */
export type AskedConcept = {
  readonly name: string;
  /** The probability that the question means it, 0 to 1. */
  readonly weight: number;
  /** The words of the question that mention it. */
  readonly spoken: readonly string[];
  /** Other words and phrases by which a text mentions it. */
  readonly signs: readonly ConceptSign[];
};

type SpokenSign = { readonly concept: LexiconConcept; readonly sign: SidedSign };

/** Weight of a concept that a question names by one thing: it mostly means that thing, and seldom others of its kind. */
const NAME_WEIGHT = 0.5;
/** Weight of a word that mentions the concept only in questions: it may have another meaning. */
const HINT_WEIGHT = 1;

/** The signs that occur in a text. All words of a phrase must occur, in any order. */
function signsIn(words: ReadonlySet<string>, other: SignSide): SpokenSign[] {
  const found: SpokenSign[] = [];
  for (const word of words)
    for (const { concept, signs } of phrasesFor(word))
      for (const sign of signs)
        if (sign.words[0] === word && sign.side !== other && sign.words.every((each) => words.has(each)))
          found.push({ concept, sign });
  return found;
}

/** The concepts that a text mentions, by their names in the table. */
export function conceptsOf(text: string): readonly string[] {
  return [...new Set(signsIn(new Set(wordsOf(text)), "question").map(({ concept }) => concept.name))];
}

/** The names of things in a text, such as "sqs", by their concept. */
export function namesByConcept(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { concept, sign } of signsIn(new Set(wordsOf(text)), "question"))
    if (sign.isName)
      names.set(concept.name, (names.get(concept.name) ?? new Set()).add(sign.words.join(" ")));
  return names;
}

/** The concepts that the words of a question mean. A word with several meanings counts less for each of them. */
export function conceptsAsked(words: readonly string[]): AskedConcept[] {
  const spoken = signsIn(new Set(words), "text");
  const meanings = new Map<string, Set<LexiconConcept>>();
  for (const { concept, sign } of spoken) {
    const phrase = sign.words.join(" ");
    meanings.set(phrase, (meanings.get(phrase) ?? new Set()).add(concept));
  }
  const concepts = new Map<LexiconConcept, { weight: number; spoken: Set<string> }>();
  for (const { concept, sign } of spoken) {
    const own = concepts.get(concept) ?? { weight: 0, spoken: new Set<string>() };
    const shared = meanings.get(sign.words.join(" "))?.size ?? 1;
    own.weight = Math.max(own.weight, weightOf(sign) / shared);
    for (const word of sign.words) own.spoken.add(word);
    concepts.set(concept, own);
  }
  return [...concepts].map(([{ name, signs }, own]) => ({
    name,
    weight: own.weight,
    spoken: [...own.spoken],
    signs: signs.filter(
      ({ side, words: sign }) => side !== "question" && !sign.every((word) => own.spoken.has(word)),
    ),
  }));
}

const weightOf = ({ isName, side }: SidedSign): number =>
  isName ? NAME_WEIGHT : side === "question" ? HINT_WEIGHT : 1;
