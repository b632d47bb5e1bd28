import type { CueSet } from "./languages.ts";

/** Scripts without spaces or with attached endings. Their words are compared as pairs of letters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}+#]*(?:[._/-][\p{L}\p{N}]+)*/gu;
/** Maximum number of words of one text that are compared. */
const WORDS_MAX = 200;

/** The content words of a text, in lower case, without the function words of its language. */
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

/** How many of these words the other text contains. A word inside a longer word counts. */
export function sharedCount(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...words].filter((word) => others.has(word) || hasKin(word, others)).length;
}

function hasKin(word: string, others: ReadonlySet<string>): boolean {
  if (word.length < 4) return false;
  for (const other of others)
    if (other.length >= 4 && (other.includes(word) || word.startsWith(other))) return true;
  return false;
}
