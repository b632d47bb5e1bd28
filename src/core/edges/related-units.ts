import type { Item } from "../items/item.ts";
import { byCodePoints } from "../order.ts";
import { memoized } from "./remember.ts";
import { subjectOf } from "./subject.ts";
import { valuesOf } from "./values.ts";

/** Maximum number of units that one unit is compared with. If there are no more, all are compared. */
const RELATED_MAX = 60;

/** Returns the units most related to one, the most related first. */
export type RelatedUnits = (unit: Item) => readonly Item[];

/**
 * Picks, for each given unit, the units that share its rarest words. Comparing each new unit with all old units would take longer as the
 * memory grows, and related statements share subject words or value keys.
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

/** Maximum number of units that are checked per word, the latest ones. A word in more units says little. */
const HOLDERS_MAX = 200;

/** Units by term. Only terms that are looked up are indexed: a new unit has about ten, all old units have thousands. */
function holdersOf(units: readonly Item[], wanted: ReadonlySet<string>): ReadonlyMap<string, Item[]> {
  const byTerm = new Map([...wanted].map((term): [string, Item[]] => [term, []]));
  for (const unit of units) {
    for (const term of termsIn(unit.text)) byTerm.get(term)?.push(unit);
  }
  return byTerm;
}

/** The subject words of a statement, and the keys of its values. */
const termsIn = memoized(
  (text: string): ReadonlySet<string> =>
    new Set([...subjectOf(text).weights.keys(), ...valuesOf(text).map(({ key }) => `= ${key}`)]),
);
