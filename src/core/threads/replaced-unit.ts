import { settledIn } from "../edges/amendment.ts";
import { PARTLY } from "../edges/ban-scopes.ts";
import { CLAUSE_END } from "../edges/cues.ts";
import { givenUpIn } from "../edges/given-up.ts";
import { isProhibition } from "../edges/opposition.ts";
import { NEGATION, standsBeside } from "../edges/stands-beside.ts";
import { rootsOf, subjectOf } from "../edges/subject.ts";
import { valuesOf } from "../edges/values.ts";
import type { Item } from "../items/item.ts";
import { isLiveUnit } from "../items/live-unit.ts";

/** Kinds that a person decides and may decide again. A single sentence does not end lessons and other learned knowledge. */
const DECIDED: readonly string[] = ["decision", "preference", "constraint", "fact"];
/** Origins of a person's words or agreement; a unit without an origin was stated by a person. */
const PERSONAL: readonly unknown[] = ["user", "agreed", undefined];
/** Maximum number of words in the name of a thing. */
const WORDS_MAX = 3;
/** Whether a person's sentence names a unit's choice and gives it up. */
export function givesUp(
  sentence: string,
  unit: { readonly text: string; readonly parts?: unknown },
): boolean {
  const found = givenUpIn(sentence);
  if (!found?.isOwn || standsBeside(unit.text, sentence)) return false;
  // The unit gave up the same words itself: the sentence repeats or confirms it.
  if (sameRoots(givenUpIn(unit.text)?.gone ?? "", found.gone)) return false;
  const named = found.gone.replace(RULE_NAME, "");
  const rule = subjectOf(named).total > 0 ? named : found.gone;
  const isBan = named !== found.gone && (NEGATION.test(unit.text) || isProhibition(unit.text));
  if (isBan ? PARTLY.test(sentence) : isDenying(unit.text, found.gone)) return false;
  const gone = [...subjectOf(isBan ? rule : found.gone).weights].filter(([, weight]) => weight >= 1);
  const chosen = subjectOf(settledIn(unit)).weights;
  const isNamed = gone.length > 0 && gone.length <= WORDS_MAX && gone.every(([root]) => chosen.has(root));
  if (isNamed) return found.isReplaced || isBan || isName(found.gone);
  return found.isReplaced && gone.length === 0 && sameToken(found.gone, unit.text);
}

const sameRoots = (one: string, other: string): boolean => {
  const [ours, theirs] = [one, other].map((words) => [...rootsOf(words)].sort().join(" "));
  return ours !== "" && ours === theirs;
};

/** A rule that is named by its subject: "the friday rule", "la regla del viernes". */
const RULE_NAME =
  /^(?:la regla|la prohibición|la règle|l'interdiction|a regra|a proibição|la regola|il divieto|die regel|das verbot|правило|запрет)(?: (?:de[ls]?|d[aeio]|della|du|sur|zu|mit|на|про|о))? | (?:rule|ban|freeze|restriction|limit)$/iu;
/** Whether a text negates the given words. Giving up these words then agrees with the text. */
export const isDenying = (text: string, gone: string): boolean => {
  const roots = [...subjectOf(gone).weights.keys()];
  const clauses = text.split(CLAUSE_END).filter((clause) => roots.some((root) => rootsOf(clause).has(root)));
  return (clauses.length > 0 ? clauses : [text]).some((clause) => NEGATION.test(clause));
};

/** Words that are written like a name, or that are a known value. */
const isName = (words: string): boolean =>
  valuesOf(words).length > 0 || words.trim().split(/\s+/u).length === 1 || /\p{Lu}|\p{N}|[_./-]/u.test(words);

/** Whether the text contains the same amount, or the same short name in capitals that looks like an ordinary word: "MIT". */
const sameToken = (words: string, text: string): boolean => {
  const token = words.trim();
  const isToken = /^(?:\p{N}+\s?\p{L}{0,8}|\p{Lu}[\p{Lu}\p{N}]{1,8})$/u.test(token);
  const parts = text.split(/[^\p{L}\p{N}]+/u);
  return isToken && parts.join(" ").includes(token);
};

/** The units that a person's sentences give up. */
export function unitsGivenUp(sentences: readonly string[], units: readonly Item[]): Item[] {
  const open = units.filter(
    (unit) => isLiveUnit(unit) && DECIDED.includes(unit.kind) && PERSONAL.includes(unit.origin),
  );
  return open.filter((unit) => sentences.some((sentence) => givesUp(sentence, unit)));
}
