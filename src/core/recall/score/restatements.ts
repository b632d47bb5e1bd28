import { DAY_MS } from "../../time.ts";
import { type Passage, wordsIn } from "../index/passage.ts";
import { isByPerson } from "./signs.ts";
import { topOf } from "./top-of.ts";

type DatedPassage = { readonly passage: Passage; readonly answers: number };

/** Only this many best passages are compared with each other. */
const HELD_MAX = 20;
/** A newer passage replaces an older one if its score is at least this share of the older one's, and if they share most words. */
const NEAR = 0.8;
const ALIKE = 0.6;
/** A repetition changes only a few words. Texts that differ in more words only have a similar form. */
const LEFT_OUT_MAX = 8;

/**
 * 0 for a passage that a newer one restates, else 1. Of similar statements with similar scores the newest is the current one, if it
 * contains all words of the question that the older one contains.
 */
export function restatementFactors(terms: readonly string[], told: readonly DatedPassage[]): number[] {
  const fresh = told.map(() => 1);
  const isBefore = (a: number, b: number): boolean =>
    answersOf(told, a) > answersOf(told, b) || (answersOf(told, a) === answersOf(told, b) && a < b);
  const first = topOf([...told.keys()], isBefore, HELD_MAX);
  const sets = new Map<number, ReadonlySet<string>>();
  const wordsAt = (i: number): ReadonlySet<string> => {
    const known = sets.get(i) ?? new Set(wordsIn(told[i]?.passage ?? { words: "" }));
    sets.set(i, known);
    return known;
  };
  const asked = new Map(first.map((i) => [i, askedIn(terms, told[i]?.passage.words ?? "")]));
  for (const older of first)
    for (const newer of first) {
      if (answersOf(told, newer) < NEAR * answersOf(told, older)) break;
      if (!isLater(told[newer], told[older])) continue;
      if (!asked.get(older)?.every((term) => asked.get(newer)?.includes(term))) continue;
      if (!isAlike(wordsAt(older), wordsAt(newer))) continue;
      fresh[older] = 0;
      break;
    }
  return fresh;
}

/** The largest share of freshness that age takes; half of it after half a year. */
const AGE_SHARE = 0.2;
const HALF_LIFE_DAYS = 180;

/** Freshness by age in whole days, 1 for the newest. Old answers are mostly still right, so age takes little. */
export function ageShares(times: readonly number[]): number[] {
  const newest = times.reduce((latest, at) => Math.max(latest, at), 0);
  return times.map(
    (at) => 1 - AGE_SHARE * (1 - 0.5 ** (Math.floor((newest - at) / DAY_MS) / HALF_LIFE_DAYS)),
  );
}

const answersOf = (told: readonly DatedPassage[], i: number): number => told[i]?.answers ?? 0;

/** Whether one passage is later than another. An assistant that repeats what a person said does not make it newer. */
function isLater(a: DatedPassage | undefined, b: DatedPassage | undefined): boolean {
  if (!a || !b || (isByPerson(b.passage) && !isByPerson(a.passage))) return false;
  const { at, position } = a.passage;
  return at > b.passage.at || (at === b.passage.at && position > b.passage.position);
}

/** The question's terms in a passage. It searches the string without splitting it, because only a few pairs are compared further. */
function askedIn(terms: readonly string[], words: string): string[] {
  const parted = ` ${words} `;
  return terms.filter((term) => parted.includes(` ${term} `));
}

/** Whether the newer text contains nearly all of the older text, and little else. */
function isAlike(older: ReadonlySet<string>, newer: ReadonlySet<string>): boolean {
  let both = 0;
  for (const word of older) if (newer.has(word)) both++;
  if (older.size - both > LEFT_OUT_MAX) return false;
  return both >= (ALIKE * (older.size + newer.size)) / 2;
}
