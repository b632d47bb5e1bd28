import { isInPublicArmour } from "./nameless.ts";
import type { SecretSpan } from "./rule.ts";
import { isRandom } from "./value.ts";

const BEGIN =
  /-----BEGIN (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----/g;
/** Line breaks, written-out ones, and what quotes, diffs, comments and string concatenation put between lines. */
const GAP = /(?:\s|\\{1,4}[nrt]|["'`+,|>#*\\\-.]|\/\/){1,160}/y;
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): [^\n\\]{0,120}/y;
const BODY = /[A-Za-z0-9+/=]{1,4096}/y;
const END =
  /[\s\\nr"'`+,|>#*.-]{0,40}?(?:-----END (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----|---- END SSH2 ENCRYPTED PRIVATE KEY ----)/y;

/** A key of 16384 bits has about 200 lines, and a log may put a few words before each. */
const PIECES_MAX = 2000;
/** Shorter pieces are words: of a sentence about the line, or of what a log puts before each of its lines. */
const PIECE_MIN = 16;
/** So many words in a row end a key, or show that there is none. */
const WORDS_MAX = 6;

/** Private keys in PEM, OpenSSH and PGP armour, also inside JSON, code and diffs, and also cut off. */
export function privateKeys(text: string, runs: readonly number[]): SecretSpan[] {
  const spans: SecretSpan[] = [...fragments(text, runs)];
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

/** All lines of a PEM block but the last have one width; a key has at least this many. */
const WIDTH_MIN = 60;
const WIDTH_MAX = 80;
const LINES_MIN = 3;
/** What a private key begins with inside its armour. */
const BODY_HEAD =
  /^(?:b3BlbnNzaC1rZXktdjE|MII[A-Za-z0-9+/]{2}[A-Za-z0-9+/](?:IBAAKC|gIBADANBgkq|AIBAAKC|wIBADANBgkq|QIBADANBgkq)|MI[GHI][A-Za-z0-9+/]{1,3}AgEAM|MHcCAQEE|MC4CAQAwBQYDK2V|MF[A-Za-z0-9+/]{2}CAQE)/;

/**
 * Parts of keys whose first line is missing: lines of base64 before an END line, or lines of one width that nothing
 * says are public. A line is one of the runs that the scan found.
 */
function fragments(text: string, all: readonly number[]): SecretSpan[] {
  const spans: SecretSpan[] = [];
  const runs = longRuns(all);
  for (let i = 0; i < runs.length; ) {
    const [start = 0] = [runs[i]];
    const width = (runs[i + 1] ?? 0) - start;
    let last = i;
    while (last + 2 < runs.length && isNextLine(text, runs, last) && isOfWidth(runs, last, width)) last += 2;
    // The last line of a key is shorter.
    if (last + 2 < runs.length && isNextLine(text, runs, last) && width >= WIDTH_MIN) last += 2;
    const end = runs[last + 1] ?? start;
    const lines = (last - i) / 2 + 1;
    if (isFragment(text, { start, end, width, lines }))
      spans.push({ start, end: end + tailAt(text, end), rule: "private-key" });
    i = last + 2;
  }
  return spans;
}

/** Rows that are a line of armour, or the last one of it. */
const LINE_MIN = 32;

function longRuns(runs: readonly number[]): number[] {
  const long: number[] = [];
  for (let i = 0; i < runs.length; i += 2) {
    const [start = 0, end = 0] = [runs[i], runs[i + 1]];
    if (end - start >= LINE_MIN) long.push(start, end);
  }
  return long;
}

const isOfWidth = (runs: readonly number[], i: number, width: number): boolean =>
  (runs[i + 3] ?? 0) - (runs[i + 2] ?? 0) === width;

const isNextLine = (text: string, runs: readonly number[], i: number): boolean => {
  const gap = text.slice(runs[i + 1], runs[i + 2]);
  return (
    gap.length <= 48 &&
    /^={0,2}["'`]?,?(?:\s{0,4}\+)?(?:\\{1,2}r)?(?:\r?\n|\\{1,2}n)["'`+>| \t\d:#*]{0,40}$|^={0,2} {1,2}$/.test(
      gap,
    )
  );
};

type Fragment = {
  readonly start: number;
  readonly end: number;
  readonly width: number;
  readonly lines: number;
};

function isFragment(text: string, { start, end, width, lines }: Fragment): boolean {
  const head = text.slice(start, start + 60);
  if (BODY_HEAD.test(head)) return end - start >= 60 && !isInPublicArmour(text, start);
  const behind = text.slice(end, end + 120);
  if (/^={0,2}[\s\\nr"'`+,|>#*.]{0,40}(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY|Private-MAC:)/.test(behind))
    return true;
  if (lines < LINES_MIN || width < WIDTH_MIN || width > WIDTH_MAX || !isArmour(head)) return false;
  return (
    !isInPublicArmour(text, start) &&
    !/-----END/.test(behind) &&
    !/base64|ssh-|PUBLIC|x509|certificate|cipher|signature/i.test(text.slice(Math.max(0, start - 160), start))
  );
}

/** Letters in both cases and digits, as no list of names and no hex has them. */
const isArmour = (line: string): boolean =>
  /[A-Z]/.test(line) && /[a-z]/.test(line) && (line.match(/\d/g)?.length ?? 0) >= 4 && isRandom(line, 32);

/** The last line, which is shorter than the others, and the line that ends the armour. */
const TAIL =
  /^={0,2}(?:(?:\r?\n|\\{1,2}n)[ \t>|"']{0,12}[A-Za-z0-9+/]{4,76}={0,2}(?=[\s"'\\]|$))?(?:[\s\\nr"'`+,|>#*.]{0,40}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/;

const tailAt = (text: string, end: number): number => TAIL.exec(text.slice(end, end + 240))?.[0].length ?? 0;
