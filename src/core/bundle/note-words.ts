import { cutAt } from "../text/shorten.ts";

/** So much of a turn before and behind a statement may belong to it. */
const BEFORE_MAX = 160;
const BEHIND_MAX = 240;
/** Longest note before a call: a rule, what it is about and the way out, which seldom stand in one sentence. */
export const NOTE_MAX = 320;

const SENTENCE_ENDS = /[.!?]\s+|[。！？；\n]\s*/gu;

/** What somebody said around a statement, in whole sentences; empty where the statement does not stand in their words. */
export function wordsAround(text: string, turn: string): string {
  const [words, own] = [onOneLine(turn), onOneLine(text)];
  const at = words.indexOf(own);
  if (at < 0) return words.length <= NOTE_MAX ? words : "";
  const from = sentenceStart(words, at, BEFORE_MAX);
  return cutAt(words.slice(from), at - from + own.length + BEHIND_MAX);
}

/** A sentence of fewer words greets or agrees. */
const SENTENCE_WORDS_MIN = 3;

/**
 * The text of a note: what somebody said from the statement's own sentence on, with the sentence before it where both fit
 * or where a call is about that one.
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

/** Where the first sentence begins that lies within reach before a place. */
const sentenceStart = (words: string, at: number, reach: number): number =>
  [0, ...borders(words)].find((from) => from >= at - reach) ?? at;
