import amendments from "../../../weights/amendments.json" with { type: "json" };
import type { Item } from "../items/item.ts";
import { isLiveUnit } from "../items/live-unit.ts";
import { byCodePoints } from "../order.ts";
import { type Model, readWeights } from "../weights.ts";
import {
  type AmendSign,
  type AmendSigns,
  amendSigns,
  isExplicitAmendment,
  numbersIn,
  signalsAmendment,
} from "./amend-signs.ts";
import { type Amendment, fullText, lastOf, listOf } from "./amendment.ts";
import { repeats } from "./repeats.ts";
import { leavesAlone } from "./stands-beside.ts";
import { sharedSubject, subjectOf } from "./subject.ts";

/** Kinds that can be decided again. Traps and lessons are learned, not agreed on. */
const AMENDED_KINDS: readonly string[] = ["decision", "preference", "constraint", "fact"];
/** Minimum probability for an amendment. A pending edge that is wrong costs less than a missing edge. */
export const AMENDS_MIN = 0.3;

const MODEL: Model<AmendSign, "amends"> = readWeights(amendments);

/**
 * The earlier statement that an amendment changes: a live unit, or a pending candidate that a person stated. Each one gets odds from its
 * signs, and all are compared with each other and with the possibility that none is meant. So the more statements fit equally well, the
 * less likely is each of them. Undefined if none is likely enough.
 */
export function amendedBy(newer: Amendment, earlier: readonly Item[]): Item | undefined {
  if (newer.origin !== "agreed" && /[?？]\s*$/u.test(newer.text)) return undefined;
  const at = newer.evidence?.at(-1) ?? Number.POSITIVE_INFINITY;
  // Two statements of one turn belong together, and neither changes the other.
  const olders = earlier.filter(
    (item) =>
      isAmendable(item) &&
      lastOf(item) < at &&
      !leavesAlone(newer.text, item.text) &&
      !dropsAnother(newer, item),
  );
  const signs = amendSigns(newer, olders);
  const chances = chancesOf(signs);
  const ranked = olders
    .map((item, i) => ({ item, chance: chances[i] ?? 0, isSaid: isExplicitAmendment(signs[i] ?? new Map()) }))
    .sort((a, b) => b.chance - a.chance || byCodePoints(a.item.id, b.item.id));
  const [best] = ranked;
  if (best === undefined || repeats(newer.text, best.item.text)) return undefined;
  return best.chance >= AMENDS_MIN || best.isSaid ? best.item : undefined;
}

/** Whether a statement names what it drops ("node 22 on CI, not 20"), and this item neither contains that nor is about the same subject. */
function dropsAnother({ text, rejected }: Amendment, older: Item): boolean {
  const dropped = listOf(rejected);
  if (dropped.length === 0) return false;
  const told = fullText(older);
  const [subject, numbers] = [subjectOf(told), numbersIn(told)];
  const isIn = (each: string): boolean =>
    sharedSubject(subjectOf(each), subject).weight > 0 ||
    numbersIn(each).some((one) => numbers.includes(one));
  return ![text, ...dropped].some(isIn);
}

/** Whether an item can be amended. A candidate that only a machine proposed cannot be. */
export function isAmendable(item: Item): boolean {
  if (item.kind !== "candidate") return isLiveUnit(item) && AMENDED_KINDS.includes(item.kind);
  const isPersonal = item.origin === "user" || item.origin === "agreed";
  const isWaiting = item.status === "pending" && item.removed !== true;
  return isPersonal && isWaiting && AMENDED_KINDS.includes(String(item.proposes));
}

/** The probability of each earlier statement of being the amended one; none of them may be. */
function chancesOf(all: readonly AmendSigns[]): number[] {
  const bias = MODEL.bias.get("amends") ?? 0;
  const odds = all.map((signs) => (signalsAmendment(signs) ? Math.exp(sumOf(signs) + bias) : 0));
  const whole = odds.reduce((sum, each) => sum + each, 1);
  return odds.map((each) => each / whole);
}

const sumOf = (signs: AmendSigns): number =>
  [...signs].reduce((sum, [sign, much]) => sum + (MODEL.weights.get(sign)?.[0] ?? 0) * much, 0);
