import { commonPairs } from "../../core/text/common-pairs.ts";

/** A run of words, and whether the other text contains it too. */
export type DiffPiece = { readonly text: string; readonly isChanged: boolean };

export type DiffSides = { readonly older: readonly DiffPiece[]; readonly newer: readonly DiffPiece[] };

/** Statements that share fewer of their words are not compared: marks would cover nearly all of both. */
const SHARED_MIN = 0.3;

const wordsIn = (text: string): string[] => text.match(/\s*\S+/g) ?? [];
const core = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replace(/[.,;:!?)]+$/, "");

/** Finds the words that two statements do not share. The longest common sequence of words stays unmarked. */
export function wordDiff(olderText: string, newerText: string): DiffSides {
  const [older, newer] = [wordsIn(olderText), wordsIn(newerText)];
  const common = commonPairs(older.map(core), newer.map(core));
  if (common.length < SHARED_MIN * Math.min(older.length, newer.length))
    return { older: [{ text: olderText, isChanged: false }], newer: [{ text: newerText, isChanged: false }] };
  const sharedBy = (side: 0 | 1): ReadonlySet<number> => new Set(common.map((pair) => pair[side]));
  return { older: pieces(older, sharedBy(0)), newer: pieces(newer, sharedBy(1)) };
}

function pieces(words: readonly string[], shared: ReadonlySet<number>): DiffPiece[] {
  const out: { text: string; isChanged: boolean }[] = [];
  words.forEach((word, i) => {
    const last = out.at(-1);
    const isChanged = !shared.has(i);
    if (last !== undefined && last.isChanged === isChanged) last.text += word;
    else out.push({ text: word, isChanged });
  });
  return out;
}
