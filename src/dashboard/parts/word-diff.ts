/** A stretch of words, and whether the other text has it too. */
export type DiffPiece = { readonly text: string; readonly isChanged: boolean };

export type DiffSides = { readonly older: readonly DiffPiece[]; readonly newer: readonly DiffPiece[] };

/** Longer texts are shown whole, unmarked: comparing them word by word would take too long. */
const WORDS_MAX = 600;

/** Statements that share fewer of their words say different things: marks would cover nearly all of both. */
const SHARED_MIN = 0.3;

const wordsIn = (text: string): string[] => text.match(/\s*\S+/g) ?? [];
const core = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replace(/[.,;:!?)]+$/, "");

/** Which words two statements do not share: the longest common run of words stays unmarked. */
export function wordDiff(olderText: string, newerText: string): DiffSides {
  const [older, newer] = [wordsIn(olderText), wordsIn(newerText)];
  if (older.length > WORDS_MAX || newer.length > WORDS_MAX) return unmarked(olderText, newerText);
  const lengths = commonLengths(older.map(core), newer.map(core));
  const isOfOlder: boolean[] = older.map(() => true);
  const isOfNewer: boolean[] = newer.map(() => true);
  for (let i = 0, j = 0; i < older.length && j < newer.length; ) {
    if (core(older[i] ?? "") === core(newer[j] ?? "")) {
      isOfOlder[i++] = false;
      isOfNewer[j++] = false;
    } else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) i++;
    else j++;
  }
  const common = isOfOlder.filter((isChanged) => !isChanged).length;
  if (common < SHARED_MIN * Math.min(older.length, newer.length)) return unmarked(olderText, newerText);
  return { older: pieces(older, isOfOlder), newer: pieces(newer, isOfNewer) };
}

const unmarked = (older: string, newer: string): DiffSides => ({
  older: [{ text: older, isChanged: false }],
  newer: [{ text: newer, isChanged: false }],
});

/** For each pair of places the length of the longest common run from there to the end. */
function commonLengths(older: readonly string[], newer: readonly string[]): number[][] {
  const lengths = Array.from({ length: older.length + 1 }, () => new Array<number>(newer.length + 1).fill(0));
  for (let i = older.length - 1; i >= 0; i--) {
    for (let j = newer.length - 1; j >= 0; j--) {
      const row = lengths[i];
      const below = lengths[i + 1];
      if (row === undefined || below === undefined) continue;
      row[j] = older[i] === newer[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}

function pieces(words: readonly string[], isChanged: readonly boolean[]): DiffPiece[] {
  const out: { text: string; isChanged: boolean }[] = [];
  words.forEach((word, i) => {
    const last = out.at(-1);
    const changed = isChanged[i] ?? false;
    if (last !== undefined && last.isChanged === changed) last.text += word;
    else out.push({ text: word, isChanged: changed });
  });
  return out;
}
