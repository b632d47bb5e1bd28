/**
 * A text without the differences that do not change its words: upper and lower case, the forms of Unicode (an umlaut as
 * one character or two, wide letters), and how spaces and line breaks are set. Whoever forgets "miller" means "Miller".
 */
export const fold = (text: string): string => foldLetters(text).replace(/\s+/g, " ");

/** Lower case first: the two capital forms of the German "ß" then give the same letters. */
const foldLetters = (text: string): string => text.normalize("NFKD").toLowerCase().toUpperCase();

/** A folded text, and for each of its characters where it begins and ends in the text as it was written. */
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
/** An escape of JSON or of a URL ends in a letter that belongs to no word. */
const ESCAPE_BEFORE = /(?:\\[NTRBF]|\\U[0-9A-F]{4}|%[0-9A-F]{2})$/;

/** True when a part of a folded text is not the inside of a longer word. */
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
