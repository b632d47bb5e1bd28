import type { Passage } from "../index/passage.ts";

/** Two linked units, by their keys. */
export type Link = readonly [string, string];

type LinkedPassage = { readonly passage: Passage; readonly answers: number };

/** The share of the best linked unit's score that a unit gets, if both match. */
const LINKED = 0.1;

/** The score that each key gets from its links. A link to a passage that does not match adds nothing. */
export function linkScores(
  told: readonly LinkedPassage[],
  links: readonly Link[],
): ReadonlyMap<string, number> {
  const lent = new Map<string, number>();
  if (links.length === 0) return lent;
  const answers = new Map(told.map(({ passage, answers: worth }) => [passage.key, worth]));
  for (const [one, other] of links)
    for (const [to, from] of [
      [one, other],
      [other, one],
    ] as const)
      if (answers.has(to)) lent.set(to, Math.max(lent.get(to) ?? 0, LINKED * (answers.get(from) ?? 0)));
  return lent;
}
