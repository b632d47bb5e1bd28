import { changeIn, isExcepted } from "./change-cues.ts";
import { CLAUSE_END, replacementIn, wholeWords } from "./cues.ts";
import { givenUpIn } from "./given-up.ts";
import { newValueFor } from "./new-value.ts";
import { haveOtherSubjects } from "./parallel-statements.ts";
import { memoized } from "./remember.ts";
import { placesIn } from "./scope.ts";
import { sharedSubject, subjectOf } from "./subject.ts";
import { otherShapes } from "./value-shapes.ts";
import { amountsIn, valuesOf } from "./values.ts";

/** The known names that a statement chooses and rejects. Each name has its concepts. */
type NamedChoices = {
  readonly chosen: ReadonlyMap<string, ReadonlySet<string>>;
  readonly turnedDown: ReadonlySet<string>;
};

/** Words of negation, in ten languages. */
export const NEGATION =
  /(?<![\p{L}\p{N}])(?:not|no|never|don'?t|without|avoid|nicht?|nie|niemals|kein\p{L}*|ohne|nunca|sin|jamais|pas|sans|não|nao|sem|mai|non|senza|не|нет|никогда|без)(?![\p{L}\p{N}])|不要|不用|禁止|别|ない|ません|なし|않|말 것|금지/iu;

/**
 * Whether an earlier statement still holds in part beside a later one: the later one gives up a different thing by name, repeats the
 * earlier choice, or changes only one of several choices.
 */
export function standsBeside(older: string, newer: string): boolean {
  if (leavesAlone(newer, older) || isNarrower(newer, older)) return true;
  const [theirs, ours] = [namedChoices(older), namedChoices(newer)];
  const names = [...theirs.chosen.keys()];
  const givenUp = names.filter((name) => ours.turnedDown.has(name));
  const isTouched = (name: string): boolean =>
    givenUp.length > 0 ? givenUp.includes(name) : isReplaced(name, theirs, ours);
  return names.some((name) => !isTouched(name) && !namesIn(newer).has(name));
}

/** Whether the words of a later statement show that an earlier one no longer holds at all. */
export function takesPlace(newer: string, older: string): boolean {
  if (standsBeside(older, newer)) return false;
  const [theirs, ours] = [namedChoices(older), namedChoices(newer)];
  const isNamed = [...theirs.chosen.keys()].some(
    (name) => namesIn(newer).has(name) || isReplaced(name, theirs, ours),
  );
  return (
    isNamed ||
    givesOtherValue(newer, older) ||
    changeIn(newer) !== undefined ||
    replacementIn(newer) !== undefined
  );
}

/** Whether a statement leaves an earlier one unchanged: it gives up something else, or only repeats the earlier one. */
export function leavesAlone(newer: string, older: string): boolean {
  if (haveOtherSubjects(older, newer) || givesUpOther(newer, older)) return true;
  const [theirs, ours] = [namedChoices(older), namedChoices(newer)];
  const names = [...theirs.chosen.keys()];
  const isSaidAgain = names.some((name) => ours.chosen.has(name));
  const isGivenUp = names.some((name) => ours.turnedDown.has(name) || isReplaced(name, theirs, ours));
  return isSaidAgain && !isGivenUp && !givesOtherValue(newer, older);
}

/** Words that precede where or when a statement applies, in languages with spaces between words. */
const HOLDS_IN = wholeWords(
  [
    "in|on|for|at|inside|within|during|under|when|if|im|am|beim?|für|auf|unter|während|wenn|en|para|durante|cuando|si",
    "dans|pour|sur|pendant|quand|em|no|na|nos|nas|durante|quando|se|nel|nei|nella|negli|per|su|sul|в|во|на|для|при|если",
  ].map((words) => `(?:${words})(?=\\s+((?:[^\\s.,;:!?]+\\s*){1,3}))`),
  "giu",
);

/** Whether a later statement applies only to a part: for example in tests, or as an exception for one case. */
export function isNarrower(newer: string, older: string): boolean {
  const isDenied = NEGATION.test(newer);
  if (isDenied && isExcepted(newer)) return !isExcepted(older);
  const isPlaced = placesIn(older).size > 0;
  if (isDenied && !isPlaced && placesIn(newer).size > 0) return true;
  return [...newer.matchAll(HOLDS_IN)].some((found) => {
    const part = found.slice(1).find(Boolean) ?? "";
    if (placesIn(part).size > 0) return !isPlaced;
    const subject = subjectOf(part);
    const isNamed = subject.total >= 1 && valuesOf(part).length === 0;
    return isDenied && isNamed && sharedSubject(subject, subjectOf(older)).weight === 0;
  });
}

/** Whether a statement gives up something by name that an earlier one does not mention. */
function givesUpOther(newer: string, older: string): boolean {
  const gone = sentencesOf(newer).flatMap((sentence) => givenUpIn(sentence)?.gone ?? []);
  const named = gone.filter((words) => namesIn(words).size > 0 || /^[\p{L}\p{N}][^\s]*$/u.test(words));
  const roots = named.flatMap((words) =>
    [...subjectOf(words).weights].filter(([, weight]) => weight >= 1).map(([root]) => root),
  );
  const theirs = subjectOf(older).weights;
  return roots.length > 0 && !roots.some((root) => theirs.has(root));
}

/** Whether it gives a different name, amount or version than an earlier statement. */
function givesOtherValue(newer: string, older: string): boolean {
  if (newValueFor(newer, older) !== undefined || otherShapes(newer, older).length > 0) return true;
  const theirs = amountsIn(older);
  return [...amountsIn(newer)].some(([sort, amounts]) => {
    const others = theirs.get(sort);
    return sort !== "path" && others !== undefined && ![...amounts].some((each) => others.has(each));
  });
}

/** Whether a statement chooses another thing of the same concept, without also choosing this one. */
function isReplaced(name: string, theirs: NamedChoices, ours: NamedChoices): boolean {
  if (ours.chosen.has(name)) return false;
  const sorts = theirs.chosen.get(name) ?? new Set();
  return [...ours.chosen].some(([, others]) => [...others].some((sort) => sorts.has(sort)));
}

const namedChoices = memoized((text: string): NamedChoices => {
  const chosen = new Map<string, ReadonlySet<string>>();
  const turnedDown = new Set<string>();
  for (const sentence of sentencesOf(text)) {
    const gone = namesIn(givenUpIn(sentence)?.gone ?? "");
    for (const name of gone.keys()) turnedDown.add(name);
    for (const clause of sentence.split(CLAUSE_END)) {
      const [kept, denied] = deniedPart(clause);
      for (const name of namesIn(denied).keys()) turnedDown.add(name);
      // A name alone only introduces the next clause: "Sentry, we can do without it".
      if (!/\s/u.test(kept.trim())) continue;
      for (const [name, sorts] of namesIn(kept)) if (!gone.has(name)) chosen.set(name, sorts);
    }
  }
  for (const name of turnedDown) chosen.delete(name);
  return { chosen, turnedDown };
});

/** Splits a clause at its negation into the stated and the negated part. If no name follows the negation, all of the clause is negated. */
function deniedPart(clause: string): readonly [string, string] {
  const found = NEGATION.exec(clause);
  if (found === null) return [clause, ""];
  const behind = clause.slice(found.index);
  return namesIn(behind).size > 0 ? [clause.slice(0, found.index), behind] : ["", clause];
}

/** The known names in a text, each with its concepts. */
const namesIn = memoized((text: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { key, value } of valuesOf(text))
    if (/^\p{L}/u.test(value)) found.set(value, (found.get(value) ?? new Set()).add(key));
  return found;
});

export const sentencesOf = (text: string): string[] =>
  text.split(/[!?\n。！？]|\.(?=\s|$)/u).filter((each) => each.trim() !== "");
