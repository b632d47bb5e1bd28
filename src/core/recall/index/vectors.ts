import { mix } from "../../mix.ts";
import { byCodePoints } from "../../order.ts";
import type { Position } from "../../tape/event.ts";
import { columnsOf, type Indexed, passageIn } from "./indexed.ts";
import type { Passage } from "./passage.ts";

/** A vector as whole numbers from -127 to 127: which way it points is all that is asked of it, in a quarter of the room. */
export type Direction = {
  readonly numbers: Int8Array;
  /** The sum of their squares. */
  readonly squares: number;
};

/** Which passage a vector is of. */
export type Mark = {
  readonly key: string;
  readonly part: number;
  readonly position: Position;
  /** Stands for the words it was made of: those of a passage that says something else now are not compared. */
  readonly print: Print;
};

export type Print = readonly [number, number];
export type VectorRow = Mark & Direction;

/** All vectors that are kept, and how far the tape was read for them. */
export type VectorStore = {
  /** What they are comparable within. */
  readonly space: string;
  /** 0 while there are none. */
  readonly dimensions: number;
  /** The epoch of the tape that they were made of. */
  readonly epoch: number;
  readonly upTo: Position;
  /** Of texts about nothing in particular: how near to them a question is tells how near it is to anything. */
  readonly anchors: readonly Direction[];
  readonly rows: readonly VectorRow[];
  /** What went wrong the last time that vectors were asked for. */
  readonly problem?: string;
};

/**
 * Numbers that are kept at most: 16 MB, or 62,000 passages of 256 numbers and 10,000 of 1,536. One question is compared with
 * all of them.
 */
export const NUMBERS_MAX = 16_000_000;

export const noVectors = (space: string): VectorStore => ({
  space,
  dimensions: 0,
  epoch: 0,
  upTo: 0,
  anchors: [],
  rows: [],
});

/** A vector as it is kept. The embedder owes that not all of it is 0. */
export function directionOf(vector: readonly number[]): Direction {
  const largest = vector.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const numbers = Int8Array.from(vector, (each) => Math.round((each / largest) * 127));
  let squares = 0;
  for (const each of numbers) squares += each * each;
  return { numbers, squares };
}

/** A passage as the scorer reads it, of what an index keeps. */
export const passageOf = (indexed: Indexed): Passage => passageIn(columnsOf(indexed));

/** What a passage's vector is known to be of. */
export const printOf = ({ words, topic }: Pick<Passage, "words" | "topic">): Print =>
  mix(`${topic.join(" ")}\n${words}`);

export const isSamePrint = (a: Print, b: Print): boolean => a[0] === b[0] && a[1] === b[1];

/** Where a vector is looked up. */
export const placeOf = ({ key, part }: Pick<Mark, "key" | "part">): string => `${part} ${key}`;

/**
 * The rows that stay where there is room for so many numbers: what is not of a turn or a commit, and of those the newest.
 * In the order of the tape, so that the same rows are always the same bytes.
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
