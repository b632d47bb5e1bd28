import { columnSecrets } from "./columns.ts";
import { allOwners, ownerOf } from "./owners.ts";
import { furtherSecrets, relatedSecrets, secretInProse } from "./prose.ts";
import type { SecretSpan } from "./rule.ts";
import type { Scan } from "./scan.ts";
import { kindOfName, NAME_WORDS, type NameWord } from "./secret-names.ts";
import {
  type Claim,
  isPlace,
  isPlaceholder,
  isRandom,
  isSecretValue,
  isWordy,
  looksStrong,
} from "./value.ts";

/** How far a name reaches to both sides of the word that gives it away: longer ones are sentences. */
const NAME_MAX = 72;
/** Words of so few letters occur inside others. */
const SHORT_WORD = 6;
const NAME_REST_MAX = 40;
const KEY_MAX = 24;
const MARKER_MAX = 48;
/** Where a `name:` may stand before the `value:` that belongs to it. */
const PAIR_MAX = 160;
const VALUE_MAX = 4096;
/** So much of a value tells what it is; the rest is not looked at. */
const TELLING_MAX = 128;
/** Where a bare value that goes on for longer ends is not looked for: all of it goes. */
const BARE_MAX = 256;
/** The shortest secret that only its owner's name tells from anything else. */
const OWNED_MIN = 14;

/** What stands between a name and its value in every notation that has one, and what closes the name. */
const SEPARATOR =
  /(?:\(s\))?[ \t"'`\\\])?!*_~]{0,48}?(?::\s?&?(?:string|str|String|text)(?: \| (?:null|undefined))?\s?(?==))?(?:(?::=|={1,3}>?|:(?!:)|[：＝])|["'`],\s{0,4}(?=\\?["'`])|\((?=["'`])|>(?=[^\s<>])|<\/[\w:]{1,16}>\s{0,20}<[\w:]{1,16}(?: [\w:]{1,30}="[^"<>\n]{1,30}")?>(?=[^\s<>])|(?:[ \t][\w:.-]{1,30}=\\?["'][^"'<>\n]{0,120}\\?["']){1,3}>(?=[^\s<>])|[ \t]\|(?=[ \t])|[ \t]{2,48}(?=[^\s=:])|[ \t]{0,8}\\\r?\n[ \t]{1,40}(?=[^\s=:]))/y;
const ENDS_NAME = new Set("\"'`,;(){}[]<>|&?=\n\r\t#，。；（）【】「」");

const OPENING =
  /[ \t]{0,32}(?:&[\w-]{1,32}[ \t]{1,2}|(?:Secret|String|SecretStr|SecretString|Redacted|Zeroizing)(?:(?:::|\.)(?:from|new|of|make|valueOf))?\((?=["'`])|\{\{(?=[^\s{}]{0,40}\d)(?=[^\s{}]{0,40}[A-Z!#%*])(?=[^\s{}]{6,64}\}\})|\([ \t]{0,4}(?:\r?\n[ \t]{1,40})?(?=["'`])|["'`]{2}\.join\([[(]\s{0,40}(?=["'`])|\[\s{0,40}(?=["'`][^"'`\n]{1,64}["'`](?:,\s{0,40}["'`][^"'`\n]{1,64}["'`]){1,15},?\s{0,40}\]\.join\()|[\w.]{0,24}(?:[Cc]oncat|CONCAT|implode|[Jj]oin)\((?:["'`]{2},\s?)?(?:(?:\[\]string|array)?[[({]\s{0,40})?(?=["'`]))?(?:[|>][+-]?[ \t]{0,4}\r?\n[ \t]{1,40})?(?:[bBrRfFu@$]{0,2}(\\{0,3}["'`]))?/y;
/** Up to white space, quotes or a written-out line break; letters of far scripts end a value, they surround it. */
const BARE = /(?:[\x21\x23-\x26\x28-\x5b\x5d-\x5f\x61-\x7e¡-ɏЀ-ӿ]|\\(?![nrtu"'`\\]))+/y;

let words: readonly NameWord[] | undefined;

/** Secrets that stand beside their name: in settings, JSON, YAML, code, query strings, tables and sentences. */
export function namedSecrets({ text, lower, isAligned, has }: Scan): SecretSpan[] {
  words ??= [...NAME_WORDS, ...allOwners().flatMap(({ keys }) => keys.map((word) => ({ word })))];
  const spans: SecretSpan[] = [];
  const searched = isAligned ? lower : text;
  const done = new Set<number>();
  const tables = { done: new Set<number>(), last: { start: 0, end: -1 } };
  const run = { start: 0, end: 0 };
  for (const { word, tells } of words) {
    if (!has(word)) continue;
    let at = searched.indexOf(word);
    while (at >= 0) {
      const end = at + word.length;
      const isNew = !isInMarker(text, at);
      const span = isNew
        ? spanAt(text, { at, end, done, run }, tells ?? kindOfKey(text, end, word))
        : undefined;
      if (span !== undefined) spans.push(span);
      if (span !== undefined && /^(?:told|near)/.test(span.rule))
        spans.push(...furtherSecrets(text, span.end));
      if (isNew && tells !== undefined)
        spans.push(...columnSecrets(text, at, tables), ...relatedSecrets(text, end));
      at = searched.indexOf(word, Math.max(end, span?.end ?? 0));
    }
  }
  return spans;
}

/** Markers have the words in them too. */
function isInMarker(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - MARKER_MAX), at);
  return before.lastIndexOf("[redacted:") > before.lastIndexOf("]");
}

const spanAt = (text: string, hit: Hit, kind: Claim["kind"] | undefined): SecretSpan | undefined =>
  namedAt(text, hit) ?? inText(text, hit, kind);

/** What follows a name in any other way: a sentence, the output of a command, or just close by. */
function inText(text: string, { at, end }: Hit, kind: Claim["kind"] | undefined): SecretSpan | undefined {
  // Scripts without blanks have none before a value either.
  if (!ENDS_SOON.test(text.slice(end, end + 6)) && text.charCodeAt(end - 1) < 0x3040) return undefined;
  if (kind === undefined) return keyAt(text, at, end);
  // "bypass" and "compass" say nothing of a password.
  const isShort = end - at <= SHORT_WORD && isAsciiLetter(text.charCodeAt(at));
  const isInside = isShort && isAsciiLetter(text.charCodeAt(at - 1));
  const isHump = isInside && /[a-z][A-Z]/.test(text.slice(at - 1, at + 1));
  if ((isInside && !isHump) || (isShort && isAsciiLetter(text.charCodeAt(end)))) return undefined;
  const span = secretInProse(text, { at, end, kind });
  if (!isHump || span === undefined) return span;
  // Names of code have the word too: there the value must be data.
  const value = text.slice(span.start, span.end);
  return /["'`]/.test(text[span.start - 1] ?? "") && isRandom(value, 12) ? span : undefined;
}

const NEXT =
  /(?:[ \t](?:is|->|to)|[ \t]?:)?[ \t]{1,3}["'`]?([A-Za-z\d!#%*+~?$^&@][\w!#%*+~?$^&@.-]{7,63})(?=$|[\s"'`),;])/y;

/** Whatever a key is for, a row of chance right behind the word is the key: "here is the key …", "isakmp key …". */
function keyAt(text: string, at: number, end: number): SecretSpan | undefined {
  if (!/^[Kk]ey$/.test(text.slice(at, end)) || /[\w-]/.test(text[at - 1] ?? "")) return undefined;
  NEXT.lastIndex = end;
  const said = NEXT.exec(text)?.[1];
  const value = said?.replace(/\.$/, "");
  if (said === undefined || value === undefined || !looksStrong(value) || isPublicKey(text, at))
    return undefined;
  const start = NEXT.lastIndex - said.length;
  return { start, end: start + value.length, rule: "near-secret" };
}

const isPublicKey = (text: string, at: number): boolean =>
  /(?:public|primary|foreign|cache|partition|sort|object|s3|lookup|hash|index|map|row|unique)[ -]$/i.test(
    text.slice(Math.max(0, at - 12), at),
  );

/** A plural or an article may hang on a word; more makes it another word. */
const ENDS_SOON = /^[a-z]{0,3}(?![\w-]|\.\w)/;

/** A key is a secret only by what stands before it: "signing key", not "primary key". */
function kindOfKey(text: string, end: number, word: string): Claim["kind"] | undefined {
  if (word.length > 4 || isInName(text.charCodeAt(end))) return undefined;
  return kindOfName(text.slice(Math.max(0, end - KEY_MAX), end));
}

/** The last row of letters without white space that was read: the next name may be given a part of the same. */
type LastRun = { start: number; end: number };

type Hit = { readonly at: number; readonly end: number; readonly done: Set<number>; readonly run: LastRun };

/** What the name that has this word is given as its value, if that is a secret. */
function namedAt(text: string, { at, end: wordEnd, done, run }: Hit): SecretSpan | undefined {
  const end = endOfName(text, wordEnd);
  SEPARATOR.lastIndex = end;
  const separator = SEPARATOR.exec(text)?.[0];
  if (separator === undefined || done.has(end)) return undefined;
  done.add(end);
  let start = at;
  while (start > 0 && end - start < NAME_MAX && !ENDS_NAME.has(text[start - 1] ?? "")) start--;
  // In code, `&&` and `?` are no parts of a query.
  const opener = text[start - 1] === text[start - 2] ? "" : (text[start - 1] ?? "");
  const name = { text: text.slice(start, end), start, opener };
  return valueAt(text, end + separator.length, { name, separator: separator.trimStart() || "  ", run });
}

/** A name goes on over a few words: "Datadog API key", "session token (new)". */
function endOfName(text: string, from: number): number {
  let end = from;
  const limit = from + NAME_REST_MAX;
  while (end < limit) {
    if (isInName(text.charCodeAt(end))) end++;
    else if (text[end] === " " && isInName(text.charCodeAt(end + 1))) end += 2;
    else break;
  }
  return end;
}

/** Letters of names, also of those with accents, in Greek and in Cyrillic. */
const isInName = (code: number): boolean =>
  isInAsciiName(code) || (code >= 0xc0 && code <= 0x52f && code !== 0xd7);

const isAsciiLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

function isInAsciiName(code: number): boolean {
  if (code >= 97) return code <= 122;
  if (code >= 65) return code <= 90 || code === 95;
  return (code >= 48 && code <= 57) || code === 45 || code === 46;
}

type Name = { readonly text: string; readonly start: number; readonly opener: string };
type NamedPlace = { readonly name: Name; readonly separator: string; readonly run: LastRun };

function valueAt(text: string, at: number, { name, separator, run }: NamedPlace): SecretSpan | undefined {
  const isElement = separator.endsWith(">") && !separator.endsWith("=>");
  if (
    isElement &&
    name.opener !== "<" &&
    name.opener !== "/" &&
    !(name.opener === ">" && separator.includes("</")) &&
    !/<[\w:]{1,20}\s(?:key|name|id)=["']$/.test(text.slice(Math.max(0, name.start - 32), name.start))
  )
    return undefined;
  const said = saidName(text, name);
  const kind = kindOfName(said) ?? (isKeySetting(said, separator) ? "key" : undefined);
  const found = readValue(text, at, { isQuery: name.opener === "?" || name.opener === "&", isElement, run });
  if (found === undefined) return undefined;
  const { start, next } = found;
  const rest = next && joinedPieces(text, found.end, next);
  const end = rest?.end ?? found.end;
  const value = text.slice(start, Math.min(found.end, start + TELLING_MAX)) + (rest?.text ?? "");
  const owner = ownerOf(said, value);
  if (owner !== undefined && isOwned(value)) return { start, end, rule: owner.id };
  if (kind === "key")
    return isRandom(value, 16) && /[A-Za-z]/.test(value) && !isPlaceholder(value) && !isPlace(value)
      ? { start, end, rule: "named-token" }
      : undefined;
  if (kind === undefined || (separator === "  " && !isOdd(value))) return undefined;
  const style = styleOf({ said, separator, isQuoted: next !== undefined, opener: name.opener });
  return isSecretValue(value, { kind, style }) ? { start, end, rule: `named-${kind}` } : undefined;
}

/** A setting in capitals that ends in KEY holds a secret if its value is drawn by chance. */
const isKeySetting = (said: string, separator: string): boolean =>
  /^["'\s]*[=:]$/.test(separator) &&
  /(?:^|[^A-Za-z])[A-Z][A-Z0-9_]{1,60}_KEY$/.test(said) &&
  !/PUBLI|CACHE|SORT|PRIMARY|FOREIGN|HOST_KEY/.test(said);

/** In a column a value has to look like a secret by itself: words stand in columns too. */
const isOdd = (value: string): boolean =>
  isRandom(value, 8) || (value.length >= 8 && /[A-Za-z]\d\d|\d\d[A-Za-z]|\d[!#%*+?@^&]/.test(value));

const isOwned = (value: string): boolean =>
  !isPlaceholder(value) && (isRandom(value, OWNED_MIN) || (/\d/.test(value) && !isWordy(value)));

/** In `name: DB_PASSWORD, value: …` the name is the other one. */
function saidName(text: string, { text: name, start }: Name): string {
  if (!/(?:^|[\s"'<-]|[a-z](?=V))value$/i.test(name)) return name;
  const before = text.slice(Math.max(0, start - PAIR_MAX), start) + name.replace(/[A-Za-z]*value$/i, "");
  const pair =
    /(?:name|key|variable|field|id|type)["'\\]{0,3}\s?[:=]\s?["'\\]{0,3}([\w.:-]{2,64})["'\\]{0,3}[\s,;]{1,40}["'\\-]{0,3}$/i;
  return pair.exec(before)?.[1] ?? name;
}

type NameSurroundings = {
  readonly said: string;
  readonly separator: string;
  readonly isQuoted: boolean;
  readonly opener: string;
};

/** A name in capitals is a setting, and so is one part of a query or a connection string. */
function styleOf({ said, separator, isQuoted, opener }: NameSurroundings): Claim["style"] {
  const sign = separator.at(-1);
  if ((sign === "=" || sign === ":") && /(?:^|[^A-Za-z])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(said))
    return "setting";
  if (sign === "=" && (opener === "&" || opener === "?" || opener === ";")) return "setting";
  return isQuoted ? "quoted" : "bare";
}

/** A value in quotes, of which pieces may follow as `next` says, or a bare one. */
type ReadValue = { readonly start: number; readonly end: number; readonly next?: RegExp };
type NameReading = { readonly isQuery: boolean; readonly isElement: boolean; readonly run: LastRun };

function readValue(text: string, at: number, reading: NameReading): ReadValue | undefined {
  OPENING.lastIndex = at;
  const opened = OPENING.exec(text);
  if (opened === null) return undefined;
  const start = at + opened[0].length;
  const quote = opened[1];
  if (quote !== undefined) {
    const end = closingQuote(text, start, quote);
    return end < 0 ? undefined : { start, end, next: JOINED_LIST.test(opened[0]) ? NEXT_LISTED : NEXT_PIECE };
  }
  const end = bareEnd(text, start, reading);
  return end > start ? { start, end } : undefined;
}

const NEXT_PIECE =
  /\\{0,3}["'`](?:[ \t]{0,8}(?:\+|\.{1,2}|&|\|\||<>|~|\\)[ \t]{0,8}(?:\r?\n[ \t]{0,40})?|[ \t]{0,8}\r?\n[ \t]{0,40}(?:(?:\+|\.{1,2}|&|~)[ \t]{0,8})?)[bfru]?["'`]([^"'`\n\\]{1,256})(?=\\{0,3}["'`])/y;
const NEXT_LISTED = /["'`][ \t]{0,8},\s{0,40}["'`]([^"'`\n\\]{1,256})(?=["'`])/y;
const JOINED_LIST = /(?:join|concat|implode)\(|\[\s*["'`]$/i;
const PIECES_MAX = 16;

/** Further pieces of a string that is put together where it is written. */
function joinedPieces(
  text: string,
  from: number,
  next: RegExp,
): { readonly text: string; readonly end: number } | undefined {
  let [end, pieces] = [from, ""];
  for (let i = 0; i < PIECES_MAX; i++) {
    next.lastIndex = end;
    const piece = next.exec(text)?.[1];
    if (piece === undefined) break;
    pieces += piece;
    end = next.lastIndex;
  }
  return end === from ? undefined : { text: pieces.slice(0, TELLING_MAX), end };
}

/** The end of a quoted text on the same line, or -1. */
function closingQuote(text: string, start: number, quote: string): number {
  const mark = quote.at(-1) ?? "";
  const limit = Math.min(text.length, start + VALUE_MAX);
  for (let i = start; i < limit; i++) {
    const letter = text[i];
    if (letter === "\n") return -1;
    if (letter === mark && text.startsWith(quote, i - quote.length + 1)) {
      return Math.max(start, i - quote.length + 1);
    }
    if (letter === "\\" && quote.length === 1) i++;
  }
  return -1;
}

/** Where in a row without white space the value ends and what belongs to the text around it begins. */
function bareEnd(text: string, start: number, { isQuery, isElement, run }: NameReading): number {
  if (start < run.start || start >= run.end) {
    BARE.lastIndex = run.start = start;
    run.end = BARE.test(text) ? BARE.lastIndex : start;
  }
  const telling = text.slice(start, Math.min(run.end, start + BARE_MAX));
  const ends = isElement ? /<|;/ : isQuery ? /[&;#]|%26/ : /;|,(?=[\w"']{1,40}[=:])|,$|&(?=[\w.]{1,40}=)/;
  const stop = telling.search(ends);
  const end = stop < 0 ? run.end : start + stop;
  const closers = /[.,:)\]}*]{1,4}$/.exec(text.slice(Math.max(start, end - 4), end));
  return end - (closers?.[0].length ?? 0);
}
