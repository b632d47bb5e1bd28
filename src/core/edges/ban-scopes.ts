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
  /(?<!\p{L})(?:edit|touch|chang|modif|patch|änder|geändert|anfass|anrühr|tocar|toca|toqu|cambi|alter|mex|tocc|прав|меня|трога|hands off|finger weg)|改|动|编辑|変更|編集|触|수정|변경|건드|고치/iu;

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
  "allowed|permitted|(?:ok(?:ay)?|fine|free|safe) (?:to|again|now)|(?:is|are|it'?s) (?:ok(?:ay)?|fine)|no longer (?:off[- ]limits|forbidden|banned)|(?:work|run)s? again",
  "erlaubt|in ordnung|geht wieder|permitid\\p{L}+|permis\\p{L}*|autorisé\\p{L}*|liberad\\p{L}+|permess\\p{L}+|разреш\\p{L}+",
]);
const ALLOWS_UNSPACED = /可以|允许|解禁|許可|て(?:も)?(?:いい|よい|良い)|해도 (?:돼|됩|된|좋)|허용/u;
/** Words that permit something only if the act is also named: "it can break" permits nothing. */
const MAY = wholeWords([
  "can|may|darf|dürfen|kann|können|puede[ns]?|peu(?:t|x|vent)|pode(?:m)?|può|possono|можно|можем|можете",
]);
/** Words that end a ban as a whole: what was forbidden is as it was before. */
const AGAIN = wholeWords([
  "again|no longer|any ?more|lifted|wieder|nicht mehr|de nuevo|otra vez|ya|à nouveau|de nouveau|de novo|novamente|di nuovo|снова|опять|больше не",
]);
const AGAIN_UNSPACED = /又|重新|再び|また|もう|다시|이제/u;
/** Words for a part: a ban that is lifted for one case still applies in the others. */
export const PARTLY = wholeWords([
  "for|only|but|except|für|nur|aber|außer|para|solo|pero|excepto|pour|mais|sauf|per|ma|mas|для|только|но",
]);

/**
 * Whether a later statement permits what an earlier one forbids: all of it, or perhaps only a part. The shared word must name the object,
 * not the act.
 */
export function liftsBan(newer: string, older: string): "whole" | "perhaps" | undefined {
  const scopes = banScopes(older).map((scope) => [...subjectOf(scope).weights.keys()]);
  const banned = new Set(scopes.flat());
  const clause = newer.split(CLAUSE_ENDS).find((each) => {
    const shared = [...subjectOf(each).weights.keys()].filter((root) => banned.has(root));
    const isAct = shared.length > 1 || EDITS.test(each);
    const isLeave = ALLOWS.test(each) || ALLOWS_UNSPACED.test(each) || (isAct && MAY.test(each));
    return shared.some((root) => !EDITS.test(root)) && isLeave && !isProhibition(each);
  });
  if (clause === undefined) return undefined;
  const permitted = subjectOf(clause).weights;
  const isAll = scopes.some((roots) => roots.every((root) => permitted.has(root) || EDITS.test(root)));
  const isBack = AGAIN.test(clause) || AGAIN_UNSPACED.test(clause);
  return isAll && isBack && !PARTLY.test(newer) ? "whole" : "perhaps";
}
