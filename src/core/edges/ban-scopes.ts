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

/** Words by which a file or a value keeps its form. */
const PRESERVES = wholeWords([
  "(?:stays?|remains?|(?:left|leave) .{1,20}) (?:exactly )?(?:as (?:is|it is|they are)|unchanged|untouched)|hands off",
  "bleib(?:t|en) (?:genau )?(?:so|wie (?:es|sie|er) (?:ist|sind))|unangetastet|se quedan? (?:tal cual|como est\\p{L}+)",
  "rest(?:e|ent) (?:tel(?:le)?s? quel(?:le)?s?|comme)|ficam? como est\\p{L}+|rest(?:a|ano) (?:così )?com'?(?:è|e|sono)",
  "оста[её]тся как (?:есть|было)|остаются как (?:есть|были)",
]);

/** Whether a ban is on changing something, so that it applies to edits of that file. */
export const bansEdits = (scope: string): boolean => EDITS.test(scope) || PRESERVES.test(scope);

/** Words by which a clause means something that was named before it. */
const REFERS = wholeWords([
  "it|its|them|they|that|this|those|these|there|either|es|sie|ihn|ihm|das|dies\\p{L}*|da|daran|darin|dort",
  "lo|la|los|las|eso|esto|ahí|allí|le|les|ça|cela|y|là|isso|isto|ali|lá|ele|ela|ci|quello|questo|lì|его|её|их|это|там",
]);
/** "Not the size, not the name": the act is in a clause before. */
const CONTINUES =
  /^(?:and |und |y |et |e |и )?(?:not|nicht|no|pas|não|non|не) (?:the|an?|de[rmn]|die|das|el|la|los|las|les?|il|os?|as?)\s/iu;

/**
 * The scope of each ban in a text: the clause with the ban. If that clause names nothing, also the clauses before it, back to one with a
 * name. In "vendor/ is theirs, never patch it, work around it in port/" only the first folder is forbidden.
 */
export function banScopes(text: string): string[] {
  const clauses = text.split(CLAUSE_ENDS).filter((clause) => clause.trim() !== "");
  return clauses.flatMap((clause, at) => {
    if (!isProhibition(clause) && !PRESERVES.test(clause)) return [];
    const near = clauses.slice(at, at + 3).join(" ");
    const hasObject =
      subjectOf(clause).weights.size > 1 && !bansEdits(clause) && !/[^\p{Script=Latin}\P{L}]/u.test(clause);
    if (!REFERS.test(NAMED.test(clause) ? clause : near) && (NAMED.test(clause) || hasObject))
      return [clause];
    const before = clauses.slice(Math.max(0, at - CLAUSES_BACK), at);
    const from = before.findLastIndex((each) => NAMED.test(each));
    const whole = [...before.slice(from < 0 ? -1 : from), clause].join(" ");
    return CONTINUES.test(clause.trim()) ? [whole] : [clause, whole];
  });
}

/** Words by which a clause says what to do, or what may be done. */
const ASKS =
  /(?<!\p{L})(?:use|using|run|only|always|instead|rather|ok(?:ay)?|fine|allowed|yours|change|say|via|through|with|take|keep|go|goes|nimm|nehm\p{L}+|nutz\p{L}*|verwend\p{L}*|nur|immer|statt\p{L}*|dein\p{L}*|usa\p{L}*|solo|siempre|con|utilis\p{L}*|toujours|plutôt|seulement|avec|sempre|só|apenas|com|roda|muda|только|всегда|используй\p{L}*|через)(?!\p{L})|使う|使って|使用|用|써|사용|으로/iu;

/** The clauses of a text that ask for something or permit it, beside those that forbid. */
export const clausesBesideBans = (text: string): string[] =>
  text.split(CLAUSE_ENDS).filter((one) => ASKS.test(one) && !isProhibition(one) && !PRESERVES.test(one));

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
