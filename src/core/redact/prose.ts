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

/** The rest of a line that had the name printed, and the next line, with nothing but the value on it. */
const PRINTED =
  /[)"'`}\];]{0,4}[ \t]{0,4}(?:\r?\n|\\r?\\n|\\n)[ \t]{0,8}["'`]?([!#-&(-_a-~]{8,512}?)["'`]?[ \t]{0,4}(?=\r|\n|\\[rn]|$)/y;
/** Commands that print what they are given. */
const PRINTS = /\b(?:echo|printf?|printenv|console\.\w+|puts|cat|get|show|reveal|read|view|access)\b/;
/** A command line is no longer. */
const COMMAND_MAX = 200;

/** A secret that a command printed, told by the name in the command that ends at this place. */
export function printedAt(text: string, at: number, kind: "password" | "token"): Span | undefined {
  PRINTED.lastIndex = at;
  const found = PRINTED.exec(text);
  const value = found?.[1];
  if (found === null || value === undefined) return undefined;
  const before = text.slice(Math.max(0, at - COMMAND_MAX), at);
  if (!PRINTS.test(before.slice(before.lastIndexOf("\n") + 1))) return undefined;
  if (!isSecretValue(value, { kind, style: "bare" }) || (kind === "token" && !isRandom(value, 12)))
    return undefined;
  const start = at + found[0].lastIndexOf(value);
  return { start, end: start + value.length, rule: "told-secret" };
}
