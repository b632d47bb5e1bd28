import type { SecretSpan } from "./rule.ts";
import { allRules } from "./rules.ts";
import { isMasked, isWordy } from "./value.ts";

/** How much of the end of a text is checked. */
const TAIL_MAX = 256;
/** Fewer letters behind a beginning that is known give nothing away. */
const REST_MIN = 4;
const RUN_MIN = 8;

/** What a program writes where it has cut a text. */
const CUT_MARK = /(?:\.{3}|…|\s{0,2}\[(?:…|\.{3}|truncated|cut|output)[^\n]{0,80})?\s{0,2}$/;

let beginnings: readonly string[] | undefined;

/** A token whose end is missing because the text was cut before it came here: the text ends in it, and it begins like one whose shape is known. */
export function cutTokens(text: string): SecretSpan[] {
  const { run, from } = lastRun(text);
  if (run.length < RUN_MIN || isMasked(run) || !/[A-Za-z]/.test(run) || (isWordy(run) && !isMixedCase(run)))
    return [];
  beginnings ??= allRules().flatMap(({ keys }) =>
    keys.filter((key) => /^[a-z0-9_.-]{3,}[-_.]$|^(?:akia|asia|aiza|dapi)$/.test(key)),
  );
  const lower = run.toLowerCase();
  for (const beginning of beginnings) {
    const at = lower.indexOf(beginning);
    if (at < 0 || (at > 0 && /[A-Za-z0-9]/.test(run[at - 1] ?? ""))) continue;
    const rest = run.slice(at + beginning.length);
    if (
      rest.length < REST_MIN ||
      !(/\d/.test(rest) || isMixedCase(rest)) ||
      !/[A-Za-z]/.test(rest) ||
      (isWordy(rest) && !isMixedCase(rest)) ||
      /^v?\d+(?:\.\d+)*/.test(rest)
    )
      continue;
    return [{ start: from + at, end: from + run.length, rule: "cut-token" }];
  }
  return [];
}

/** Cases change more often than at the words of a name. */
const isMixedCase = (run: string): boolean =>
  run.length >= 12 && (run.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0) >= 5;

/** The row of letters that the text ends in, walked to from behind: most texts end in a word. */
function lastRun(text: string): { readonly run: string; readonly from: number } {
  const isMarked = /[\s….\]]$/.test(text.slice(-1));
  const mark = isMarked ? (CUT_MARK.exec(text.slice(-100))?.[0].length ?? 0) : 0;
  const end = text.length - mark;
  let from = end;
  while (from > 0 && end - from < TAIL_MAX && isTokenLetter(text.charCodeAt(from - 1))) from--;
  return { run: text.slice(from, end).replace(/\.+$/, ""), from };
}

export const isTokenLetter = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95 ||
  (code >= 45 && code <= 47) ||
  code === 43;
