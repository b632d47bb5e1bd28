import { DAY_MS } from "../../time.ts";
import { type Passage, wordsIn } from "../index/passage.ts";
import { isByPerson } from "./signs.ts";
import { topOf } from "./top-of.ts";

type DatedPassage = { readonly passage: Passage; readonly answers: number };

/** Only what might come first is compared with each other. */
const HELD_MAX = 20;
/** A newer one replaces an older one that answers hardly better and is made of much the same words. */
const NEAR = 0.8;
const ALIKE = 0.6;
/** Who says the same again changes a few words; texts that differ in more are only written in the same manner. */
const LEFT_OUT_MAX = 8;

/**
 * Which have been said again, 0, and which not, 1. Of statements that are alike and answer alike the newest is what holds now, if it says all that the older one
 * says of what was asked.
 */
export function newestFirst(terms: readonly string[], told: readonly DatedPassage[]): number[] {
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

/** Age takes at most so much of how fresh a thing is: half of that in half a year. */
const AGE_SHARE = 0.2;
const HALF_LIFE_DAYS = 180;

/** How fresh each is by its age in whole days, 1 for the newest. Old answers are right more often than not: age takes little. */
export function ageShares(times: readonly number[]): number[] {
  const newest = times.reduce((latest, at) => Math.max(latest, at), 0);
  return times.map(
    (at) => 1 - AGE_SHARE * (1 - 0.5 ** (Math.floor((newest - at) / DAY_MS) / HALF_LIFE_DAYS)),
  );
}

const answersOf = (told: readonly DatedPassage[], i: number): number => told[i]?.answers ?? 0;

/** An assistant that says again what it was told makes that no newer. */
function isLater(a: DatedPassage | undefined, b: DatedPassage | undefined): boolean {
  if (!a || !b || (isByPerson(b.passage) && !isByPerson(a.passage))) return false;
  const { at, position } = a.passage;
  return at > b.passage.at || (at === b.passage.at && position > b.passage.position);
}

/** The terms that a passage holds, without taking its words apart: few pairs are checked more closely. */
function askedIn(terms: readonly string[], words: string): string[] {
  const parted = ` ${words} `;
  return terms.filter((term) => parted.includes(` ${term} `));
}

/** Whether the newer says what the older says, and little else. */
function isAlike(older: ReadonlySet<string>, newer: ReadonlySet<string>): boolean {
  let both = 0;
  for (const word of older) if (newer.has(word)) both++;
  if (older.size - both > LEFT_OUT_MAX) return false;
  return both >= (ALIKE * (older.size + newer.size)) / 2;
}
