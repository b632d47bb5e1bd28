import { lengthNorm } from "../score/matches.ts";
import { isByPerson, PERSON } from "../score/signs.ts";
import type { Indexed } from "./indexed.ts";

/**
 * The number of a passage in an index: its place, which grows with the tape, and in the last bits of what sort it is, by
 * how long it is and by whose words it has. So candidates are chosen among a hundred thousand without reading one of them.
 */
export const packDocId = (place: number, passage: Indexed): number =>
  place * SORTS + sizeOf(passage.words.length) * 2 + (isByPerson(passage) ? 1 : 0);

const SORTS = 16;
const SORT_BITS = 4;

export const placeOf = (number: number): number => number >>> SORT_BITS;
export const bucketOf = (number: number): number => number & (SORTS - 1);

/** Words of a passage of each size but the last, at most, and about. A size has half as many words again as the one before. */
const UP_TO = [10, 16, 26, 41, 66, 105, 168];
const ABOUT = [8, 13, 20, 33, 52, 84, 134, 210];

function sizeOf(words: number): number {
  const size = UP_TO.findIndex((most) => words <= most);
  return size < 0 ? UP_TO.length : size;
}

/** By sort, what a word of the question counts in such a passage. */
export function bucketScores(average: number): Float64Array {
  return Float64Array.from({ length: SORTS }, (_, sort) => {
    const words = ABOUT[sort >> 1] ?? 0;
    return (sort % 2 === 1 ? 1 + PERSON : 1) / (1 + lengthNorm(words, average));
  });
}

/** The numbers of a text, with commas between. Read letter by letter, because there may be many. */
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
