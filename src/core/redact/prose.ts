import type { Span } from "./rule.ts";
import { isRandom, isSecretValue } from "./value.ts";

/**
 * Behind the name up to a few words, and then a verb, a colon or a quote before the value; or a particle
 * alone in scripts without spaces.
 */
const SENTENCE =
  /[a-z]{0,2}["'`*)»”]{0,3}(?:(?:[ \t][^\s"'`:=]{1,24}){0,5}?(?:[ \t](?:is|was|to|are|be|equals?|ist|war|lautet|auf|es|era|est|sera|è|é|jest|это|—|–|->|→|=>):?[ \t]|[:：=][ \t]|[ \t](?=["'`«“]))|\s?(?:是|为|為|は|이|은|는|を)\s?)["'`*«“「『]{0,3}([!#-&(-_a-~]{6,256})/y;

/** A secret told in a sentence whose word for it ends at this place: "the password for staging is …". */
export function toldAt(text: string, at: number, kind: "password" | "token"): Span | undefined {
  SENTENCE.lastIndex = at;
  const said = SENTENCE.exec(text)?.[1];
  if (said === undefined) return undefined;
  const value = said.replace(/[.,;:)\]}*?]{1,4}$/, "");
  const start = SENTENCE.lastIndex - said.length;
  if (!isSecretValue(value, { kind, style: "bare" })) return undefined;
  return { start, end: start + value.length, rule: "told-secret" };
}

/** How far behind its name a value is looked for, and how many words and line breaks may stand between. */
const NEAR_MAX = 160;
const WORDS_MAX = 8;
const LINES_MAX = 2;
/** A password is told from words only where it stands close, alone or in quotes. */
const PASSWORD_WORDS_MAX = 4;

const WORD = /(\\{0,3}["'`]?)([!#-&*+\--:=?-Z^_a-z~]{3,512})(\\{0,3}["'`]?)|\r?\n|\\{1,3}n/g;
const RUN = /[A-Za-z0-9+/_=-]{1,8192}/y;
const FINGERPRINT = /^(?:[0-9a-f]{7,128}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i;

/**
 * A value close behind its name that looks drawn by chance, or like a password, in whatever notation: the
 * output of a command, a form, a debugger. Hashes and ids count only behind what a program is to read.
 */
export function nearAt(text: string, at: number, kind: "password" | "token"): Span | undefined {
  const isIdentifier = /[_.$]|[a-z][A-Z]/.test(lastWord(text, at));
  let [words, lines] = [0, 0];
  for (const found of text.slice(at, at + NEAR_MAX).matchAll(WORD)) {
    const said = found[2];
    if (said === undefined ? ++lines > LINES_MAX : ++words > WORDS_MAX) return undefined;
    if (said === undefined) continue;
    // What was close is gone already, and the next thing is not what the name is about.
    if (said.startsWith("redacted:")) return undefined;
    const value = said.replace(/[.,;:?]{1,4}$/, "");
    const isClose = words <= PASSWORD_WORDS_MAX && (isIdentifier || (found[1] !== "" && found[3] !== ""));
    if (!isNearSecret(value, { kind, isIdentifier, isClose })) continue;
    const start = at + found.index + (found[1]?.length ?? 0);
    return { start, end: start + Math.max(value.length, runAt(text, start)), rule: "near-secret" };
  }
  return undefined;
}

/** What was looked at may have been cut off: the secret goes to its end. */
function runAt(text: string, start: number): number {
  RUN.lastIndex = start;
  return RUN.exec(text)?.[0].length ?? 0;
}

const lastWord = (text: string, at: number): string =>
  /[\w.$-]*$/.exec(text.slice(Math.max(0, at - 48), at))?.[0] ?? "";

type Near = {
  readonly kind: "password" | "token";
  readonly isIdentifier: boolean;
  readonly isClose: boolean;
};

function isNearSecret(value: string, { kind, isIdentifier, isClose }: Near): boolean {
  if (value.length < 8 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (FINGERPRINT.test(value)) return isIdentifier && isClose && value.length >= 32;
  const isTyped =
    kind === "password" && isClose && /\d\d|[!#%^&*+?~@]/.test(value) && !/_[^_]*_|\//.test(value);
  if (isTyped && isSecretValue(value, { kind, style: "bare" })) return true;
  if (!isSecretValue(value, { kind: "token", style: "bare" }) || !isRandom(value)) return false;
  const digitGroups = value.match(/\d+/g)?.length ?? 0;
  return digitGroups >= (isClose && isIdentifier ? 1 : 3) && /[a-z]/.test(value) && /[A-Z]/.test(value);
}
