import amendments from "../../../weights/amendments.json" with { type: "json" };
import type { Item } from "../items/item.ts";
import { isLiveUnit } from "../items/live-unit.ts";
import { byCodePoints } from "../order.ts";
import { type Model, readWeights } from "../weights.ts";
import { type AmendSign, type AmendSigns, amendSigns, isSaidOf, tellOfChange } from "./amend-signs.ts";
import { type Amendment, lastOf } from "./amendment.ts";
import { leavesAlone } from "./stands-beside.ts";

/** What can be settled and settled again. Traps and lessons are learned, not agreed on. */
const AMENDED_KINDS: readonly string[] = ["decision", "preference", "constraint", "fact"];
/** From this chance on a statement is said to change another: an edge that waits is cheaper than one that is missing. */
export const AMENDS_MIN = 0.3;

const MODEL: Model<AmendSign, "amends"> = readWeights(amendments);

/**
 * The earlier statement that an amendment changes: a live unit, or one that a person made and that waits for review.
 * Each is weighed by what speaks for its being meant, and all are compared with each other and against none's being
 * meant: the more there are that fit alike, the less is any of them the one. Undefined when none is likely enough.
 */
export function amendedBy(newer: Amendment, earlier: readonly Item[]): Item | undefined {
  if (newer.origin !== "agreed" && /[?？]\s*$/u.test(newer.text)) return undefined;
  const at = newer.evidence?.at(-1) ?? Number.POSITIVE_INFINITY;
  // Two statements of one turn belong together; neither changes the other.
  const olders = earlier.filter(
    (item) => mayBeMeant(item) && lastOf(item) < at && !leavesAlone(newer.text, item.text),
  );
  const signs = amendSigns(newer, olders);
  const chances = chancesOf(signs);
  const ranked = olders
    .map((item, i) => ({ item, chance: chances[i] ?? 0, isSaid: isSaidOf(signs[i] ?? new Map()) }))
    .sort((a, b) => b.chance - a.chance || byCodePoints(a.item.id, b.item.id));
  const [best] = ranked;
  return best !== undefined && (best.chance >= AMENDS_MIN || best.isSaid) ? best.item : undefined;
}

/** What nobody but a machine proposed is no one's to change. */
export function mayBeMeant(item: Item): boolean {
  if (item.kind !== "candidate") return isLiveUnit(item) && AMENDED_KINDS.includes(item.kind);
  const isPersonal = item.origin === "user" || item.origin === "agreed";
  const isWaiting = item.status === "pending" && item.removed !== true;
  return isPersonal && isWaiting && AMENDED_KINDS.includes(String(item.proposes));
}

/** The chance of each of being the one, where none may be. */
function chancesOf(all: readonly AmendSigns[]): number[] {
  const bias = MODEL.bias.get("amends") ?? 0;
  const odds = all.map((signs) => (tellOfChange(signs) ? Math.exp(sumOf(signs) + bias) : 0));
  const whole = odds.reduce((sum, each) => sum + each, 1);
  return odds.map((each) => each / whole);
}

const sumOf = (signs: AmendSigns): number =>
  [...signs].reduce((sum, [sign, much]) => sum + (MODEL.weights.get(sign)?.[0] ?? 0) * much, 0);
