import type { Item } from "../items/item.ts";
import { type Amendment, isRecent, settledIn } from "./amendment.ts";
import { newValueFor } from "./new-value.ts";
import { type Amounts, amountsIn, giveOtherValues, valuesOf } from "./values.ts";

/**
 * How the values of a statement stand to those of an older one: another for the same key; another than the number it
 * names; another of one sort for the same subject; another than what was just mentioned; another of things that are
 * chosen among; another in the same unit; just another number; no amount where the older one has some; the same.
 */
export type ValueChange =
  | "key"
  | "named"
  | "sort"
  | "spoken"
  | "choice"
  | "unit"
  | "number"
  | "none"
  | "same";

/** `pointed` are the words by which the newer statement points back. */
export function valueChange(
  newer: Amendment,
  older: Item,
  pointed: readonly string[],
): ValueChange | undefined {
  const settled = settledIn(older);
  const [ours, theirs] = [amountsIn(newer.text), amountsIn(settled)];
  const gone = numbersOf(amountsIn(pointed.join("\n")));
  const namesOne = numbersOf(theirs).some((each) => gone.includes(each));
  if (namesOne && numbersOf(ours).length > gone.length) return "named";
  const found = newValueFor(newer.text, settled);
  if (found !== undefined) return found;
  if (giveOtherValues(newer.text, older.text)) return isSpokenOf(newer, older) ? "spoken" : "choice";
  const sorts = [...ours.keys()].filter((sort) => theirs.has(sort));
  if (sorts.length === 0) return [...amountsIn(older.text).keys()].some(hasUnit) ? "none" : undefined;
  const of = (amounts: Amounts): string[] => sorts.flatMap((sort) => [...(amounts.get(sort) ?? [])]);
  if (of(ours).every((each) => of(theirs).includes(each))) return "same";
  const said = of(amountsIn(newer.before ?? ""));
  if (!isRecent(newer, older) && of(theirs).some((each) => said.includes(each))) return "spoken";
  return sorts.some(hasUnit) ? "unit" : "number";
}

/** Whether what an older statement chose was on the table again just now. */
function isSpokenOf(newer: Amendment, older: Item): boolean {
  const spoken = new Set(valuesOf(newer.before ?? "").map(({ value }) => value));
  return !isRecent(newer, older) && valuesOf(older.text).some(({ value }) => spoken.has(value));
}

const hasUnit = (sort: string): boolean => sort !== "bare";

/** All numbers, whatever they are of: who names one again leaves its unit away. */
const numbersOf = (amounts: Amounts): string[] => [...amounts.values()].flatMap((numbers) => [...numbers]);
