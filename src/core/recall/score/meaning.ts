import type { Passage } from "../index/passage.ts";
import {
  type Direction,
  isSamePrint,
  placeOf,
  printOf,
  type VectorRow,
  type VectorStore,
} from "../index/vectors.ts";
import { topOf } from "./top-of.ts";

/**
 * Everyday texts that no project is about. Embedders differ in the similarity that they give to unrelated texts, from near 0 up to 0.7.
 * Comparing a question with these texts shows this baseline.
 */
export const ANCHORS: readonly string[] = [
  "The soup was too salty, but the bread was still warm.",
  "Her grandmother kept bees behind the old stone wall.",
  "A late goal in the second half decided the match.",
  "The ferry to the island leaves at noon when the sea is calm.",
  "He practised the cello every evening until the neighbours complained.",
  "Snow fell overnight and covered the parked cars.",
  "The museum shows portraits of merchants from the seventeenth century.",
  "They planted tomatoes and beans along the south side of the garden.",
];

/** The nearness of a question to each row: 0 is the baseline of unrelated texts, 1 is identical. */
export function nearnessOf(
  question: Direction,
  { anchors, rows }: Pick<VectorStore, "anchors" | "rows">,
): Float64Array {
  const others = anchors.map((anchor) => cosine(question, anchor));
  const usual = Math.max(0, others.reduce((sum, each) => sum + each, 0) / Math.max(1, others.length));
  if (usual >= 1) return new Float64Array(rows.length);
  return Float64Array.from(rows, (row) => Math.max(0, (cosine(question, row) - usual) / (1 - usual)));
}

/** The cosine similarity. It is computed in integers up to the last step, so that it is the same on every machine. */
function cosine(a: Direction, b: Direction): number {
  const [left, right] = [a.numbers, b.numbers];
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += (left[i] ?? 0) * (right[i] ?? 0);
  return sum / Math.sqrt(a.squares * b.squares);
}

export type NearVector = { readonly row: VectorRow; readonly nearness: number };

/** The nearest rows above the minimum, nearest first; among equals, the first on the tape. */
export function nearestOf(
  rows: readonly VectorRow[],
  near: Float64Array,
  { least, most }: { readonly least: number; readonly most: number },
): NearVector[] {
  const at = (i: number): number => near[i] ?? 0;
  const enough = [...rows.keys()].filter((i) => at(i) > 0 && at(i) >= least);
  const isBefore = (a: number, b: number): boolean => at(a) > at(b) || (at(a) === at(b) && a < b);
  return topOf(enough, isBefore, most).flatMap((i) => {
    const row = rows[i];
    return row ? [{ row, nearness: at(i) }] : [];
  });
}

/** The nearness of passages that were found by their words, by key. A passage whose text has changed since it was embedded has none. */
export function nearnessByKey(
  passages: readonly Passage[],
  rows: readonly VectorRow[],
  near: Float64Array,
): Map<string, number> {
  const asked = new Map(passages.map((passage) => [placeOf(passage), passage]));
  const keys = new Set(passages.map(({ key }) => key));
  const found = new Map<string, number>();
  rows.forEach((row, i) => {
    if (!keys.has(row.key)) return;
    const passage = asked.get(placeOf(row));
    if (passage === undefined || !isSamePrint(printOf(passage), row.print)) return;
    found.set(row.key, Math.max(found.get(row.key) ?? 0, near[i] ?? 0));
  });
  return found;
}
