import type { Passage } from "../index/passage.ts";

/** Where a passage holds words of the question: places in the question, and places in the passage. */
export type Sighting = {
  readonly passage: Passage;
  readonly places: readonly number[];
  readonly at: readonly number[];
  /** How many words it has. */
  readonly words: number;
};

const BLANK = 32;
/** Marks of words, as many as fit in a small table: most words of a passage are known by theirs not to be asked for. */
const MARKS = 4096;

/** Looks through the words of passages letter by letter: taking hundreds of them apart takes four times as long. */
export function sightings(
  passages: readonly Passage[],
  asked: ReadonlyMap<string, number>,
): readonly Sighting[] {
  const marks = new Uint8Array(MARKS);
  for (const word of asked.keys()) marks[markOf(word)] = 1;
  return passages.map((passage) => sightingOf(passage, asked, marks));
}

function sightingOf(passage: Passage, asked: ReadonlyMap<string, number>, marks: Uint8Array): Sighting {
  const text = passage.words;
  const places: number[] = [];
  const at: number[] = [];
  let words = 0;
  for (let i = 0, from = 0, mark = 0; i <= text.length && text !== ""; i++) {
    const code = i < text.length ? text.charCodeAt(i) : BLANK;
    if (code !== BLANK) {
      mark = marked(mark, code);
      continue;
    }
    const place = marks[mark] === 1 ? asked.get(text.slice(from, i)) : undefined;
    if (place !== undefined) {
      places.push(place);
      at.push(words);
    }
    words++;
    from = i + 1;
    mark = 0;
  }
  return { passage, places, at, words };
}

function markOf(word: string): number {
  let mark = 0;
  for (let i = 0; i < word.length; i++) mark = marked(mark, word.charCodeAt(i));
  return mark;
}

const marked = (mark: number, code: number): number => (mark * 31 + code) & (MARKS - 1);
