import { settledIn } from "../edges/amendment.ts";
import { subjectOf } from "../edges/subject.ts";
import { valuesOf } from "../edges/values.ts";
import type { Item } from "../items/item.ts";
import { isLiveUnit } from "../items/live-unit.ts";
import { givenUpIn } from "./given-up.ts";

/** What people decide, and may decide anew. What was learned is not given up by a word. */
const DECIDED: readonly string[] = ["decision", "preference", "constraint", "fact"];
/** Units that rest on what a person said or agreed to; without an origin a person stated it. */
const PERSONAL: readonly unknown[] = ["user", "agreed", undefined];
/** A name of a thing is short. */
const WORDS_MAX = 3;
/** A unit that forbids something is not ended by whoever does away with the same thing. */
const FORBIDS =
  /(?:^|[,;.:]\s*)no\s|(?<!\p{L})(?:not|never|don't|dont|without|avoid|nie|niemals|kein\p{L}*|nicht|ohne|nunca|sin|jamais|pas|sans|não|sem|mai|non|senza|не|нет|никогда|без)(?!\p{L})|不要|不用|禁止|别|ない|ません|なし|않|말 것|금지/iu;

/** Whether a sentence of a person names what a unit chose, and gives it up. */
export function givesUp(
  sentence: string,
  unit: { readonly text: string; readonly parts?: unknown },
): boolean {
  const found = givenUpIn(sentence);
  if (found === undefined || FORBIDS.test(unit.text)) return false;
  const gone = [...subjectOf(found.gone).weights].filter(([, weight]) => weight >= 1);
  const chosen = subjectOf(settledIn(unit)).weights;
  const isNamed = gone.length > 0 && gone.length <= WORDS_MAX && gone.every(([root]) => chosen.has(root));
  if (isNamed) return found.isReplaced || isName(found.gone);
  return found.isReplaced && gone.length === 0 && sameAmount(found.gone, unit.text);
}

/** Written like a name, or known as a thing that is chosen among others. */
const isName = (words: string): boolean =>
  valuesOf(words).length > 0 || words.trim().split(/\s+/u).length === 1 || /\p{Lu}|\p{N}|[_./-]/u.test(words);

const sameAmount = (words: string, text: string): boolean => {
  const amount = words.trim();
  return /^\p{N}+\s?\p{L}{0,8}$/u.test(amount) && text.includes(amount);
};

/** The units that a person's sentences give up. */
export function unitsGivenUp(sentences: readonly string[], units: readonly Item[]): Item[] {
  const open = units.filter(
    (unit) => isLiveUnit(unit) && DECIDED.includes(unit.kind) && PERSONAL.includes(unit.origin),
  );
  return open.filter((unit) => sentences.some((sentence) => givesUp(sentence, unit)));
}
