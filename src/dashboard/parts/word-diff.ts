/** A stretch of words, and whether the other text has it too. */
export type DiffPiece = { readonly text: string; readonly isChanged: boolean };

export type DiffSides = { readonly older: readonly DiffPiece[]; readonly newer: readonly DiffPiece[] };

/** Longer texts are shown whole, unmarked: comparing them word by word would take too long. */
const WORDS_MAX = 600;

const wordsIn = (text: string): string[] => text.match(/\s*\S+/g) ?? [];
const core = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replace(/[.,;:!?)]+$/, "");

/** Which words two statements do not share: the longest common run of words stays unmarked. */
export function wordDiff(olderText: string, newerText: string): DiffSides {
  const [older, newer] = [wordsIn(olderText), wordsIn(newerText)];
  if (older.length > WORDS_MAX || newer.length > WORDS_MAX)
    return { older: [{ text: olderText, isChanged: false }], newer: [{ text: newerText, isChanged: false }] };
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
  return { older: pieces(older, isOfOlder), newer: pieces(newer, isOfNewer) };
}

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
