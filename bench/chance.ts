/** Numbers from 0 to 1 that look like chance and are the same for the same seed (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of several, each as likely as any other. */
export function oneOf<T>(chance: () => number, from: readonly [T, ...T[]]): T {
  return from[Math.floor(chance() * from.length)] ?? from[0];
}

const SYLLABLES =
  "ba be bi bo ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to".split(
    " ",
  );
/** About what the memory of one large project holds. */
const VOCABULARY = 20_000;

export type Texts = {
  (words: number): string;
  /** The most frequent words, the first of them first. */
  readonly frequent: (count: number) => string[];
};

/** Makes texts whose words are as unevenly frequent as those of real ones: the n-th word 1/n as often as the first. */
export function textsOf(chance: () => number): Texts {
  const sums = new Float64Array(VOCABULARY);
  for (let i = 0, sum = 0; i < VOCABULARY; i++) sums[i] = sum += 1 / (i + 1);
  const total = sums[VOCABULARY - 1] ?? 1;
  const text = (words: number): string =>
    Array.from({ length: words }, () => wordOf(rankOf(sums, chance() * total))).join(" ");
  const frequent = (count: number): string[] => Array.from({ length: count }, (_, i) => wordOf(i));
  return Object.assign(text, { frequent });
}

/** The first place whose running sum reaches a value. */
function rankOf(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Frequent words come out short, as they are in every language. */
function wordOf(rank: number): string {
  let word = "";
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length] ?? "";
  }
  return word;
}
