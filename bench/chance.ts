/** A seeded pseudo-random generator of numbers from 0 to 1 (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws one element, all with the same probability. */
export function oneOf<T>(chance: () => number, from: readonly [T, ...T[]]): T {
  return from[Math.floor(chance() * from.length)] ?? from[0];
}

const SYLLABLES =
  "ba be bi bo ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to".split(
    " ",
  );
/** Number of different words, about as many as the memory of a large project holds. */
const VOCABULARY = 20_000;

export type Texts = {
  (words: number): string;
  /** The most frequent words, in descending order of frequency. */
  readonly frequent: (count: number) => string[];
};

/**
 * Generates texts whose word frequencies follow Zipf's law: the n-th word is 1/n as frequent as the first.
 */
export function textsOf(chance: () => number): Texts {
  const sums = new Float64Array(VOCABULARY);
  for (let i = 0, sum = 0; i < VOCABULARY; i++) sums[i] = sum += 1 / (i + 1);
  const total = sums[VOCABULARY - 1] ?? 1;
  const text = (words: number): string =>
    Array.from({ length: words }, () => wordOf(rankOf(sums, chance() * total))).join(" ");
  const frequent = (count: number): string[] => Array.from({ length: count }, (_, i) => wordOf(i));
  return Object.assign(text, { frequent });
}

/** The first index whose cumulative sum reaches the value (binary search). */
function rankOf(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The word of a frequency rank. Frequent words are short, as in natural languages. */
function wordOf(rank: number): string {
  let word = "";
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length] ?? "";
  }
  return word;
}
