import type { Item } from "../items/item.ts";
import { isLiveUnit } from "../items/live-unit.ts";
import { byCodePoints } from "../order.ts";
import { changeIn, isRule } from "./change-cues.ts";
import { pointersIn, replacementIn } from "./cues.ts";
import { newValueFor } from "./new-value.ts";
import { type Subject, sharedSubject, subjectOf } from "./subject.ts";
import { amountsIn, giveOtherValues } from "./values.ts";

/** A statement that may change an earlier one. */
export type Amendment = {
  readonly text: string;
  readonly kind: string;
  readonly topic?: unknown;
  /** Its own words for what it changes, when it has any. */
  readonly amends?: string;
  /** All that was said in the same turn, and in the turns before it. */
  readonly turn?: string;
  readonly before?: string;
  readonly evidence?: readonly number[];
};

/** What can be settled and settled again. Traps and lessons are learned, not agreed on. */
const AMENDED_KINDS: readonly string[] = ["decision", "preference", "constraint", "fact"];
/** An amendment without a subject speaks of what was just said: so many events back at most. */
const JUST_SAID = 15;
/** One that gives a value is about the last value of its sort, even if that was in another conversation. */
const LAST_VALUE = 60;
/** What stands around an amendment tells less about what it means than its own words, and what was said before it less still. */
const AROUND = 0.6;
const BEFORE = 0.4;
/** The less plainly a statement says that it changes something, the better it has to fit. */
const FITS = { outright: 1, beside: 1.4, hinted: 1.6, unsaid: 2 };
/** So little of a subject may be in what speaks of the last thing said: "make it 30", "a week is plenty". */
const BARE = 2;

type Voice = keyof typeof FITS;

type Scored = {
  readonly item: Item;
  readonly fit: number;
  readonly near: number;
  readonly gap: number;
};

/**
 * The earlier live unit that an amendment changes: of the same subject, or of the same key with another
 * value; failing that what was settled just before, if the amendment has no subject of its own. Undefined
 * when it does not sound like an amendment, or nothing fits.
 */
export function amendedBy(newer: Amendment, earlier: readonly Item[]): Item | undefined {
  if (/[?？]\s*$/u.test(newer.text)) return undefined;
  const at = newer.evidence?.at(-1) ?? Number.POSITIVE_INFINITY;
  // What is said in one breath is one thing in two parts, not a change of mind.
  const olders = earlier.filter(
    (item) => isLiveUnit(item) && AMENDED_KINDS.includes(item.kind) && lastOf(item) < at,
  );
  const changed = new Set(olders.map(({ amends }) => amends));
  const said = heardIn(newer, olders);
  const voice = voiceOf(newer);
  const scored = olders
    .map((item): Scored => {
      const gap = at - lastOf(item);
      // What was changed already is changed again where it was changed last.
      return { item, gap, fit: fitOf(said, item) - (changed.has(item.id) ? 1 : 0), near: nearness(gap) };
    })
    .sort((a, b) => b.fit + b.near - (a.fit + a.near) || byCodePoints(a.item.id, b.item.id));
  const fitting = scored.filter(
    ({ item, fit }) => fit >= FITS[voice] && (voice !== "unsaid" || takesItsPlace(newer, item)),
  );
  return fitting[0]?.item ?? (said.own.total <= BARE ? lastSettled(newer, voice, scored) : undefined);
}

/** How plainly a statement, or what stands beside it, says that something is changed. */
function voiceOf({ text, amends, turn }: Amendment): Voice {
  const own = changeIn(text) ?? (replacementIn(text) === undefined ? undefined : "hinted");
  if (own === "outright") return "outright";
  const around = [amends, turn].flatMap((words) => (words === undefined ? [] : changeIn(words) ?? []));
  if (around.includes("outright")) return "beside";
  return own !== undefined || around.length > 0 || amends !== undefined ? "hinted" : "unsaid";
}

/** Without a word for it: another value for the same thing, or what was turned down then. Rules are laid down beside others. */
function takesItsPlace(newer: Amendment, older: Item): boolean {
  if (isRule(newer.text) || older.kind === "fact" || isOfMachines(older.origin)) return false;
  return newValueFor(newer.text, older.text) !== undefined || takesUp(newer.text, older);
}

/** Whether a statement is for what an earlier one turned down. */
function takesUp(text: string, older: Item): boolean {
  const chosen = subjectOf(text);
  return listOf(older.rejected).some((rejected) => {
    const { weight, share } = sharedSubject(chosen, subjectOf(rejected));
    return weight >= 1 && share >= 0.5;
  });
}

/** What a statement without a subject of its own means: the last value of its sort, or the last thing settled. */
function lastSettled(newer: Amendment, voice: Voice, scored: readonly Scored[]): Item | undefined {
  if (voice === "unsaid" || voice === "beside") return undefined;
  const own = scored
    .filter(({ item, fit }) => fit >= 0 && item.kind !== "fact" && !isOfMachines(item.origin))
    .sort((a, b) => a.gap - b.gap);
  const amounts = amountsIn(newer.text);
  if (amounts.size === 0) {
    const last = voice === "outright" ? own[0] : undefined;
    return last !== undefined && last.gap <= JUST_SAID ? last.item : undefined;
  }
  const last = own.find(({ item }) => [...amountsIn(item.text).keys()].some((sort) => amounts.has(sort)));
  return last !== undefined && last.gap <= LAST_VALUE ? last.item : undefined;
}

/** Of two that fit alike the later one is meant. Halved after fifteen events, and less than a shared word. */
const nearness = (gap: number): number => 0.8 / (1 + gap / 15);

/** An amendment as it is held against each earlier unit. */
type Heard = {
  readonly newer: Amendment;
  readonly own: Subject;
  readonly around: Subject;
  readonly before: Subject;
  readonly named: Subject;
  readonly rarity: (root: string) => number;
};

function heardIn(newer: Amendment, olders: readonly Item[]): Heard {
  const { text, amends = "", turn = "", before = "" } = newer;
  const around = [amends, ...sentencesOf(turn).filter((each) => changeIn(each) !== undefined)].join("\n");
  const pointed = [text, ...sentencesOf(around)].flatMap((each) => [
    replacementIn(each)?.dropped ?? "",
    ...pointersIn(each),
  ]);
  return {
    newer,
    own: subjectOf(text),
    around: subjectOf(around),
    before: subjectOf(before),
    named: subjectOf([...new Set(pointed)].join("\n")),
    rarity: rarityAmong(olders),
  };
}

const sentencesOf = (text: string): string[] => text.split(/[!?\n。！？]|\.(?=\s|$)/u);

function fitOf({ newer, own, around, before, named, rarity }: Heard, older: Item): number {
  const told = subjectOf(toldBy(older));
  const shared = sharedSubject(own, told, rarity);
  const weightOf = (subject: Subject): number => sharedSubject(subject, told, rarity).weight;
  const beside = AROUND * Math.max(0, weightOf(around) - shared.weight);
  const words = shared.weight + shared.share + beside + weightOf(named) + BEFORE * Math.min(1, weightOf(before));
  return words + valueFit(newer.text, older) + kindFit(newer.kind, older.kind) + originFit(older.origin);
}

/** What is so is seldom changed by deciding something, and what was decided not by what is so. */
function kindFit(newer: string, older: string): number {
  if (newer === older) return 0.2;
  return older === "fact" ? -1.5 : newer === "fact" ? -1 : 0;
}

/** People amend what people settled; what an agent or a tool said by itself they seldom look at again. */
const originFit = (origin: unknown): number => (isOfMachines(origin) ? -1 : 0);

const isOfMachines = (origin: unknown): boolean => origin === "agent" || origin === "tool";

/** The same key with another value, or at least an amount of the same sort; who says the same amount changes nothing. */
function valueFit(newer: string, older: Item): number {
  const found = newValueFor(newer, older.text);
  if (found === "key" || giveOtherValues(newer, toldBy(older))) return 1.5;
  if (found === "sort") return 1;
  const [ours, theirs] = [amountsIn(newer), amountsIn(older.text)];
  const sorts = [...ours.keys()].filter((sort) => theirs.has(sort));
  if (sorts.length === 0) return 0;
  const isSame = sorts.every((sort) => [...(ours.get(sort) ?? [])].every((each) => theirs.get(sort)?.has(each)));
  return isSame ? -1 : 0.6;
}

/** All that a unit says, with what was settled on the way and what was turned down. */
function toldBy(item: Item): string {
  return [item.text, ...listOf(item.parts), ...listOf(item.rejected)].join("\n");
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Words that many units have tell little about which of them is meant. */
function rarityAmong(items: readonly Item[]): (root: string) => number {
  const counts = new Map<string, number>();
  for (const item of items)
    for (const root of subjectOf(toldBy(item)).weights.keys()) counts.set(root, (counts.get(root) ?? 0) + 1);
  return (root) => 1 / Math.sqrt(counts.get(root) ?? 1);
}

const lastOf = (item: Item): number => item.evidence?.at(-1) ?? 0;
