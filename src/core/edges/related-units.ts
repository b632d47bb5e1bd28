import type { Item } from "../items/item.ts";
import { byCodePoints } from "../order.ts";
import { memoized } from "./remember.ts";
import { subjectOf } from "./subject.ts";
import { valuesOf } from "./values.ts";

/** Maximum number of units that one is compared with. Fewer are all compared. */
const RELATED_MAX = 60;

/** The units most related to one, the most related first. */
export type RelatedUnits = (unit: Item) => readonly Item[];

/**
 * Picks, for each of the asked units, those that share its rarest words: to hold every new unit against every old one takes
 * longer the more is known, and two statements of which one bears on the other share what they are about or what they give
 * a value to.
 */
export function relatedUnits(units: readonly Item[], asked: readonly Item[]): RelatedUnits {
  if (units.length <= RELATED_MAX + 1) return (unit) => units.filter(({ id }) => id !== unit.id);
  const byTerm = holdersOf(units, new Set(asked.flatMap(({ text }) => [...termsIn(text)])));
  return (unit) => {
    const scores = new Map<Item, number>();
    for (const term of termsIn(unit.text)) {
      const holders = byTerm.get(term) ?? [];
      const rarity = Math.log(1 + units.length / (1 + holders.length));
      for (const holder of holders.slice(-HOLDERS_MAX))
        scores.set(holder, (scores.get(holder) ?? 0) + rarity);
    }
    const isNamed = ({ id, amends }: Item): boolean => id === unit.amends || amends === unit.id;
    for (const named of units.filter(isNamed)) scores.set(named, Number.POSITIVE_INFINITY);
    return [...scores]
      .filter(([{ id }]) => id !== unit.id)
      .sort(([one, a], [other, b]) => b - a || byCodePoints(other.id, one.id))
      .slice(0, RELATED_MAX)
      .map(([each]) => each);
  };
}

/** A word that more units have tells little; only the last of those are checked. */
const HOLDERS_MAX = 200;

/** Only terms that somebody asks for are filed: one new unit has ten of them, all old ones have thousands. */
function holdersOf(units: readonly Item[], wanted: ReadonlySet<string>): ReadonlyMap<string, Item[]> {
  const byTerm = new Map([...wanted].map((term): [string, Item[]] => [term, []]));
  for (const unit of units) {
    for (const term of termsIn(unit.text)) byTerm.get(term)?.push(unit);
  }
  return byTerm;
}

/** What a statement is about, and what it gives a value to. */
const termsIn = memoized(
  (text: string): ReadonlySet<string> =>
    new Set([...subjectOf(text).weights.keys(), ...valuesOf(text).map(({ key }) => `= ${key}`)]),
);
