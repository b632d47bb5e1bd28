import { lengthNorm } from "../score/matches.ts";
import { isByPerson, PERSON } from "../score/signs.ts";
import type { IndexedPassage } from "./indexed.ts";

/**
 * The number of a passage in an index. Its high bits are the place, which grows with the tape. Its last bits are the bucket: the passage's
 * length class, and whether a person said it. So candidates can be chosen among a hundred thousand passages without reading any of them.
 */
export const packDocId = (place: number, passage: IndexedPassage): number =>
  place * SORTS + sizeOf(passage.words.length) * 2 + (isByPerson(passage) ? 1 : 0);

const SORTS = 16;
const SORT_BITS = 4;

export const placeOf = (number: number): number => number >>> SORT_BITS;
export const bucketOf = (number: number): number => number & (SORTS - 1);

/**
 * The upper limits of the length classes, in words; the last class has none. `ABOUT` is the typical length of each class. Each class is
 * about one and a half times as long as the one before.
 */
const UP_TO = [10, 16, 26, 41, 66, 105, 168];
const ABOUT = [8, 13, 20, 33, 52, 84, 134, 210];

function sizeOf(words: number): number {
  const size = UP_TO.findIndex((most) => words <= most);
  return size < 0 ? UP_TO.length : size;
}

/** By bucket: the weight of a question's word in a passage of that bucket. */
export function bucketScores(average: number): Float64Array {
  return Float64Array.from({ length: SORTS }, (_, sort) => {
    const words = ABOUT[sort >> 1] ?? 0;
    return (sort % 2 === 1 ? 1 + PERSON : 1) / (1 + lengthNorm(words, average));
  });
}

/** Parses comma-separated numbers. It reads character by character, because there may be many. */
export function numbersIn(text: string): number[] {
  const numbers: number[] = [];
  if (text === "") return numbers;
  let number = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    if (letter === COMMA) {
      numbers.push(number);
      number = 0;
    } else number = number * 10 + letter - ZERO;
  }
  numbers.push(number);
  return numbers;
}

const COMMA = 44;
const ZERO = 48;
