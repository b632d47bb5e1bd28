import type { Span } from "./rule.ts";

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** Line breaks, written-out ones, and what quotes, diffs, comments and string concatenation put between lines. */
const GAP = /(?:\s|\\{1,4}[nrt]|["'`+,|>#*\\\-.]|\/\/){1,160}/y;
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): [^\n\\]{0,120}/y;
const BODY = /[A-Za-z0-9+/=]{1,4096}/y;
const END = /[\s\\nr"'`+,|>#*.-]{0,40}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;

/** A key of 16384 bits has about 200 lines. */
const LINES_MAX = 1000;
/** A few letters behind the first line are no key yet: code and documents name the line too. */
const BODY_MIN = 20;

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
  let at = from;
  let letters = 0;
  let bodyEnd = from;
  for (let line = 0; line < LINES_MAX; line++) {
    const end = matchEnd(END, text, at);
    if (end > at) return letters >= BODY_MIN ? end : -1;
    at = Math.max(at, matchEnd(GAP, text, at));
    const next = Math.max(matchEnd(HEADER, text, at), matchEnd(BODY, text, at));
    if (next <= at) break;
    letters += next - at;
    // The words of a sentence behind a first line are base64 too, but short.
    if (next - at < 8 && line === 0) return -1;
    at = bodyEnd = next;
  }
  return letters >= BODY_MIN ? bodyEnd : -1;
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
