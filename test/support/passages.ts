import { type Passage, wordsIn } from "../../src/core/recall/index/passage.ts";
import { passagesOf } from "../../src/core/recall/index/passages.ts";
import { storedWords } from "../../src/core/recall/index/words.ts";
import { readQuestion } from "../../src/core/recall/query/question.ts";
import { type RankedKey, rank, type Weights } from "../../src/core/recall/score/score.ts";

/** A text that somebody said or wrote, with optional other fields of its passage. */
export type Said = Partial<Omit<Passage, "words">> & { readonly text: string };

export const WEIGHTS: Weights = { lexical: 0.55, recency: 0.25, confidence: 0.2 };

/** The passages of these texts in an index: the first at position 1, each one minute after the one before. */
export const passagesFor = (texts: readonly Said[]): Passage[] =>
  texts.flatMap(({ text, ...known }, i) =>
    passagesOf(text).map((passage, part) => ({
      key: `turn@${i + 1}`,
      part,
      kind: "turn",
      position: i + 1,
      at: Date.UTC(2026, 0, 1, 0, i),
      role: "user",
      topic: [],
      ...known,
      words: storedWords(known.speaker === undefined ? passage : `${known.speaker}: ${passage}`).join(" "),
    })),
  );

/** Ranks texts as if a store held only these. */
export function ranked(asked: string, texts: readonly Said[], weights = WEIGHTS): RankedKey[] {
  const passages = passagesFor(texts);
  const question = readQuestion(asked);
  const holders = new Map(
    question.terms.map((term) => [
      term,
      passages.filter((passage) => [...wordsIn(passage), ...passage.topic].includes(term)).length,
    ]),
  );
  const words = passages.reduce((sum, passage) => sum + wordsIn(passage).length, 0);
  return rank(question, passages, { corpus: { passages: passages.length, words, holders }, weights });
}
