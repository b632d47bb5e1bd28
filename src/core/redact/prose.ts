import type { SecretSpan } from "./rule.ts";
import { type Claim, isPassphrase, isRandom, isSecretValue, looksChosen, looksTyped } from "./value.ts";

/** What is told of the secret whose word ends at this place: "the password for staging is …". */
export const secretInProse = (
  text: string,
  { at, end, kind }: { at: number; end: number; kind: Claim["kind"] },
) =>
  secretInSentence(text, end, kind) ??
  spelledSecret(text, end) ??
  secretNearName(text, end, kind) ??
  secretBeforeName(text, at, kind);

/** Letters that end a word: a plural, a case, an article behind it. */
const ENDING = "[a-zß-ɏͰ-ӿ]{0,5}";
/** What says that a value follows, in the languages that the names are in. */
const VERB =
  "is|was|to|from|are|be|equals?|now|reads|set to|changed to|ist|war|lautet|heißt|auf|es|era|será|est|sera|devient|è|é|foi|jest|je|este|е|היא|คือ|IS|är|er|on|là|ialah|adalah|है|είναι|هي|هو|это|теперь|—|–|->|→|=>|>";

/** Behind the name up to a few words, and then a verb, a colon or a quote before the value; or a particle alone in scripts without spaces. */
let sentence: RegExp | undefined;
/** Made when a text first needs it: most hooks end before. */
const sentenceOf = (): RegExp =>
  new RegExp(
    `${ENDING}["'\`*)»”]{0,3}(?:(?:[ \\t][^\\s"'\`:=]{1,24}){0,5}?(?:[ \\t](?:${VERB}):?[ \\t]|[ \\t]?[:：=][ \\t]|[ \\t](?=["'\`«“]))|\\s?(?:是|为|為|改成|は|が|이|은|는|를|を|：)\\s?|(?<=[\\u3040-\\uffef]))(?:«[ \u00a0\u202f])?["'\`*«“「『„]{0,3}([!#-&(-_a-~\u0400-\u04ff]{4,256})`,
    "y",
  );

/** Four words or more, as dice draw them, behind the word for such a phrase. */
const WORDS =
  /(?:[ \t]?phrase)?(?:[ \t][a-z]{2,10}){0,3}?(?:[ \t]?[:=]|[ \t](?:is|was|to|ist|est|es|lautet))[ \t]{1,3}["'`“]?((?:[a-z]{3,9} ){3,8}[a-z]{3,9})(?=["'`”.,;]|[ \t]*(?:\r?\n|\\n|$))/y;

/** A secret told in a sentence whose word for it ends at this place: "the password for staging is …". */
function secretInSentence(text: string, at: number, kind: "password" | "token"): SecretSpan | undefined {
  const digits = /^[ \t](\d{5,10})(?![\w.:/%-])/.exec(text.slice(at, at + 13))?.[1];
  if (digits !== undefined && kind === "password" && /(?:pw|pwd|word|wort)$/i.test(text.slice(at - 4, at)))
    return { start: at + 1, end: at + 1 + digits.length, rule: "told-secret" };
  WORDS.lastIndex = at;
  const phrase = /phrase/i.test(text.slice(at - 6, at + 7)) ? WORDS.exec(text)?.[1] : undefined;
  if (phrase !== undefined && isPassphrase(phrase, "quoted")) {
    const start = at + text.slice(at, WORDS.lastIndex).indexOf(phrase);
    return { start, end: start + phrase.length, rule: "told-secret" };
  }
  sentence ??= sentenceOf();
  sentence.lastIndex = at;
  const said = sentence.exec(text)?.[1];
  if (said === undefined) return undefined;
  const value = said.replace(/[.,;:)\]}]{1,4}$/, "");
  const start = sentence.lastIndex - said.length;
  const isDigits = kind === "password" && /^\d{4,16}$/.test(value) && !/^(?:19|20)\d\d$/.test(value);
  const isWords = kind === "password" && isPassphrase(value, "quoted");
  if (!isDigits && !isWords && (value.length < 6 || !isSecretValue(value, { kind, style: "bare" })))
    return undefined;
  return { start, end: start + value.length, rule: "told-secret" };
}

/** How far behind its name a value is looked for, and how many words and line breaks may stand between. */
const NEAR_MAX = 160;
const WORDS_MAX = 8;
const LINES_MAX = 2;
/** A password is told from words only where it stands close, alone or in quotes, or where nothing looks like code. */
const PASSWORD_WORDS_MAX = 4;
const PLAIN_WORDS_MAX = 6;

const WORD = /(\\{0,3}["'`]?)([!#-&*+\--:=?-Z^_a-z~]{3,512})(\\{0,3}["'`]?)|\r?\n|\\{1,3}n/g;
const RUN = /[A-Za-z0-9+/_=-]{1,8192}/y;
const FINGERPRINT = /^(?:[0-9a-f]{7,128}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i;
/** Signs that a programmer writes and a sentence does not have. */
const CODE_SIGNS = /[(){}=;<>$[\]\\|&]|\/\/|\/\*/;

/**
 * A value close behind its name that looks drawn by chance, or like a password, in whatever notation: the
 * output of a command, a form, a debugger, a sentence. Hashes and ids count only behind what a program is to read.
 */
function secretNearName(text: string, at: number, kind: "password" | "token"): SecretSpan | undefined {
  const isIdentifier = /[_.$]|[a-z][A-Z]/.test(lastWord(text, at));
  const near = text.slice(at, at + NEAR_MAX);
  let [words, lines] = [0, 0];
  for (const found of near.matchAll(WORD)) {
    const said = found[2];
    if (said === undefined ? ++lines > LINES_MAX : ++words > WORDS_MAX) return undefined;
    if (said === undefined) continue;
    // What was close is gone already, and the next thing is not what the name is about.
    if (said.startsWith("redacted:")) return undefined;
    const value = said.replace(/[.,;:]{1,4}$/, "");
    const isNext =
      words === 1 &&
      lines === 0 &&
      /^["'`*]{0,3}\s?[:=]?\s{0,3}["'`*]{0,2}$/.test(near.slice(0, found.index));
    const isClose = words <= PASSWORD_WORDS_MAX && (isIdentifier || (found[1] !== "" && found[3] !== ""));
    const start = at + found.index + (found[1]?.length ?? 0);
    const isPlain = () => words <= PLAIN_WORDS_MAX && isPlainGap(near, found.index);
    const isSure =
      text.slice(at - 6, at).toLowerCase() !== "secret" &&
      lines === 0 &&
      SURE.test(near.slice(0, found.index));
    const isTyped = kind === "password" && (isSure ? looksChosen(value) : looksTyped(value)) && isPlain();
    if (
      !isTyped &&
      !isNearSecret(value, { kind, isIdentifier, isClose, isNext }) &&
      !isOnOwnLine(text, { at, start, value, kind })
    )
      continue;
    return { start, end: start + Math.max(value.length, runAt(text, start)), rule: "near-secret" };
  }
  return undefined;
}

/** Nothing stands between a name and its value, or a colon or a dash leads to it. */
const SURE =
  /^[a-zß-ɏͰ-ӿ]{0,5}["'`*’s]{0,3}(?:(?:[ \t][^\s"'`:=]{1,20}){0,4}[ \t]?[-–—:：])?[ \t：]{0,3}["'`*「]{0,2}$/;

/** Whether a sentence, and no code, leads from a name to its value. */
const isPlainGap = (near: string, end: number): boolean =>
  !CODE_SIGNS.test(near.slice(0, end)) || isChat(near.slice(0, end)) || isSet(near, end);

/** "root pw on the new box = …", and no call behind it. */
const isSet = (near: string, end: number): boolean =>
  /^(?:[ \t][A-Za-z]{1,20}){1,6}[ \t]=[ \t]["'`]?$/.test(near.slice(0, end)) &&
  !/^[\w.]{1,80}[([]/.test(near.slice(end));

/** "what is the password?", and the answer on the next line behind a time and a name. */
const isChat = (gap: string): boolean =>
  /^[^\n(){}=;<>$[\]\\|&]{0,60}\n[[(<]?[^\n(){}=;$\\|&]{1,48}[:>]\s$/.test(gap);

type OwnLine = {
  readonly at: number;
  readonly start: number;
  readonly value: string;
  readonly kind: "password" | "token";
};

/** A label or a sentence with a colon, and then a line that holds the value and nothing else. */
function isOnOwnLine(text: string, { at, start, value, kind }: OwnLine): boolean {
  const end = start + value.length;
  if (!/^[ \t"'`*]{0,8}(?:\n|\r|$)/.test(text.slice(end, end + 9))) return false;
  const gap = text.slice(at, start);
  if (!/^(?:[^\n(){}=;<>]{0,100}:)?[ \t*"'`]{0,8}\r?\n[ \t\r\n>*"'`]{0,24}$/.test(gap)) return false;
  return (
    isSecretValue(value, { kind: gap.includes(":") ? kind : "token", style: "bare" }) ||
    (gap.includes(":") && /^[0-9a-f]{24,64}$/.test(value))
  );
}

/** Where a sentence puts the value first: "… is the admin password", "use … as the password". */
const BEFORE =
  /(?:^|[\s"'`“«„*])([!#-&*+\--:=?-Z^_a-z~]{6,64})["'`”»“*]{0,2}(?:[.,](?:[ \t](?:[Tt]hat|[Tt]his|[Ii]t)(?:['’]s|[ \t]is))?|[ \t](?:is|was|as|still|really|into|being|instead|for|ist|als|est|comme|es|como|come|è|é|jako|som|как|это|—|-|=))(?:[ \t][^\s"'`:=(){}]{1,20}){0,5}[ \t]$/;
const BEFORE_MAX = 140;
/** Said in the same sentence, before it is named: "I changed it to …, the old password was …". */
const CHANGED =
  /\b(?:(?:changed|rotated|set|updated|reset|switched)[ \t](?:it|them|this|that)[ \t](?:back[ \t])?to|(?:old|new|previous|current|last|first|second|other)[ \t]one[ \t](?:is|was|=))[ \t]["'`“«]?([!#-&*+\--:=?-Z^_a-z~]{6,64})/g;

/** A piece of what was divided: "part 1: …", "the second half is …". */
const PART =
  /(?:parts?|half|piece|chunk|teil|hälfte|stück|moitié|partie|mitad|parte|metade|metà|pezzo|часть|половина|частина)[ \t]?(?:\d{1,2}|one|two|three|[ab])?(?:[ \t]of[ \t]\d)?["'`*]{0,2}[ \t]?(?:is|ist|est|es|è|:|=|->)[ \t]{0,3}["'`*]{0,2}([!#-&*+\--:=?-Z^_a-z~]{6,80})/gi;
const PARTS_MAX = 320;

/** What was called "it" or "one" before its name was said, and the pieces of what was named: "the token in two parts", and then each. */
export function relatedSecrets(text: string, at: number): SecretSpan[] {
  const near = text.slice(Math.max(0, at - BEFORE_MAX), at);
  const from = at - near.length + near.lastIndexOf("\n") + 1;
  const told = [
    ...findsIn(CHANGED, text, { from, to: at }).filter(
      ({ value }) => looksTyped(value) || isRandom(value, 12),
    ),
    ...findsIn(PART, text, { from: at, to: at + PARTS_MAX }).filter(
      ({ value }) => looksTyped(value) || isRandom(value, 8),
    ),
  ];
  return told.map(({ start, value }) => ({ start, end: start + value.length, rule: "told-secret" }));
}

/** The first groups of what a pattern finds in a part of a text, without the marks that end a sentence. */
function findsIn(pattern: RegExp, text: string, { from, to }: { from: number; to: number }) {
  return [...text.slice(from, to).matchAll(pattern)].map(({ index, 0: whole, 1: said = "" }) => ({
    start: from + index + whole.length - said.length,
    value: said.replace(/[.,;:]{1,4}$/, ""),
  }));
}

const textBehind = (found: RegExpExecArray): string =>
  found[0].slice(found[0].indexOf(found[1] ?? "") + (found[1]?.length ?? 0));

/** A secret that stands before its name. */
function secretBeforeName(text: string, at: number, kind: Claim["kind"]): SecretSpan | undefined {
  const from = Math.max(0, at - BEFORE_MAX);
  const before = text.slice(from, at);
  const found = BEFORE.exec(before);
  const said = found?.[1];
  if (found === null || said === undefined) return undefined;
  const gap = textBehind(found);
  const isGiven = FINGERPRINT.test(said) && said.length >= 32 && /^["'`]? (?:as|into) /.test(gap);
  if (kind === "token" && !isGiven) return undefined;
  const isChosen =
    isGiven ||
    looksTyped(said) ||
    (/^["'`”»“*]{0,2} (?:as|als|comme|como|jako|som) /.test(gap) && looksChosen(said));
  if (!isChosen || CODE_SIGNS.test(gap)) return undefined;
  const start = from + found.index + found[0].indexOf(said);
  return { start, end: start + said.length, rule: "told-secret" };
}

/** Letters, digits and signs as somebody says them aloud, one after the other. */
const SAID =
  "capital|upper(?:case)?|lower(?:case)?|small|big|dash|hyphen|dot|period|underscore|at|hash|bang|exclamation|dollar|percent|star|asterisk|plus|zero|one|two|three|four|five|six|seven|eight|nine|al[pf]h?a|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|whiskey|x-?ray|yankee|zulu|[A-Za-z0-9]";
const LEADS =
  "[a-zß-ɏ]{0,5}(?:[ \\t][^\\s:=]{1,20}){0,5}?(?:[ \\t](?:is|ist|est|es|=|->|to)|[ \\t]?[:：=])?[ \\t]{1,3}[\"'`]?";
/** Groups of one width, as long keys and passwords of programs are shown. */
const GROUPS = [4, 5, 6].map((width) => `(?:[A-Za-z0-9]{${width}}[ -]){2,15}[A-Za-z0-9]{${width}}`).join("|");
let spelled: RegExp | undefined;

/** A secret that is said letter by letter or written in groups: "the password is K 7 m Q …", "app password: abcd efgh …". */
function spelledSecret(text: string, at: number): SecretSpan | undefined {
  spelled ??= new RegExp(
    `${LEADS}(?:((?:(?:${SAID})[ ,-]{1,2}){5,60}(?:${SAID}))|(${GROUPS}))(?![A-Za-z0-9-])`,
    "iy",
  );
  spelled.lastIndex = at;
  const found = spelled.exec(text);
  const value = found?.[1] ?? found?.[2];
  if (found === null || value === undefined) return undefined;
  if (found[2] !== undefined && !isGrouped(value)) return undefined;
  const start = spelled.lastIndex - value.length;
  return { start, end: spelled.lastIndex, rule: "told-secret" };
}

/** Four letters each are words too; those of chance have digits or hardly a vowel. */
function isGrouped(value: string): boolean {
  const digits = value.match(/\d/g)?.length ?? 0;
  const vowels = value.match(/[aeiou]/gi)?.length ?? 0;
  return digits >= 2 || (vowels * 4 <= value.length && /^[a-z]{4}(?:[ -][a-z]{4}){3}$/.test(value));
}

/** How much of the rest of a line is checked for a second secret. */
const REST_MAX = 160;

/** Further passwords on the line of one that was told: "staging …, prod …", "was …, now it's …". */
export function furtherSecrets(text: string, from: number): SecretSpan[] {
  const near = text.slice(from, from + REST_MAX);
  const line = near.slice(0, near.search(/\n|\\n|$/));
  const code = CODE_SIGNS.exec(line)?.index ?? line.length;
  if (!/\d|[!#%*+~?^&]/.test(line)) return [];
  return [...line.slice(0, code).matchAll(WORD)].flatMap((found) => {
    const value = (found[2] ?? "").replace(/[.,;:]{1,4}$/, "");
    const start = from + found.index + (found[1]?.length ?? 0);
    const isMixed = value.length >= 8 && /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z\d]+$/.test(value);
    return isMixed || looksTyped(value) ? [{ start, end: start + value.length, rule: "told-secret" }] : [];
  });
}

/** What was checked may have been cut off: the secret goes to its end. */
function runAt(text: string, start: number): number {
  RUN.lastIndex = start;
  return RUN.exec(text)?.[0].length ?? 0;
}

const lastWord = (text: string, at: number): string =>
  /[\w.$-]*$/.exec(text.slice(Math.max(0, at - 48), at))?.[0] ?? "";

type NearWord = {
  readonly kind: "password" | "token";
  readonly isIdentifier: boolean;
  readonly isClose: boolean;
  /** Nothing but a blank or a colon stands between. */
  readonly isNext: boolean;
};

function isNearSecret(value: string, { kind, isIdentifier, isClose, isNext }: NearWord): boolean {
  const isLetters = !/\d/.test(value);
  if (value.length < 8 || !/[A-Za-z]/.test(value) || (isLetters && !isRandom(value, 12))) return false;
  if (FINGERPRINT.test(value)) return (isNext || (isIdentifier && isClose)) && value.length >= 32;
  const isTyped =
    kind === "password" &&
    isClose &&
    (isLetters || /\d\d|[!#%^&*+?~@]/.test(value)) &&
    !/_[^_]*_|\//.test(value);
  if (isTyped && isSecretValue(value, { kind, style: "bare" })) return true;
  if (!isSecretValue(value, { kind: "token", style: "bare" }) || !isRandom(value)) return false;
  if (isNext && value.length >= 16 && !/[a-z]{4}|[-_./]/.test(value)) return true;
  const digitGroups = value.match(/\d+/g)?.length ?? 0;
  return digitGroups >= (isClose && isIdentifier ? 1 : 3) && /[a-z]/.test(value) && /[A-Z]/.test(value);
}
