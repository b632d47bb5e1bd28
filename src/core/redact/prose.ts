import type { Span } from "./rule.ts";
import { isSecretValue } from "./value.ts";

/** Behind the name up to a few words, a verb and the value; or a particle alone in scripts without spaces. */
const SENTENCE =
  /[a-z]{0,2}["'`*)»”]{0,3}(?:(?:[ \t][^\s"'`:=]{1,24}){0,5}?[ \t](?:is|was|to|are|ist|war|lautet|auf|es|era|est|sera|è|é|jest|это|—|–|->|→|=>|is:)[ \t]|\s?(?:是|为|為|は|이|은|는|を)\s?)["'`*«“「『]{0,3}([!#-&(-_a-~]{6,256})/y;

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
