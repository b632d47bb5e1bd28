import type { Span } from "./rule.ts";

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** Line breaks, written-out ones, and what quotes, diffs, comments and string concatenation put between lines. */
const GAP = /(?:\s|\\{1,4}[nrt]|["'`+,|>#*\\\-.]|\/\/){1,160}/y;
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): [^\n\\]{0,120}/y;
const BODY = /[A-Za-z0-9+/=]{1,4096}/y;
const END = /[\s\\nr"'`+,|>#*.-]{0,40}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;

/** A key of 16384 bits has about 200 lines, and a log may put a few words before each. */
const PIECES_MAX = 2000;
/** Shorter pieces are words: of a sentence about the line, or of what a log puts before each of its lines. */
const PIECE_MIN = 16;
/** So many words in a row end a key, or show that there is none. */
const WORDS_MAX = 6;

/** Private keys in PEM, OpenSSH and PGP armour, also inside JSON, code and diffs, and also cut off. */
export function privateKeys(text: string): Span[] {
  const spans: Span[] = [];
  BEGIN.lastIndex = 0;
  for (let found = BEGIN.exec(text); found; found = BEGIN.exec(text)) {
    const start = found.index;
    const end = endOfKey(text, start + found[0].length);
    if (end < 0) continue;
    spans.push({ start, end, rule: "private-key" });
    BEGIN.lastIndex = end;
  }
  return spans;
}

function endOfKey(text: string, from: number): number {
  let [at, bodyEnd, words] = [from, -1, 0];
  for (let piece = 0; piece < PIECES_MAX && words <= WORDS_MAX; piece++) {
    const end = matchEnd(END, text, at);
    if (end > at) return bodyEnd < 0 ? -1 : end;
    at = Math.max(at, matchEnd(GAP, text, at));
    const header = matchEnd(HEADER, text, at);
    const next = Math.max(header, matchEnd(BODY, text, at));
    if (next <= at) break;
    const isWord = header < 0 && next - at < PIECE_MIN;
    words = isWord ? words + 1 : 0;
    at = next;
    if (header < 0 && !isWord) bodyEnd = next;
  }
  return bodyEnd;
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
