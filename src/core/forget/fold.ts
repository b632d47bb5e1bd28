/**
 * Normalizes differences that do not change words: case, forms of Unicode (an umlaut as one character or two, wide letters), spaces and
 * line breaks. A user who forgets "miller" means "Miller" too.
 */
export const fold = (text: string): string => foldLetters(text).replace(/\s+/g, " ");

/** Lower case comes first, so that both capital forms of the German "ß" give the same letters. */
const foldLetters = (text: string): string => text.normalize("NFKD").toLowerCase().toUpperCase();

/** A folded text, and the range in the original text for each of its characters. */
export type FoldedText = {
  readonly folded: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

/** A run of white space, or a character with the accents that follow it. */
const UNITS = /\s+|[^\p{M}]\p{M}*|\p{M}+/gu;

export function foldWithOffsets(text: string): FoldedText {
  const parts: string[] = [];
  const [starts, ends]: [number[], number[]] = [[], []];
  for (const { 0: unit, index } of text.matchAll(UNITS)) {
    const part = fold(unit);
    parts.push(part);
    for (let i = 0; i < part.length; i++) {
      starts.push(index);
      ends.push(index + unit.length);
    }
  }
  return { folded: parts.join(""), starts, ends };
}

/** Scripts that write words without a space between them, or join endings to a name. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LETTER = /[\p{L}\p{N}\p{M}]/u;
const isLetter = (character: string): boolean => LETTER.test(character) && !UNSPACED.test(character);
/** A JSON or URL escape ends with a letter that belongs to no word. */
const ESCAPE_BEFORE = /(?:\\[NTRBF]|\\U[0-9A-F]{4}|%[0-9A-F]{2})$/;

/** True if a part of a folded text is not inside a longer word. */
export function isWholeWord(folded: string, start: number, end: number): boolean {
  const before = characterBefore(folded, start);
  const after = String.fromCodePoint(folded.codePointAt(end) ?? 0x20);
  const first = String.fromCodePoint(folded.codePointAt(start) ?? 0x20);
  const last = characterBefore(folded, end);
  if (LETTER.test(last) && /\p{M}/u.test(after)) return false;
  if (isLetter(last) && isLetter(after)) return false;
  if (!isLetter(first) || !isLetter(before)) return true;
  return ESCAPE_BEFORE.test(folded.slice(Math.max(0, start - 6), start));
}

const characterBefore = (text: string, at: number): string =>
  [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? " ";
