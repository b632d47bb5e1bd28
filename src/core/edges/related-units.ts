import type { Item } from "../items/item.ts";
import { byCodePoints } from "../order.ts";
import { subjectOf } from "./subject.ts";
import { valuesOf } from "./values.ts";

/** Units that one is compared with. Among fewer than so many nothing is chosen. */
const RELATED_MAX = 60;

/** The units most related to one, the most related first. */
export type RelatedUnits = (unit: Item) => readonly Item[];

/**
 * Picks, for each unit, those that share its rarest words: to hold every new unit against every old one takes longer the
 * more is known, and two statements of which one bears on the other share what they are about or what they give a value to.
 */
export function relatedUnits(units: readonly Item[]): RelatedUnits {
  if (units.length <= RELATED_MAX + 1) return (unit) => units.filter(({ id }) => id !== unit.id);
  const byTerm = new Map<string, Item[]>();
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const amendedBy = new Map<unknown, Item[]>();
  for (const unit of units) {
    for (const term of termsOf(unit)) put(byTerm, term, unit);
    if (unit.amends !== undefined) put(amendedBy, unit.amends, unit);
  }
  return (unit) => {
    const scores = new Map<Item, number>();
    for (const term of termsOf(unit)) {
      const holders = byTerm.get(term) ?? [];
      const rarity = Math.log(1 + units.length / (1 + holders.length));
      for (const holder of holders.slice(-HOLDERS_MAX))
        scores.set(holder, (scores.get(holder) ?? 0) + rarity);
    }
    const named = [byId.get(String(unit.amends)), ...(amendedBy.get(unit.id) ?? [])];
    for (const each of named) if (each !== undefined) scores.set(each, Number.POSITIVE_INFINITY);
    return [...scores]
      .filter(([{ id }]) => id !== unit.id)
      .sort(([one, a], [other, b]) => b - a || byCodePoints(other.id, one.id))
      .slice(0, RELATED_MAX)
      .map(([each]) => each);
  };
}

/** A word that more units have tells little; only the last of those are checked. */
const HOLDERS_MAX = 200;

/** What a unit is about, and what it gives a value to. */
const termsOf = ({ text }: Item): Set<string> =>
  new Set([...subjectOf(text).weights.keys(), ...valuesOf(text).map(({ key }) => `= ${key}`)]);

function put<Key>(map: Map<Key, Item[]>, key: Key, unit: Item): void {
  const held = map.get(key);
  if (held) held.push(unit);
  else map.set(key, [unit]);
}
