import { wordsOf } from "../recall/index/words.ts";
import { cutAt } from "../text/shorten.ts";

/** The excerpt of a text, at most `max` characters long, with the highest total weight of question words. */
export function tellingPart(text: string, tells: ReadonlyMap<string, number>, max: number): string {
  const whole = text.replace(/\s+/gu, " ").trim();
  if (whole.length <= max) return whole;
  const room = max - 2;
  const told = mostTelling(spotsIn(whole, tells), tells, room);
  const begin = beginFor(whole, told, room);
  const end = endFor(whole, Math.min(whole.length, begin + room), told);
  const part = cutAt(whole.slice(begin, end), end - begin).trim();
  return `${begin > 0 ? "…" : ""}${part}${end < whole.length ? "…" : ""}`;
}

type TextRange = { readonly from: number; readonly to: number };
type WordSpan = TextRange & { readonly words: readonly string[] };

/** A run of letters. Longer runs, as in scripts without spaces, are checked in pieces. */
const RUN = /[\p{L}\p{N}_]{1,24}/gu;

/** The ranges in which words of the question occur. */
function spotsIn(whole: string, tells: ReadonlyMap<string, number>): WordSpan[] {
  return [...whole.matchAll(RUN)]
    .map(({ 0: run, index }) => ({
      from: index,
      to: index + run.length,
      words: wordsOf(run).filter((word) => tells.has(word)),
    }))
    .filter(({ words }) => words.length > 0);
}

/** The range with the highest weight that fits; among equals, the shortest. */
function mostTelling(
  spots: readonly WordSpan[],
  tells: ReadonlyMap<string, number>,
  room: number,
): TextRange {
  let best = { from: 0, to: 0, sum: 0 };
  for (const [i, { from }] of spots.entries()) {
    const said = new Set<string>();
    let sum = 0;
    for (const { to, words } of spots.slice(i)) {
      if (to - from > room) break;
      for (const word of words) if (!said.has(word)) sum += tells.get(word) ?? 0;
      for (const word of words) said.add(word);
      if (sum > best.sum || (sum === best.sum && to - from < best.to - best.from)) best = { from, to, sum };
    }
  }
  return best;
}

/** The start of the excerpt: the start of the sentence if the relevant range still fits, else equal room before and after the range. */
function beginFor(whole: string, told: TextRange, room: number): number {
  const spare = room - (told.to - told.from);
  const [end] = [...whole.slice(0, told.from).matchAll(SENTENCE_END)].slice(-1);
  const sentence = end === undefined ? 0 : end.index + end[0].length;
  const wanted = told.from - sentence <= spare ? sentence : told.from - Math.floor(spare / 2);
  const begin = Math.max(0, Math.min(wanted, whole.length - room));
  if (begin === 0 || begin === sentence) return begin;
  const space = whole.indexOf(" ", begin);
  const isNear = space >= 0 && space - begin <= MOVED_MAX && space < told.from;
  return isNear ? space + 1 : begin + (isLowHalf(whole, begin) ? 1 : 0);
}

/** Maximum distance by which a cut moves to fall between words. */
const MOVED_MAX = 24;

const SENTENCE_END = /[.!?:]\s|[。！？]/gu;

function endFor(whole: string, end: number, told: TextRange): number {
  if (end === whole.length) return end;
  const space = whole.lastIndexOf(" ", end);
  return space >= told.to && end - space <= MOVED_MAX ? space : end;
}

const isLowHalf = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text.charAt(at));
