import type { CueSet } from "./languages.ts";

/** Written without spaces, or with endings grown on: their words are compared in pairs of letters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}+#]*(?:[._/-][\p{L}\p{N}]+)*/gu;
/** Words of one text that are compared. */
const WORDS_MAX = 200;

/** The telling words of a text, in lower case: without the small ones of its language. */
export function tellingWords(look: string, tongues: readonly CueSet[]): Set<string> {
  const found = new Set<string>();
  const spaced = look.slice(0, 2000).replace(UNSPACED, (run) => {
    for (const pair of pairs(run)) found.add(pair);
    return " ";
  });
  for (const [word] of spaced.matchAll(WORD)) {
    if (found.size >= WORDS_MAX) break;
    if (!tongues.some((tongue) => tongue.small.has(word))) found.add(word);
  }
  return found;
}

function pairs(run: string): string[] {
  const letters = [...run];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
}

/** How many of these words the others have, counting a word as had by another that holds it. */
export function sharedCount(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...words].filter((word) => others.has(word) || hasKin(word, others)).length;
}

function hasKin(word: string, others: ReadonlySet<string>): boolean {
  if (word.length < 4) return false;
  for (const other of others)
    if (other.length >= 4 && (other.includes(word) || word.startsWith(other))) return true;
  return false;
}
