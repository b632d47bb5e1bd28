import { countUpTo } from "../order.ts";
import { accountCodes, seedPhrases } from "./codes.ts";
import { htmlColumnSecrets } from "./columns.ts";
import { cutTokens } from "./cut-token.ts";
import { encodedSecrets, numberedSecrets } from "./encoded.ts";
import { joinedText } from "./joined-text.ts";
import { cookieValues, loginSecrets } from "./logins.ts";
import { namedSecrets } from "./named-value.ts";
import { drawnWords, namelessPasswords, namelessSecrets } from "./nameless.ts";
import { privateKeys } from "./private-key.ts";
import type { Rule, SecretSpan } from "./rule.ts";
import { allRules, isRuleId } from "./rules.ts";
import { type Scan, scan } from "./scan.ts";
import { unwrappedText } from "./unwrapped-text.ts";
import { looksTyped, passesCheck } from "./value.ts";

/** How often a rule struck. */
export type RuleHits = { readonly rule: string; readonly count: number };
export type Redacted = { readonly text: string; readonly found: readonly RuleHits[] };

/** Taking one secret out can lay another bare; no real text needs more than two rounds. */
const ROUNDS_MAX = 6;
/** As much of a match may be looked at again for one that begins inside it. */
const REREAD_MAX = 256;
/** A short word alone holds no secret, and most values of a payload are one. */
const WORD_MAX = 15;

/** What every event of ours holds and no secret looks like: an instant, and an id that the program made. */
const OWN_FORM =
  /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z|(?:ses|evt|fct|dec|con|prf|pat|hyp|les|trp|pln|hnd|nte|cnd|edg|ins)_0[0-9a-hjkmnp-tv-z]{25})$/;

/**
 * A text with each secret replaced by `[redacted:rule]`, and the rest of it byte for byte. It never fails,
 * takes time in proportion to the text, and finds nothing more in what it has returned.
 */
export function redact(text: string): Redacted {
  if (text.length <= WORD_MAX && /^[A-Za-z-]*$/.test(text)) return { text, found: [] };
  if (OWN_FORM.test(text)) return { text, found: [] };
  const counts = new Map<string, number>();
  let current = text;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const spans = settleSpans(current, spansIn(current));
    if (spans.length === 0) break;
    current = replaceSpans(current, spans);
    for (const { rule } of spans) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return { text: current, found: [...counts].map(([rule, count]) => ({ rule, count })) };
}

export const markerOf = (rule: string): string => `[redacted:${rule}]`;

function spansIn(text: string): SecretSpan[] {
  const seen = scan(text);
  const spans = [...plainSpans(seen), ...cutTokens(text)];
  const isSecret = (decoded: string) => isSecretInside(decoded, 1);
  const hidden = [...encodedSecrets(text, seen.runs, isSecret), ...numberedSecrets(text, isSecret)];
  const split = splitSecrets(text, spans);
  const nameless = [
    namelessSecrets(text, seen.runs),
    namelessPasswords(text),
    drawnWords(seen),
    wrappedSecrets(text),
  ].flat();
  return [...spans, ...hidden, ...split, ...nameless].map((span) => ({
    ...span,
    end: continuedEnd(text, span),
  }));
}

/** A line that ends in a backslash goes on below, and so does the secret at its end; one that ends in a dash does if a row of letters follows. */
function continuedEnd(text: string, { end }: SecretSpan): number {
  const dash = text[end - 1] === "-" ? end - 1 : end;
  if (text[dash] === "-")
    return dash + (WRAPPED.exec(text.slice(dash, dash + CONTINUED_MAX))?.[0].length ?? end - dash);
  const rest = text[end] === "\\" ? CONTINUED.exec(text.slice(end, end + CONTINUED_MAX)) : null;
  return end + (rest?.[0].length ?? 0);
}
const WRAPPED = /^-\r?\n[ \t>]{0,12}(?=[A-Za-z_-]{0,24}\d)[A-Za-z0-9_-]{12,512}(?=\s|["'`]|$)/;
const CONTINUED = /^(?:\\\r?\n[ \t]{0,40}[A-Za-z0-9+/_=.~-]{4,512}(?![^\s"'\\]))+/;
const CONTINUED_MAX = 2048;

/** Encoders are put around each other, but nobody puts more than three. */
const NESTED_MAX = 3;

/** Whether a decoded text has a secret, or another encoded text with one. */
function isSecretInside(decoded: string, depth: number): boolean {
  const seen = scan(decoded);
  if (plainSpans(seen).length > 0 || isUserAndPassword(decoded)) return true;
  if (namelessSecrets(decoded, seen.runs).length > 0) return true;
  return (
    depth < NESTED_MAX &&
    encodedSecrets(decoded, seen.runs, (inner) => isSecretInside(inner, depth + 1)).length > 0
  );
}

/** All but what is encoded or split. */
function plainSpans(seen: Scan): SecretSpan[] {
  const { text, has, runs } = seen;
  const shaped = shapedSpans(seen);
  const keyFiles = has("private key") || has("static key") || runs.length > 0 ? privateKeys(text, runs) : [];
  const cookies = has("cookie") ? cookieValues(text) : [];
  const columns = has("</th>") ? htmlColumnSecrets(text) : [];
  const phrases = seedPhrases(text);
  return [
    shaped,
    keyFiles,
    cookies,
    namedSecrets(seen),
    columns,
    loginSecrets(seen),
    accountCodes(seen),
    phrases,
  ].flat();
}

function shapedSpans({ text, has }: Scan): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { keys, alsoKeys, rule } of allRules())
    if (keys.some(has) && (alsoKeys === undefined || alsoKeys.some(has))) search(text, rule(), spans);
  return spans;
}

/** Secrets in a text that another notation was put around: escaped JSON, quoted mail, a diff, the log of a container. */
function wrappedSecrets(text: string): SecretSpan[] {
  const unwrapped = unwrappedText(text);
  if (unwrapped === undefined) return [];
  const seen = scan(unwrapped.text);
  const spans = [...plainSpans(seen), ...namelessSecrets(seen.text, seen.runs)];
  return [...spans, ...splitSecrets(seen.text, spans)]
    .map(({ start, end, rule }) => ({
      start: unwrapped.originOf(start),
      end: unwrapped.originOf(end - 1) + 1,
      rule,
    }))
    .filter(
      ({ start, rule }) => rule !== "nameless-key" || !/%[0-9A-F]{2}$/i.test(text.slice(start - 3, start)),
    );
}

/** Secrets that are found only once the pieces of a text are put together again. */
function splitSecrets(text: string, known: readonly SecretSpan[]): SecretSpan[] {
  const joined = joinedText(text);
  if (joined === undefined) return [];
  const starts = new Set(known.filter(({ rule }) => !NAMED.test(rule)).map(({ start }) => start));
  return shapedSpans(scan(joined.text)).flatMap(({ start, end, rule }) => {
    const joint = joined.jointIn(start, end);
    const from = joined.originOf(start);
    if (joint === undefined || (joint === "wrapped" && starts.has(from))) return [];
    return [{ start: from, end: joined.originOf(end - 1) + 1, rule }];
  });
}

/** Rules that find a value by its name: where it ends they only guess. */
const NAMED = /^(?:named|told|near|nameless|given)-/;

const isUserAndPassword = (decoded: string): boolean => {
  const found = /^[\w.@+-]{1,64}:([!-~]{6,128})$/.exec(decoded.trim());
  return found?.[1] !== undefined && looksTyped(found[1]);
};

const compiled = new Map<Rule, RegExp>();

function compiledOf(rule: Rule): RegExp {
  let pattern = compiled.get(rule);
  if (pattern === undefined) {
    pattern = new RegExp(rule.pattern, rule.anyCase ? "gi" : "g");
    compiled.set(rule, pattern);
  }
  pattern.lastIndex = 0;
  return pattern;
}

function search(text: string, rule: Rule, spans: SecretSpan[]): void {
  const { id, startsWord, check } = rule;
  const pattern = compiledOf(rule);
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const [whole, kept = ""] = found;
    const start = found.index + kept.length;
    const end = found.index + whole.length;
    if (startsWord && !isWordStart(text, found.index)) pattern.lastIndex = resume(found.index + 1, end);
    else if (passesCheck(text.slice(start, end), check)) spans.push({ start, end, rule: id });
    else pattern.lastIndex = resume(Math.max(start, found.index + 1), end);
  }
}

/** Where to look on after a match that is no secret. A long one is left behind whole: nothing is read twice. */
const resume = (next: number, end: number): number => (end - next > REREAD_MAX ? end : next);

/** A word also begins behind a written-out line break, an encoded sign or a terminal's colour. */
function isWordStart(text: string, at: number): boolean {
  if (at === 0 || !/[A-Za-z0-9]/.test(text[at - 1] ?? "")) return true;
  return /(?:\\[nrtbf]|\\u[0-9a-f]{4}|%[0-9A-F]{2}|\[[0-9;]{1,8}m)$/i.test(
    text.slice(Math.max(0, at - 12), at),
  );
}

/** Spans in order and apart, none of them only a marker that is there already. */
function settleSpans(text: string, spans: readonly SecretSpan[]): SecretSpan[] {
  if (spans.length === 0) return [];
  const markers = markersIn(text);
  const widened = spans.map((span) => coverMarkers(span, markers)).filter((span) => span !== undefined);
  const sorted = widened
    .map((span, rank) => ({ ...span, rank }))
    .sort((a, b) => a.start - b.start || a.rank - b.rank);
  const apart: { start: number; end: number; rule: string; rank: number }[] = [];
  for (const span of sorted) {
    const last = apart.at(-1);
    if (last === undefined || span.start >= last.end) {
      apart.push(span);
      continue;
    }
    last.end = Math.max(last.end, span.end);
    if (span.rank < last.rank) [last.rule, last.rank] = [span.rule, span.rank];
  }
  return apart;
}

type Marker = { readonly start: number; readonly end: number };

/** Only markers of rules that exist count: anything else in such brackets may be a secret itself. */
function markersIn(text: string): Marker[] {
  if (!text.includes("[redacted:")) return [];
  return [...text.matchAll(/\[redacted:([a-z0-9-]{2,40})\]/g)]
    .filter(([, rule = ""]) => isRuleId(rule))
    .map(({ index, 0: whole }) => ({ start: index, end: index + whole.length }));
}

/** A span that cuts into markers takes them in whole; one that holds nothing else is no span. */
function coverMarkers(span: SecretSpan, markers: readonly Marker[]): SecretSpan | undefined {
  let { start, end } = span;
  let covered = 0;
  for (let i = countUpTo(markers, start, (marker) => marker.end); i < markers.length; i++) {
    const marker = markers[i];
    if (marker === undefined || marker.start >= end) break;
    start = Math.min(start, marker.start);
    end = Math.max(end, marker.end);
    covered += marker.end - marker.start;
  }
  return covered > 0 && covered >= end - start ? undefined : { start, end, rule: span.rule };
}

function replaceSpans(text: string, spans: readonly SecretSpan[]): string {
  let [result, at] = ["", 0];
  for (const { start, end, rule } of spans) {
    result += text.slice(at, start) + markerOf(rule);
    at = end;
  }
  return result + text.slice(at);
}
