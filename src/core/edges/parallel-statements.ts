import { namesByConcept } from "../lexicon/lexicon.ts";
import { isEmptyWord } from "../recall/query/asking-words.ts";
import { commonPairs } from "../text/common-pairs.ts";
import { changeIn } from "./change-cues.ts";
import { replacementIn } from "./cues.ts";
import { memoized } from "./remember.ts";

/** Two statements have the same form if they share more than this share of their words, in the same order. */
const SAME_FORM = 0.5;
/** Longer texts are more than one statement, and comparing them would cost too much. */
const WORDS_MAX = 60;

/**
 * Whether two statements have the same form and different subjects: "the web package uses vitest" and "the api package uses jest". They
 * differ in at least two places, and at least one difference is not a value. Both hold, unless the later one says that something changes.
 */
export function haveOtherSubjects(older: string, newer: string): boolean {
  const { places = [] } = compareForms(older, newer) ?? {};
  if (places.length < 2 || !places.some(isSubject)) return false;
  return changeIn(newer) === undefined && replacementIn(newer) === undefined;
}

/** Whether two statements differ only in one amount or one name: "uploads stop at 20 MB", "uploads stop at 25 MB". */
export function haveOtherValue(older: string, newer: string): boolean {
  const { places, isElsewhereEqual } = compareForms(older, newer) ?? { places: [] };
  const [place] = places;
  return places.length === 1 && place !== undefined && isElsewhereEqual === true && isValue(place);
}

/** The places where two statements of one form differ; undefined if their forms differ. */
function compareForms(
  older: string,
  newer: string,
): { readonly places: readonly DifferingPlace[]; readonly isElsewhereEqual: boolean } | undefined {
  const [before, after] = [tokensOf(older), tokensOf(newer)];
  const longest = Math.max(before.length, after.length);
  if (longest > WORDS_MAX) return undefined;
  const common = commonPairs(before, after);
  if (common.length <= longest * SAME_FORM) return undefined;
  const places = differingPlaces(before, after, common);
  const differing = places.reduce((sum, place) => sum + place.before.length + place.after.length, 0);
  return { places, isElsewhereEqual: before.length + after.length - 2 * common.length === differing };
}

/** Words, or single letters of scripts without spaces. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}](?:[\p{L}\p{N}'._/-]*[\p{L}\p{N}])?/gu;
const tokensOf = memoized(
  (text: string): readonly string[] => text.normalize("NFKC").toLowerCase().match(TOKEN) ?? [],
);
export const conceptsNamed = memoized((words: string) => namesByConcept(words));

type DifferingPlace = { readonly before: readonly string[]; readonly after: readonly string[] };

/** Places where both statements have words, but different ones. Words that only one of them has are not such a place. */
function differingPlaces(
  before: readonly string[],
  after: readonly string[],
  common: readonly (readonly [number, number])[],
): DifferingPlace[] {
  let [i, j] = [0, 0];
  const ends = [...common, [before.length, after.length] as const];
  return ends.flatMap(([left, right]) => {
    const place = { before: before.slice(i, left), after: after.slice(j, right) };
    [i, j] = [left + 1, right + 1];
    return place.before.length > 0 && place.after.length > 0 ? [place] : [];
  });
}

/** Whether both sides have content words that are not values. */
const isSubject = (place: DifferingPlace): boolean =>
  [place.before, place.after].every((words) =>
    words.some((word) => !isEmptyWord(word) && !/\d/.test(word)),
  ) && !isValue(place);

/** Whether both sides are amounts, or names of one concept. */
function isValue({ before, after }: DifferingPlace): boolean {
  if ([before, after].every((words) => words.length === 1 && /\d/.test(words[0] ?? ""))) return true;
  const theirs = conceptsNamed(before.join(" "));
  return [...conceptsNamed(after.join(" ")).keys()].some((concept) => theirs.has(concept));
}
