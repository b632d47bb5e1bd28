import { isEncodedText } from "./encoded.ts";
import type { SecretSpan } from "./rule.ts";
import type { Scan } from "./scan.ts";
import { hasDrawnLetters, isMasked, isRandom, shapeOf } from "./value.ts";

/** Keys of programs have from 192 to 1024 bits; what is longer is a file. */
const HEX_MIN = 48;
const LENGTH_MAX = 160;
const PART_MIN = 32;
/** How much of the text before and behind says what a row of letters is. */
const BEFORE_MAX = 120;
const AFTER_MAX = 24;
const LINE_MAX = 512;

/** Words that stand beside a digest or something public, and not beside a key. */
const PUBLIC =
  /sha-?\d|sha\b|md5|blake|digest|hash|checksum|integrity|shasum|fingerprint|thumbprint|nonce|public|\bpub|ssh-|ecdsa-|cert|\bcid\b|ipfs|\bh1:|\bzh:|base64,|mappings|\bwasm|signature|resolved|x509|cipher|etag|\bsalt\b|\biv\b|encoded|compressed|alphabet|charset|cursor|next_?page|page_?token|challenge|example/i;
/** Hex is also what versions, transactions, files and containers are called by. */
const CALLED =
  /crc|\bsums?\b|commit|\btree\b|\bblob\b|\boid\b|\brev(?:ision)?\b|\btx\b|transaction|\bblock|\blayer|\bimage|container|docker|podman|\bbuild|\bcache|merkle|\btrace|\bspan\b|request|snapshot|expected|actual|\bid\b|[_-]id\b|[a-z]Id\b|\buuid|version|vector|\bpoint\b|\bprime|modulus|generator|proof|lock\b|manifest|artifact|asset|chunk|\bfile|\bpath|\bhref|\bsrc\b|fixture|prints?\b|copyright|\(c\)|\/[\w.-]+["']\s?:\s?["']?$/i;
/** These say it from further off. */
const HASHED = /sha-?\d|\bmd5|hmac|createhash|digest|checksum|hexdigest/i;
const FAR_MAX = 500;

/** Rows of letters that nobody names and only chance draws: keys in hex, and tokens of letters and digits. */
export function namelessSecrets(text: string, runs: readonly number[]): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let i = 0; i < runs.length; i += 2) {
    const [first = 0, end = 0] = [runs[i], runs[i + 1]];
    const start = lastPart(text, first, end);
    if (end - start < PART_MIN || end - start > LENGTH_MAX || !isAlone(text, start, end)) continue;
    const run = text.slice(start, end);
    const isHex = /^(?:0x)?[0-9a-f]+$/i.test(run);
    const isKey = isHex
      ? isHexKey(run.replace(/^0x/, ""))
      : (isMixedToken(run, text[end] === "=") || isSmallToken(run) || isSeed(run)) && !isEncodedText(run);
    if (!isKey || isMasked(run) || isKnownPublic(text, { start, end, isHex })) continue;
    const padding = /^={0,2}/.exec(text.slice(end, end + 2))?.[0].length ?? 0;
    spans.push({ start, end: end + padding, rule: "nameless-key" });
  }
  return spans;
}

/** Parts of paths, of names with dots and of longer rows are something else. */
function isAlone(text: string, start: number, end: number): boolean {
  const [before = " ", after = " "] = [text[start - 1], text[end]];
  if (
    !/[\s"'`(=:,;>|[*_~/\u2018-\u201f\u2e80-\uffff]/.test(before) &&
    !/\\[nrt]$/.test(text.slice(start - 2, start))
  )
    return false;
  if (before === "/" && !isInAddress(text, start)) return false;
  if (after === ".") return !/\w/.test(text[end + 1] ?? "");
  return /[\s"'`)=:,;<|\]*_~!?&\\\u2018-\u201f\u2e80-\uffff]|-(?=\r?\n)/.test(
    after + text.slice(end + 1, end + 3),
  );
}

/** The last part of an address may open what it points to. */
const isInAddress = (text: string, at: number): boolean =>
  /:\/\/[^\s"'<>]{3,120}\/$/.test(text.slice(Math.max(0, at - 140), at));

/** Of an address only the last part is checked: the others are names. */
function lastPart(text: string, start: number, end: number): number {
  const part = start + text.slice(start, end).lastIndexOf("/") + 1;
  return part > start && end - part >= PART_MIN && isInAddress(text, part) ? part : start;
}

function isHexKey(run: string): boolean {
  const { length } = run;
  if (length < HEX_MIN || length % 8 !== 0) return false;
  if (/[a-f]/.test(run) && /[A-F]/.test(run)) return false;
  return (
    /\d/.test(run) &&
    /[a-f]/i.test(run) &&
    new Set(run.slice(0, 48).toLowerCase()).size >= 11 &&
    !/(.)\1{5}/.test(run)
  );
}

/** Keys that are meant to be seen. */
const PUBLISHED = /^(?:pk|phc|pub|pk_live|pk_test|sha\d{3})[_.-]/;
/** Letters of each case that a token of chance has at least. */
const CASES_MIN = 4;

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** Capitals, small letters and digits in turn, in one row or in few long ones. */
function isMixedToken(run: string, isPadded: boolean): boolean {
  if (run.length < 32 || PUBLISHED.test(run) || /[A-Z]{12}/.test(run)) return false;
  if (run.match(/[a-z]{9,}/g)?.some((letters) => !hasDrawnLetters(letters))) return false;
  // Base64 has its signs anywhere; names and paths have one between words.
  const isDense = shapeOf(run).changes >= run.length * CHANGES_MIN;
  if (!isPadded && !isDense && /[-/_+]{2}|^[-/_]/.test(run)) return false;
  if (countOf(run, /[A-Z]/g) < CASES_MIN || countOf(run, /[a-z]/g) < CASES_MIN) return false;
  if (/\d{9}/.test(run)) return false;
  const parts = run.split(/[-_/+]/);
  const isMixed = (part: string) =>
    part.length >= 12 && /[A-Z]/.test(part) && /[a-z]/.test(part) && isRandom(part, 12);
  return (
    parts.some(isMixed) &&
    isRandom(run, 32) &&
    !parts.every((part) => /^(?:[A-Z]?[a-z]{2,}){0,6}\d{0,4}$/.test(part)) &&
    new Set(run).size >= 18
  );
}

/** Small letters and digits, far more in turn than words and numbers are. */
function isSmallToken(run: string): boolean {
  const rest = run.replace(/^[a-z]{2,12}[_-]/, "");
  if (rest.length < 36 || !/^[a-z0-9]+$/.test(rest) || !/[g-z]/.test(rest) || /\d{9}/.test(rest))
    return false;
  if (rest.match(/[a-z]{12,}/g)?.some((letters) => !hasDrawnLetters(letters))) return false;
  return (rest.match(/\d+/g)?.length ?? 0) >= rest.length / 12 && new Set(rest).size >= 16;
}

/** Base32, in which the seeds of one-time codes are written. */
const isSeed = (run: string): boolean =>
  /^(?=(?:[A-Z]*[2-7]){3})[A-Z2-7]{32,64}$/.test(run) &&
  !/[A-Z]{16}|\d{9}/.test(run) &&
  new Set(run).size >= 12;

const ARMOUR_MAX = 8192;

/** Certificates, public keys and signatures are for everybody. */
export function isInPublicArmour(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - ARMOUR_MAX), at);
  const begin = before.lastIndexOf("-----BEGIN ");
  if (
    begin >= 0 &&
    !before.slice(begin, begin + 64).includes("PRIVATE") &&
    !before.includes("-----END ", begin)
  )
    return true;
  const tag = before.lastIndexOf("<");
  return tag >= 0 && PUBLIC_ELEMENT.test(before.slice(tag, tag + 260));
}

/** Elements of XML that hold a certificate, a public key or a signature. */
const PUBLIC_ELEMENT =
  /^<(?:\w{1,20}:)?(?:\w{0,20}Certificate|X509\w{1,20}|SignatureValue|DigestValue|Modulus|PGPKeyPacket|PublicKey|CipherValue)\b[^<>]{0,200}>/i;

type LetterRun = { readonly start: number; readonly end: number; readonly isHex: boolean };

function isKnownPublic(text: string, { start, end, isHex }: LetterRun): boolean {
  const head = text.slice(Math.max(0, start - LINE_MAX), start);
  const line = head.slice(head.lastIndexOf("\n") + 1);
  const isFirst = line.trim() === "";
  const before = text.slice(Math.max(0, start - BEFORE_MAX), start);
  const near = isFirst ? before : before.slice(-Math.max(1, line.length));
  // In a record the name of the field says it, and not the fields before.
  const field = /^[\s\S]*(["'][\w.-]{1,40}\\?["']\s?:\s?\\?["'][^"']*)$/.exec(near)?.[1] ?? near;
  if (PUBLIC.test(near) || (isHex && CALLED.test(field))) return true;
  if (isHex && HASHED.test(text.slice(Math.max(0, start - FAR_MAX), start))) return true;
  if (isInPublicArmour(text, start)) return true;
  const after = text.slice(end, end + AFTER_MAX);
  // What sums print: the digest, two spaces and a file.
  return (
    /^ [ *][\w./-]/.test(after) ||
    /^["']?\s{0,3}[,)]?\s{0,3}(?:\/\/|#|--|\()?\s{0,3}(?:sha|md5|hash|digest|commit|checksum)/i.test(after) ||
    (isHex && /\/$/.test(before)) ||
    /^\//.test(after)
  );
}

/** A longer word is checked as a key. */
const DRAWN_MAX = 40;
/** So often at least the sort of letter changes in what chance draws. */
const CHANGES_MIN = 0.4;
/** What a name says behind which chance is no secret. */
const IDENTIFIED = /(?:\bid|[_-]id|[a-z]Id|ID|uuid|ref|slug|rev|version|sha\d*)["'\]\s:=#(]{1,8}$/;

/** Words of letters and digits that chance drew, by their letters alone. */
export function drawnWords({ text, runs, shortRuns }: Scan): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const rows of [shortRuns, runs])
    for (let i = 0; i < rows.length; i += 2) {
      const [start = 0, last = 0] = [rows[i], rows[i + 1]];
      // A dash may say that the word goes on below.
      const end = /^-\r?\n/.test(text.slice(last - 1, last + 2)) ? last - 1 : last;
      if (end - start > DRAWN_MAX || !isDrawnWord(text.slice(start, end)) || !isAlone(text, start, end))
        continue;
      if (IDENTIFIED.test(text.slice(Math.max(0, start - 24), start))) continue;
      if (!isKnownPublic(text, { start, end, isHex: false }))
        spans.push({ start, end, rule: "nameless-password" });
    }
  return spans;
}

function isDrawnWord(whole: string): boolean {
  // Letters that are drawn for addresses have one of two signs here and there; ids begin with one, or have more.
  const isSigned = !/^[A-Za-z]{2,12}[-_]|[-_].*[-_].*[-_]/.test(whole) && /[A-Za-z0-9]{6}/.test(whole);
  const word = isSigned ? whole.replace(/(?<=\w)[-_](?=\w)/g, "") : whole;
  if (!/^[A-Za-z0-9]+$/.test(word) || !/[A-Z]/.test(word) || !/[a-z]/.test(word) || isMasked(word))
    return false;
  if (shapeOf(word).changes < word.length * CHANGES_MIN || !hasDrawnLetters(word)) return false;
  return (/\d/.test(word) || word.length >= 16) && isRandom(word, 12) && !isEncodedText(word);
}

/** A word of letters, digits and the signs that passwords have, with nothing of its kind around it. */
let word: RegExp | undefined;
const wordOf = (): RegExp =>
  /(?<![\w!@#%^*$&?./\\+~-])(?:[A-Z]?[a-z]{2,12}(?:[-_.]|(?=[A-Z]))[A-Z]?[a-z]{2,12}(?!(?:19|20)\d\d\?)\d{2,5}\?|[A-Z][a-z]{2,12}[!#$%&*?@^~]\d{1,5}[A-Za-z]{2,12}[!#$%*?]?|[A-Za-z0-9!@#%^*$&~_.-]{8,40}(?:\?(?=["'`]))?)(?![\w!@#%^*$&?/\\+~-]|\.\w)/g;

/** As people choose one: a word or two, a number and a sign, or a word, a sign, a number and another word. */
const CHOSEN =
  /^(?:[A-Z]?[a-z]{2,12}[-_.]?[A-Z]?[a-z]{3,12}\d{2,5}[!#$%&*?]|[A-Za-z][a-z]{0,10}[@013457$][a-z]{2,10}\d{2,5}[!#$%&*?]|[A-Z][a-z]{3,12}(?:\d{2,5}[#$%&*]|(?!19|20)\d{3,5}[!?])|[A-Z][a-z]{2,12}[!#$%&*?@^~]\d{1,5}[A-Za-z]{2,12}[!#$%*?]?)$/;
/** Signs that chance puts amid letters and digits, and that programs and addresses do not. */
const DRAWN_SORTS = [/[a-z]/, /[A-Z]/, /\d/, /^.+[!@#%^*~]./] as const;
const NOT_DRAWN = /^[a-z\d]{1,16}%|%(?:[0-9A-F]{2}|[a-z](?![A-Za-z\d]))|[a-z]{5}|[$&._-]/;
const DRAWN_MIN = 12;

/** Passwords by their letters alone: no name, no account and no command stands beside them. */
export function namelessPasswords(text: string): SecretSpan[] {
  if (!/\d/.test(text) || !/[!@#%^*$&~?]/.test(text)) return [];
  word ??= wordOf();
  return [...text.matchAll(word)].flatMap(({ index, 0: found }) => {
    const value = found.replace(/\.$/, "");
    return isPasswordAlone(value)
      ? [{ start: index, end: index + value.length, rule: "nameless-password" }]
      : [];
  });
}

const isPasswordAlone = (value: string): boolean =>
  CHOSEN.test(value) ||
  (value.length >= DRAWN_MIN &&
    DRAWN_SORTS.every((sort) => sort.test(value)) &&
    !NOT_DRAWN.test(value) &&
    shapeOf(value).changes >= value.length * CHANGES_MIN);
