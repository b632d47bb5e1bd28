import type { Check } from "./rule.ts";

/** Words in what people write where a secret would stand. */
const HINTS =
  "(?: your changeme change_me change-me changethis change_this example placeholder dummy redacted replace insert sample fill_in put_ xxxx *** ... … ••• ${ #{ %{ @{ $( {{ process.env environ getenv import.meta secrets. vars. config. settings. self. this.".split(
    " ",
  );
/** A variable, a blank to fill in, a hash, or a reference to where the secret is kept. */
const REFERENCE =
  /^(?:\$\w+|%\w+%|<[^<>]{1,80}>?|\[[^\]]{1,80}\]?|my[-_ ].*|env\.\w+|sha(?:1|256|384|512)-.*|arn:aws.*|!(?:Ref|Sub|GetAtt|vault).*|(?:projects|secrets?|kv)\/.*|[a-z][a-z+]{1,12}:\/\/?[^\s@]*)$/i;

/** Single words that are settings, types or fillers, never somebody's secret. */
const FILLER = new Set(
  (
    "password passwd pass pwd passphrase secret secrets token tokens key keys apikey test testing tests foo bar foobar baz qux admin " +
    "root user username guest demo none null nil undefined true false string str text number boolean object hidden " +
    "required optional default empty unset unknown missing invalid yes off disabled enabled auto basic bearer prompt " +
    "stdin stdout value values void never any int bool bytes buffer function return await async const this self " +
    "md5 sha1 sha256 sha512 utf8 utf-8 base64 hex ascii oauth oauth2 jwt oidc saml aws gcp azure github plain plaintext"
  ).split(" "),
);

/** A hint stands at the beginning of a value, or the value is short. */
const HEAD = 200;

/** A value that only stands for a secret, so that keeping it gives nothing away. */
export function isPlaceholder(value: string): boolean {
  const { length } = value;
  const head = value.slice(0, HEAD).toLowerCase();
  if (length < 3 || FILLER.has(head)) return true;
  // Whoever writes "example" for a reader adds no signs and numbers to it.
  const isTypedWord = /^[a-z]+[A-Z\d!#%^&*(]/.test(value) && /[!#%^&*(]/.test(value) && /[\dA-Z]/.test(value);
  if (!isTypedWord && HINTS.some((hint) => isHintIn(value, head, hint))) return true;
  // A place in a format ends a word or stands alone; chance draws the two signs as well, amid digits and letters of both cases.
  const isDrawnMix = /\d|[*@#^!]/.test(value) && /[A-Z]/.test(value) && /[a-z]/.test(value);
  if (!isDrawnMix && /%s(?![a-z\d])/.test(head)) return true;
  if (REFERENCE.test(value.slice(0, HEAD))) return true;
  return length >= 4 && new Set(value.slice(0, 64)).size < Math.min(4, length - 1);
}

/** A hint is written in one case; letters that spell one by chance are in both. */
function isHintIn(value: string, lower: string, hint: string): boolean {
  const at = lower.indexOf(hint);
  if (at < 0) return false;
  const written = value.slice(at, at + hint.length);
  return written.slice(1) === hint.slice(1) || written === hint.toUpperCase();
}

/** Made-up keys in documents: masked, or saying that they are examples. */
export function isMasked(token: string): boolean {
  return /x{6}|X{6}|\*{3}|\.{3}|0{12}|1234567890.{0,6}1234567890|example|EXAMPLE|placeholder|PLACEHOLDER|[Yy]our[-_]|YOUR[-_]|redacted|REDACTED/.test(
    token,
  );
}

/** Words and small numbers in a row, as in "oauth2-token" or "user.password_1": a name, not a value. */
export function isWordy(value: string): boolean {
  return /^[A-Za-z]+\d{0,4}(?:[-_.:/@ ][A-Za-z]*\d{0,4})*$/.test(value) && !isRandom(value, 12);
}

/** Where something lies, or which version or number it is. */
export function isPlace(value: string): boolean {
  if (/^0x[0-9a-f]{1,8}$/i.test(value) || /^\d{4}-\d\d-\d\d(?:[T ][\d:.Z+-]*)?$/.test(value)) return true;
  if (/^[\^~>=<v ]{0,3}\d{1,5}(?:\.[\dx*]{1,6}){1,3}(?:[-+][\w.-]{1,40})?$/.test(value)) return true;
  if (!/^(?:@?[\w.-]+)?[\\/]|^~|^[A-Za-z]:[\\/]/.test(value)) return false;
  return value
    .split(/[\\/]/)
    .every(
      (part) => part === "" || (part.length < 24 && /^[@.~\w$*-]*:?$/.test(part) && !isRandom(part, 12)),
    );
}

/** As many letters as tell whether chance drew them. */
const SAMPLE = 96;

/** Whether a text looks drawn by chance: kinds of letters change far more often than in words or names. */
export function isRandom(whole: string, lengthMin = 16): boolean {
  if (whole.length < lengthMin) return false;
  const value = whole.slice(0, SAMPLE);
  const { length } = value;
  const { changes, digits, letters } = shapeOf(value);
  const share = changes / (length - 1);
  if (letters === 0 || share < 0.2) return false;
  if (digits >= 2 && digits >= length / 20) return entropyOf(value) >= 2.6;
  return hasDrawnLetters(value) && entropyOf(value) >= 3;
}

/**
 * How rare each pair of letters is inside the words of names and texts, from 0 for the common ones to 9: a row for
 * each first letter. It is counted on the words of public packages and their documentation.
 */
const PAIR_RARITY =
  "42125424253021625110234534245626663572572593342878471635167127225605823128784325530446156354258325356647" +
  "13102223253110424001423145275623581863672783433867473567164328635336923437995625761776277444267353487758" +
  "23121225634120126211527472498738985939874798474968994665265733646436753348695814530446165145148622245727" +
  "13651757276435227635367758151113052334432464103356443322433635321022702212245516551563295255126132376658" +
  "79988999399579997688286999143204351833231462112337232524045218334422551025463315350442076345149112264624" +
  "33342336365221439122656567276818672977763796676768782776277338758337934669767948474696389669638863398658" +
  "4555466948644443964468587548982993399676589975496965";
/** Where a capital begins a word, any two letters may meet. */
const HUMP_RARITY = 5;
/** Of 16,199 names of code 15 reach it, and 94 of 100 rows of ten letters that chance draws. */
const DRAWN_RARITY_MIN = 3.3;

/** Whether letters of both cases stand beside each other as in no words that somebody put together. */
export function hasDrawnLetters(value: string): boolean {
  let [rarity, pairs] = [0, 0];
  for (let i = 1; i < value.length; i++) {
    const [first, second] = [value.charCodeAt(i - 1), value.charCodeAt(i)];
    const [before, kind] = [kindOf(first), kindOf(second)];
    if (before === 0 || before === 3 || kind === 0 || kind === 3) continue;
    pairs++;
    const at = ((first | 32) - 97) * 26 + (second | 32) - 97;
    rarity += before === 2 && kind === 1 ? HUMP_RARITY : PAIR_RARITY.charCodeAt(at) - 48;
  }
  return pairs >= 4 && rarity >= pairs * DRAWN_RARITY_MIN;
}

type ValueShape = { readonly changes: number; readonly digits: number; readonly letters: number };

export function shapeOf(value: string): ValueShape {
  let [changes, digits, letters, before] = [0, 0, 0, -1];
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    const kind = kindOf(code);
    if (kind === 0) digits++;
    if (kind === 1 || kind === 2) letters++;
    // Signs between words say nothing: snake_case has one at every word.
    if (before >= 0 && kind < 3 && kind !== before) changes++;
    before = kind < 3 ? kind : -1;
  }
  return { changes, digits, letters };
}

function kindOf(code: number): number {
  if (code >= 48 && code <= 57) return 0;
  if (code >= 65 && code <= 90) return 1;
  if (code >= 97 && code <= 122) return 2;
  return 3;
}

/** Entropy in bits per character. */
function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** What is known about a value from where it stands. */
export type Claim = {
  /** People choose passwords; programs draw tokens. */
  readonly kind: "password" | "token";
  /** A quoted value is data. A bare one may be code. What a setting in capitals is set to is always data. */
  readonly style: "setting" | "quoted" | "bare";
};

/** Whether what stands beside a secret's name is one. The cheap questions come first. */
export function isSecretValue(value: string, { kind, style }: Claim): boolean {
  if (kind === "password" && isPassphrase(value, style)) return true;
  if (value.length < 4 || (style === "bare" && isCode(value))) return false;
  if (style !== "setting" && /\s/.test(value)) return false;
  const isLikely = kind === "token" ? isLikelyToken(value, style) : isLikelyPassword(value, style);
  return isLikely && !isPlaceholder(value) && !isPlace(value);
}

/** Four or more short words in a row, as dice draw them; with blanks between only in quotes. */
export function isPassphrase(value: string, style: Claim["style"]): boolean {
  if (value.length < 16 || value.length > 80) return false;
  const isWords =
    style === "bare"
      ? /^[a-z]{3,9}(?:([-_.])[a-z]{3,9})(?:\1[a-z]{3,9}){3,7}$/
      : /^[a-z]{3,9}(?:([-_. ])[a-z]{3,9})(?:\1[a-z]{3,9}){2,7}$/;
  return (
    isWords.test(value) &&
    !/\b(?:the|and|for|your|not|must|this|that|with|from|password|passphrase|secret|token|auth|user|login|key|file|name|form|input|field|error|test)\b/.test(
      value.replace(/_/g, " "),
    )
  );
}

function isLikelyToken(value: string, style: Claim["style"]): boolean {
  if (value.length < (style === "setting" ? 8 : 10) || !/[^\d\s._:-]/.test(value)) return false;
  return !isWordy(value) && (/\d/.test(value) || isRandom(value, 12) || hasMixedSymbols(value));
}

function isLikelyPassword(value: string, style: Claim["style"]): boolean {
  const hasLetter = /[^\d\s._:-]/.test(value);
  if (style === "setting") return hasLetter || value.length >= 6;
  if (value.length < 5) return false;
  if (!hasLetter) return value.length >= 6 && (style === "quoted" || /^\d+$/.test(value));
  // Names of code keep to one case between their words; people who choose a password mix them.
  if (/\d/.test(value)) return !/^(?:[a-z]+[-_.][-_.a-z]*|[A-Z]+[-_.][-_.A-Z]*)\d?$/.test(value);
  if (style === "quoted" && /^(?:[a-z]{10,}|[A-Za-z]*[a-z][A-Z][a-z]+[-_.][A-Z][a-z]+)$/.test(value))
    return true;
  const body = style === "quoted" ? value.replace(CLOSING_SIGN, "") : value;
  return hasMixedSymbols(value) || isRandom(body, 8) || isDrawnRow(value);
}

/** Letters of one case that no word has in this order. */
const isDrawnRow = (value: string): boolean =>
  value.length >= 12 && /^(?:[A-Z]+|[a-z]+)$/.test(value) && hasDrawnLetters(value);

/** Letters with signs that neither names nor sentences have. */
function hasMixedSymbols(value: string): boolean {
  return (
    value.length >= 8 &&
    /[A-Za-z]/.test(value) &&
    /[!#%^&*$@~+=?]/.test(value.slice(1)) &&
    !/^[\w.]+[!?]?$/.test(value)
  );
}

/** Calls, paths of names, comparisons: what a programmer writes after "token =". */
export function isCode(value: string): boolean {
  if (/[(){}[\]<>]|=>|&&|\|\||::|\?\.|^\d+$/.test(value)) return true;
  if (/^[!&*+\-?|]/.test(value)) return !isRandom(value);
  return /^[A-Za-z_$][\w$]*(?:(?:\.|->)[A-Za-z_$][\w$]*)+$/.test(value) && !/\d\d/.test(value);
}

/** Names of standards, versions and machines, which are words with numbers too. */
const TECHNICAL =
  /^(?:(?:fct|dec|con|prf|pat|hyp|les|trp|pln|hnd|nte|cnd|edg|ins|pr|mr|gh|issue|bug|build|job|ticket)#\d{1,5}|(?:sha|md|aes|rsa|rfc|iso|ecma|es|utf|ucs|x|ed|p|secp|base|http|hs|rs|ps|ipv|win|windows|port|v|ver|r|cve|ticket|issue|bug|pr|hmac|pbkdf|pkcs#?|c#|argon|salsa|chacha|curve|poly|blake|oauth|tls|ssl|node|python|py|php|java|jdk|ubuntu|debian|line|page|chapter|section|step|error|code|user|test|host|server|room|build|version|release|bit|level|type|part|phase|group|id|no|nr|nt|mp|h|i|n|k|s|u|int|uint|float|char|varchar)[-_.]?\d[\w.]{0,5}[+*?!]?)$/i;

/** Names of files, code, parts of addresses, and escapes. */
const NOT_TYPED =
  /#v?\d+\.|[\\/(){}[\]<>=,;:"'`|]|%(?:20|26|2F|3A|3D|7e|C3)|^[A-Za-z_]\w*\$\d+$|\w\.(?:lib|[cm]?[jt]sx?|md|json|txt|py|go|rs|html?|css|so|dll|exe|conf|ya?ml|sh|png|svg|log)$/;
/** One to three words, with or without something between them, and a number. */
const WORDS_AND_NUMBER =
  /^\d{0,4}[A-Za-z]{2,}(?:[-_.]?[A-Za-z]{2,}){0,2}[-_.]?\d{1,6}$|^\d{2,4}[-_.]?[A-Za-z]{3,}(?:[-_.]?[A-Za-z]{2,})?$/;
/** Capitalised words with separators, and a number. */
const CAPITALS_AND_NUMBER = /^[A-Z][a-z]{2,}(?:[-_.][A-Z][a-z]{2,}){1,3}[-_.]?\d{1,4}$/;
/** A word, a number and letters of both cases. */
const NUMBER_AND_LETTERS = /^[a-z]{3,}[-_.]\d{2,}[a-z]*[A-Z][A-Za-z\d]*$/;
/** Two words with a number between them, and not one of those that standards have. */
const NUMBER_AMID_WORDS =
  /^(?!oauth|sha|base|utf|http|ipv|web|log|mp|es|md|aes|rsa|win|int|row|col|level|type|part)[a-z]{4,}\d{1,4}[a-z]{3,}\d{0,4}$/i;
/** Signs that passwords end in. */
const CLOSING_SIGN = /[!?*$#%&+~@^]{1,2}$/;

/**
 * Whether a word by itself looks like a password: letters and digits with a sign, or mixed as no word mixes them.
 * It counts only close to a name, in a sentence.
 */
export function looksTyped(value: string): boolean {
  // Most words of a sentence end here, before the patterns that a hook would have to compile for them.
  if (/^[A-Z]?[a-z]*$/.test(value)) return false;
  if (value.length < 6 || value.length > 64 || !/[A-Za-z]/.test(value)) return false;
  if (NOT_TYPED.test(value) || TECHNICAL.test(value) || /^\w[\w.+-]*@[\w-]+\./.test(value)) return false;
  if (/^(?:0x)?[0-9a-f]+$/i.test(value) || /^[\d.]+[a-z]{1,3}\.?$/i.test(value)) return false;
  if (isPlace(value) || isPlaceholder(value)) return false;
  const body = value.replace(CLOSING_SIGN, "");
  if (!/\d/.test(value)) return isMixedWithSign(body) || isRandom(value, 10);
  if (/[!#%*+~?$^&@]/.test(body) && !/^[\w.-]+@[\d.^~]/.test(value)) return true;
  if (body.length < value.length && WORDS_AND_NUMBER.test(body)) return true;
  return (
    isRandom(value, 8) ||
    isDrawn(value) ||
    CAPITALS_AND_NUMBER.test(body) ||
    /^[A-Z]?[a-z]{2,}[-_.!]?\d{2,}[-_.!~*]?[A-Za-z\d]*[!?*]?$/.test(value)
  );
}

/** Letters of both cases, and perhaps digits, in turn, and not the humps of a name. */
const isDrawn = (value: string): boolean =>
  value.length >= 10 &&
  /^(?=.*[A-Z])(?=.*[a-z])[A-Za-z\d]+$/.test(value) &&
  !/^[a-z]*(?:[A-Z]+[a-z]+\d?)*[A-Z]?\d*$/.test(value) &&
  shapeOf(value).changes >= 5;

/** No digit, but a sign amid letters of both cases that change as they do in no word. */
const isMixedWithSign = (body: string): boolean =>
  body.length >= 8 &&
  /[!#%*+~$^&@]/.test(body.slice(1)) &&
  /[A-Z]/.test(body) &&
  !/[a-z]{6}/.test(body) &&
  !/^(?:[A-Z]?[a-z]{3,5}(?![a-z])[^A-Za-z]?)+$/.test(body) &&
  shapeOf(body).changes >= body.length * 0.25;

/** The same where the place leaves no doubt: words and a number are enough there, and so are words and a sign. */
export function looksChosen(value: string): boolean {
  if (looksTyped(value)) return true;
  if (value.length < 6 || value.length > 64 || NOT_TYPED.test(value) || TECHNICAL.test(value)) return false;
  if (isPlace(value) || isPlaceholder(value) || /^v?\d+(?:\.\d+)+/.test(value)) return false;
  return (
    (/\d\d/.test(value) && WORDS_AND_NUMBER.test(value)) ||
    NUMBER_AMID_WORDS.test(value) ||
    (value.length >= 10 &&
      /^[A-Za-z\d]+$/.test(value) &&
      !/^[a-z]*(?:[A-Z][a-z]{2,})*$/.test(value) &&
      shapeOf(value).changes >= 4) ||
    /^[A-Z][a-z]{2,}[-_.]?[A-Za-z]{3,}[!?*$#]$/.test(value)
  );
}

/** The same for places where nothing but a flag or a blank leads to it: words with a number behind them are not enough. */
export const looksStrong = (value: string): boolean =>
  looksTyped(value) &&
  (/[!#%*+~?^&@$]/.test(value.slice(1)) ||
    CAPITALS_AND_NUMBER.test(value) ||
    NUMBER_AND_LETTERS.test(value) ||
    isRandom(value, 10) ||
    /^[A-Z][a-z]+\d{2,}/.test(value));

/** Shortest token whose letters say whether chance drew them. */
const RANDOM_LENGTH_MIN = 12;

/** Whether what a shape has found is a secret and not something that stands for one. */
export function passesCheck(secret: string, check: Check | undefined): boolean {
  switch (check) {
    case undefined:
      return !isMasked(secret);
    case "random":
      return isRandom(secret, RANDOM_LENGTH_MIN) && !isMasked(secret);
    case "password":
      return /^\d{8,64}$/.test(secret) || isSecretValue(secret, { kind: "password", style: "bare" });
    case "typed":
      return looksStrong(secret);
    case "chosen":
      return !isPlaceholder(secret);
    case "header":
      return !isPlaceholder(secret) && !isCode(secret) && !isWordy(secret);
  }
}
