import { wordsOf } from "../index/words.ts";

/** A part of a text on one line, and whether the text was cut. */
export type ExcerptText = { readonly text: string; readonly isCut: boolean };

/** Maximum number of sentences that are checked to find the source of a statement. */
const SENTENCES_MAX = 500;
/** Maximum distance by which a cut moves to fall between words. */
const WORD_MAX = 24;

/** The excerpt around a statement in its source text, with the statement in the middle, at most `max` characters long. */
export function excerptOf(text: string, statement: string, max: number): ExcerptText {
  const whole = oneSpaced(text);
  if (whole.length <= max) return { text: whole, isCut: false };
  const { from, to } = placeOf(whole, oneSpaced(statement));
  const room = max - 2;
  const middle = to - from > room ? from + room / 2 : (from + to) / 2;
  const start = Math.max(0, Math.min(Math.floor(middle - room / 2), whole.length - room));
  const end = Math.min(whole.length, start + room);
  const begin = start === 0 ? 0 : afterSpace(whole, start);
  const close = end === whole.length ? end : beforeSpace(whole, end);
  const part = whole.slice(begin, close).replace(HALVES, "").trim();
  return { text: `${begin > 0 ? "…" : ""}${part}${close < whole.length ? "…" : ""}`, isCut: true };
}

/** Lone surrogates that a cut may leave at either end. */
const HALVES = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g;

const oneSpaced = (text: string): string => text.replace(/\s+/gu, " ").trim();

type ExcerptRange = { readonly from: number; readonly to: number };

/** The range of the statement: its exact words, or the sentence that shares most of its words. */
function placeOf(whole: string, statement: string): ExcerptRange {
  const bare = statement.replace(/(?<![.!?…])[.!?…]+$/u, "");
  const at = bare === "" ? -1 : lowerCase(whole).indexOf(lowerCase(bare));
  if (at >= 0) return { from: at, to: at + bare.length };
  const asked = new Set(wordsOf(statement));
  let best: ExcerptRange & { readonly shared: number } = { from: 0, to: 0, shared: 0 };
  for (const sentence of [...whole.matchAll(/[^.!?。！？]+[.!?。！？]*/gu)].slice(0, SENTENCES_MAX)) {
    const shared = new Set(wordsOf(sentence[0]).filter((word) => asked.has(word))).size;
    if (shared > best.shared)
      best = { from: sentence.index, to: sentence.index + sentence[0].length, shared };
  }
  return best;
}

/** Lower-cases a text only if that changes no offset. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function afterSpace(text: string, start: number): number {
  const space = text.indexOf(" ", start);
  return space >= 0 && space - start <= WORD_MAX ? space + 1 : start;
}

function beforeSpace(text: string, end: number): number {
  const space = text.lastIndexOf(" ", end);
  return space >= 0 && end - space <= WORD_MAX ? space : end;
}
