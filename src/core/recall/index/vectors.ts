import { mix } from "../../mix.ts";
import { byCodePoints } from "../../order.ts";
import type { Position } from "../../tape/event.ts";
import { columnsOf, type IndexedPassage, passageIn } from "./indexed.ts";
import type { Passage } from "./passage.ts";

/** A vector as integers from -127 to 127. Only its direction is used, and this takes a quarter of the memory. */
export type Direction = {
  readonly numbers: Int8Array;
  /** The sum of the squares of its numbers. */
  readonly squares: number;
};

/** The passage to which a vector belongs. */
export type Mark = {
  readonly key: string;
  readonly part: number;
  readonly position: Position;
  /** A hash of the embedded words. If the passage has changed since, its vector is not used. */
  readonly print: Print;
};

export type Print = readonly [number, number];
export type VectorRow = Mark & Direction;

/** All stored vectors, and the position up to which the tape was read for them. */
export type VectorStore = {
  /** The embedding space: only vectors of one space can be compared. */
  readonly space: string;
  /** 0 while there are no vectors. */
  readonly dimensions: number;
  /** The epoch of the tape in which the vectors were made. */
  readonly epoch: number;
  readonly upTo: Position;
  /** Vectors of neutral texts. The similarity of a question to them is the baseline for unrelated texts. */
  readonly anchors: readonly Direction[];
  readonly rows: readonly VectorRow[];
  /** The error of the last request for vectors. */
  readonly problem?: string;
};

/** Maximum number of stored numbers: 16 MB, or 62,000 passages with 256 numbers each. Each question is compared with all of them. */
export const NUMBERS_MAX = 16_000_000;

export const noVectors = (space: string): VectorStore => ({
  space,
  dimensions: 0,
  epoch: 0,
  upTo: 0,
  anchors: [],
  rows: [],
});

/** Converts a vector to its stored form. The embedder must not return a vector of zeros. */
export function directionOf(vector: readonly number[]): Direction {
  const largest = vector.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const numbers = Int8Array.from(vector, (each) => Math.round((each / largest) * 127));
  let squares = 0;
  for (const each of numbers) squares += each * each;
  return { numbers, squares };
}

/** Converts an index entry to a passage as the scorer reads it. */
export const passageOf = (indexed: IndexedPassage): Passage => passageIn(columnsOf(indexed));

/** A hash of the text that was embedded for a passage. */
export const printOf = ({ words, topic }: Pick<Passage, "words" | "topic">): Print =>
  mix(`${topic.join(" ")}\n${words}`);

export const isSamePrint = (a: Print, b: Print): boolean => a[0] === b[0] && a[1] === b[1];

/** The key under which a vector is found. */
export const placeOf = ({ key, part }: Pick<Mark, "key" | "part">): string => `${part} ${key}`;

/**
 * The rows that fit into the limit. Rows of turns and commits are dropped first, the oldest first. The result is in the order of the tape,
 * so that the same rows always give the same bytes.
 */
export function newestVectorsThatFit(
  rows: readonly VectorRow[],
  dimensions: number,
  isPassing: (row: VectorRow) => boolean,
): VectorRow[] {
  const most = Math.floor(NUMBERS_MAX / Math.max(1, dimensions));
  const sorted = [...rows].sort(
    (a, b) => a.position - b.position || byCodePoints(a.key, b.key) || a.part - b.part,
  );
  if (sorted.length <= most) return sorted;
  const passing = sorted.filter(isPassing);
  const dropped = new Set(passing.slice(0, sorted.length - most));
  return sorted.filter((row) => !dropped.has(row)).slice(-most);
}
