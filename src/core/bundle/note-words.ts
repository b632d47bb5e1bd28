import { cutAt } from "../text/shorten.ts";

/** Maximum number of characters before a statement that may belong to it. `BEHIND_MAX` is the limit after it. */
const BEFORE_MAX = 160;
const BEHIND_MAX = 240;
/** Longest note before a call. It has room for a rule, its subject and the workaround, which are seldom in one sentence. */
export const NOTE_MAX = 320;

const SENTENCE_ENDS = /[.!?]\s+|[。！？；\n]\s*/gu;

/** The words around a statement in its turn, in whole sentences; empty if the turn does not contain the statement. */
export function wordsAround(text: string, turn: string): string {
  const [words, own] = [onOneLine(turn), onOneLine(text)];
  const at = words.indexOf(own);
  if (at < 0) return words.length <= NOTE_MAX ? words : "";
  const from = sentenceStart(words, at, BEFORE_MAX);
  return cutAt(words.slice(from), at - from + own.length + BEHIND_MAX);
}

/** A sentence with fewer words is only a greeting or an agreement. */
const SENTENCE_WORDS_MIN = 3;

/**
 * The text of a note: the person's words from the statement's sentence on. The sentence before it is included if both fit, or if the call
 * is about that sentence.
 */
export function noteText(text: string, turn: string, isBeside: boolean): string {
  const around = wordsAround(text, turn);
  const at = around.indexOf(onOneLine(text));
  if (turn === "" || at < 0) return text;
  const starts = [0, ...borders(around).filter((end) => end <= at)];
  const own = starts.at(-1) ?? 0;
  const before = starts.at(-2) ?? own;
  const isTold = around.slice(before, own).trim().split(/\s+/u).length >= SENTENCE_WORDS_MIN;
  const start = isBeside ? 0 : isTold && around.length - before <= NOTE_MAX ? before : own;
  return cutAt(around.slice(start), NOTE_MAX);
}

const onOneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

const borders = (words: string): number[] =>
  [...words.matchAll(SENTENCE_ENDS)].map(({ index, 0: end }) => index + end.length);

/** The start of the first sentence that begins within reach before an offset. */
const sentenceStart = (words: string, at: number, reach: number): number =>
  [0, ...borders(words)].find((from) => from >= at - reach) ?? at;
