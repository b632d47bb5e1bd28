import type { Corpus, Passage } from "./passage.ts";
import type { Question } from "./question.ts";

/** What a score is made of, in the order it is summed. */
export const PARTS = [
  "words",
  "phrase",
  "proximity",
  "topic",
  "recency",
  "confidence",
  "kind",
  "path",
  "usage",
  "drift",
  "relation",
  "semantic",
] as const;

export type Part = (typeof PARTS)[number];
export type Parts = { readonly [part in Part]: number };

/** How much each side of a score counts. */
export type Weights = { readonly lexical: number; readonly recency: number; readonly confidence: number };

/** One thing found, by its best passage. */
export type Ranked = {
  readonly key: string;
  /** The passage that speaks for it. */
  readonly passage: Passage;
  readonly score: number;
  readonly parts: Parts;
};

/** What is known of a key beside its words, added as it stands. */
export type Beside = ReadonlyMap<string, Partial<Parts>>;

const K1 = 1.2;
const B = 0.75;

/** Best first; equal ones in the order of the tape. */
export function rank(
  question: Question,
  candidates: readonly Passage[],
  given: { readonly corpus: Corpus; readonly weights: Weights; readonly beside?: Beside },
): Ranked[] {
  const best = new Map<string, Ranked>();
  for (const passage of candidates) {
    const words = wordsPart(question, passage, given.corpus) * given.weights.lexical;
    if (words <= 0) continue;
    const parts = { ...NOTHING, words, ...given.beside?.get(passage.key) };
    const score = PARTS.reduce((sum, part) => sum + parts[part], 0);
    const known = best.get(passage.key);
    if (!known || known.score < score) best.set(passage.key, { key: passage.key, passage, score, parts });
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.passage.position - b.passage.position);
}

const NOTHING = Object.fromEntries(PARTS.map((part) => [part, 0])) as Parts;

function wordsPart({ terms }: Question, { words }: Passage, corpus: Corpus): number {
  const average = corpus.words / Math.max(1, corpus.passages);
  const held = K1 * (1 - B + (B * words.length) / Math.max(1, average));
  return terms.reduce((sum, term) => {
    const count = words.filter((word) => word === term).length;
    const holders = corpus.holders.get(term) ?? 0;
    const rarity = Math.log(1 + (corpus.passages - holders + 0.5) / (holders + 0.5));
    return sum + (rarity * count * (K1 + 1)) / (count + held);
  }, 0);
}
