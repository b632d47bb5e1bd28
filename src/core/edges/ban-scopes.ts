import { wholeWords } from "./cues.ts";
import { isProhibition } from "./opposition.ts";
import { subjectOf } from "./subject.ts";

/** Number of clauses before a ban that may name its object. */
const CLAUSES_BACK = 4;
const CLAUSE_ENDS = /[.,:;!?]+(?:\s+|$)|[。！？；，、：\n]+|\s[–—-]+\s/u;
/** The form of a file, an identifier or a name. */
const NAMED = /`|\p{L}\/|\p{L}[_.-]\p{L}|\p{Ll}\p{Lu}|\p{L}\p{N}/u;

/** Words for changing a file, in ten languages. */
const EDITS =
  /(?<!\p{L})(?:edit|touch|chang|modif|patch|änder|geändert|anfass|anrühr|tocar|toca|toque|cambi|alter|mex|tocc|прав|меня|трога|hands off|finger weg)|改|动|编辑|変更|編集|触|수정|변경|건드|고치/iu;

/** Whether a ban is on changing something, so that it applies to edits of that file. */
export const bansEdits = (scope: string): boolean => EDITS.test(scope);

/**
 * The scope of each ban in a text: the clause with the ban. If that clause names nothing, also the clauses before it, back to one with a
 * name. In "vendor/ is theirs, never patch it, work around it in port/" only the first folder is forbidden.
 */
export function banScopes(text: string): string[] {
  const clauses = text.split(CLAUSE_ENDS).filter((clause) => clause.trim() !== "");
  return clauses.flatMap((clause, at) => {
    if (!isProhibition(clause)) return [];
    if (NAMED.test(clause)) return [clause];
    const before = clauses.slice(Math.max(0, at - CLAUSES_BACK), at);
    const from = before.findLastIndex((each) => NAMED.test(each));
    return [clause, [...before.slice(from < 0 ? -1 : from), clause].join(" ")];
  });
}

/** Words that permit something, in ten languages. */
const ALLOWS = wholeWords([
  "allowed|permitted|(?:ok(?:ay)?|fine|free|safe) (?:to|again|now)|(?:is|are|it'?s) (?:ok(?:ay)?|fine)|no longer (?:off[- ]limits|forbidden|banned)",
  "erlaubt|in ordnung|permitid\\p{L}+|permis\\p{L}*|autorisé\\p{L}*|liberad\\p{L}+|permess\\p{L}+|разреш\\p{L}+",
]);
const ALLOWS_UNSPACED = /可以|允许|解禁|許可|て(?:も)?(?:いい|よい|良い)|해도 (?:돼|됩|된|좋)|허용/u;
/** Words that permit something only if the act is also named: "it can break" permits nothing. */
const MAY = wholeWords([
  "can|may|darf|dürfen|kann|können|puede[ns]?|peu(?:t|x|vent)|pode(?:m)?|può|possono|можно|можем|можете",
]);

/** Whether a later statement permits what an earlier one forbids. The shared word must name the object, not the act. */
export function liftsBan(newer: string, older: string): boolean {
  const banned = new Set(banScopes(older).flatMap((scope) => [...subjectOf(scope).weights.keys()]));
  return newer.split(CLAUSE_ENDS).some((clause) => {
    const shared = [...subjectOf(clause).weights.keys()].filter((root) => banned.has(root));
    const isAct = shared.length > 1 || EDITS.test(clause);
    const isLeave = ALLOWS.test(clause) || ALLOWS_UNSPACED.test(clause) || (isAct && MAY.test(clause));
    return shared.some((root) => !EDITS.test(root)) && isLeave && !isProhibition(clause);
  });
}
