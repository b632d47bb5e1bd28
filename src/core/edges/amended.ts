import type { Item } from "../items/item.ts";
import { isLiveUnit } from "../items/live-unit.ts";
import { byCodePoints } from "../order.ts";
import { pointersIn, replacementIn, takesBack } from "./cues.ts";
import { sharedSubject, subjectOf } from "./subject.ts";
import { giveOtherValues, sortsOfValues } from "./values.ts";

/** A statement that may change an earlier one. */
export type Amendment = {
  readonly text: string;
  readonly kind: string;
  readonly topic?: unknown;
  /** Its own words for what it changes, when it has any. */
  readonly amends?: string;
  readonly evidence?: readonly number[];
};

/** What can be settled and settled again. Traps and lessons are learned, not agreed on. */
const AMENDED_KINDS: readonly string[] = ["decision", "preference", "constraint", "fact"];
/** An amendment without a subject speaks of what was just said: so many events back at most. */
const JUST_SAID = 60;
/** What stands around an amendment tells less about what it means than its own words. */
const AROUND = 0.6;
/** Below this nothing fits well enough: less is asked of a statement that says it amends something. */
const FITS = { said: 0.7, guessed: 1.8 };
/** So little of a subject may be in what speaks of the last thing said: "make it 30", "a week is plenty". */
const BARE = 2;

/**
 * The earlier live unit that an amendment changes: of the same subject, or of the same key with another
 * value; failing that what was settled just before, if the amendment has no subject of its own. Undefined
 * when it does not sound like an amendment, or nothing fits.
 */
export function amendedBy(newer: Amendment, earlier: readonly Item[]): Item | undefined {
  const isSaid = newer.amends !== undefined;
  const sounds = isSaid || takesBack(newer.text) !== undefined || replacementIn(newer.text) !== undefined;
  if (!sounds || /[?？]\s*$/u.test(newer.text)) return undefined;
  const at = newer.evidence?.at(-1) ?? Number.POSITIVE_INFINITY;
  // What is said in one breath is one thing in two parts, not a change of mind.
  const olders = earlier.filter(
    (item) => isLiveUnit(item) && AMENDED_KINDS.includes(item.kind) && lastOf(item) < at,
  );
  const rarity = rarityAmong(olders);
  const changed = new Set(olders.map(({ amends }) => amends));
  const scored = olders
    .map((item) => ({
      item,
      // What was changed already is changed again where it was changed last.
      fit: fitOf(newer, item, rarity) - (changed.has(item.id) ? 1 : 0),
      near: nearness(at - lastOf(item)),
    }))
    .sort((a, b) => b.fit + b.near - (a.fit + a.near) || byCodePoints(a.item.id, b.item.id));
  const best = scored[0];
  if (best === undefined) return undefined;
  if (best.fit >= (isSaid ? FITS.said : FITS.guessed)) return best.item;
  const isBare = isSaid && best.fit >= 0 && subjectOf(newer.text).total <= BARE;
  return isBare && at - lastOf(best.item) <= JUST_SAID ? best.item : undefined;
}

/** Of two that fit alike the later one is meant. Halved after fifteen events, and less than a shared word. */
const nearness = (gap: number): number => 0.8 / (1 + gap / 15);

function fitOf(newer: Amendment, older: Item, rarity: (root: string) => number): number {
  const told = subjectOf(toldBy(older));
  const said = newer.amends ?? newer.text;
  const own = sharedSubject(subjectOf(newer.text), told, rarity);
  const around = newer.amends === undefined ? 0 : sharedSubject(subjectOf(newer.amends), told, rarity).weight;
  const pointed = [replacementIn(said)?.dropped ?? "", ...pointersIn(said)].join("\n");
  const named = sharedSubject(subjectOf(pointed), told, rarity).weight;
  const words = own.weight + own.share + AROUND * Math.max(0, around - own.weight) + named;
  return (
    words + valueFit(newer.text, toldBy(older)) + kindFit(newer.kind, older.kind) + originFit(older.origin)
  );
}

/** What is so is seldom changed by deciding something, and what was decided not by what is so. */
function kindFit(newer: string, older: string): number {
  if (newer === older) return 0.2;
  return older === "fact" ? -1.5 : newer === "fact" ? -1 : 0;
}

/** People amend what people settled; what an agent or a tool said by itself they seldom look at again. */
function originFit(origin: unknown): number {
  return origin === "agent" || origin === "tool" ? -1 : 0;
}

/** The same key with another value, or at least a number of the same sort. */
function valueFit(newer: string, older: string): number {
  if (giveOtherValues(newer, older)) return 1.5;
  const [ours, theirs] = [sortsOfValues(newer), sortsOfValues(older)];
  return [...ours].some((sort) => theirs.has(sort)) ? 0.6 : 0;
}

/** All that a unit says, with what was settled on the way and what was turned down. */
function toldBy(item: Item): string {
  const lists = [item.parts, item.rejected].flatMap((list) => (Array.isArray(list) ? list : []));
  return [item.text, ...lists].join("\n");
}

/** Words that many units have tell little about which of them is meant. */
function rarityAmong(items: readonly Item[]): (root: string) => number {
  const counts = new Map<string, number>();
  for (const item of items)
    for (const root of subjectOf(toldBy(item)).weights.keys()) counts.set(root, (counts.get(root) ?? 0) + 1);
  return (root) => 1 / Math.sqrt(counts.get(root) ?? 1);
}

const lastOf = (item: Item): number => item.evidence?.at(-1) ?? 0;
