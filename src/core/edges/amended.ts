import type { Item } from "../items/item.ts";
import { isLiveUnit } from "../items/live-unit.ts";
import { byCodePoints } from "../order.ts";
import { type Amendment, isRecent, lastOf, listOf, toldBy } from "./amendment.ts";
import { changeIn, isRule, keeps } from "./change-cues.ts";
import { pointersIn, replacementIn } from "./cues.ts";
import { areOfOtherSign } from "./opposition.ts";
import { rootsOf, type Subject, sharedSubject, subjectOf, subjectWithout } from "./subject.ts";
import { isLikelyNew, isSurelyNew, VALUE_FITS, valueChange } from "./value-change.ts";
import { amountsIn } from "./values.ts";

/** What can be settled and settled again. Traps and lessons are learned, not agreed on. */
const AMENDED_KINDS: readonly string[] = ["decision", "preference", "constraint", "fact"];
/** An amendment without a subject speaks of what was just said: so many events back at most. */
const JUST_SAID = 15;
/** One that gives a value is about the last value of its sort, even if that was in another conversation. */
const LAST_VALUE = 60;
/** What stands around an amendment tells less than its own words, and what was said before it less still. */
const AROUND = 0.6;
const BEFORE = 0.4;
/** So does what was said on the way to a unit, and long talk must not outweigh what it came to. */
const ON_THE_WAY = 0.5;
const SHARED_MAX = 2.5;
/** The less plainly a statement says that it changes something, the better it has to fit. */
const FITS = { outright: 1, hinted: 1.6, unsaid: 1.6 };
/** Less is asked of what is pointed back at, by a word that not every unit has. */
const NAMED = 0.4;
const NAMED_MIN = 0.7;
/** Of what was turned down so much must be taken up now, and of what is turned down now so much chosen then. */
const TAKEN_UP = { least: 0.5, fit: 1 };
const TURNED_DOWN = { least: 0.7, fit: 1.5 };
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
  const changedNow = new Set(earlier.filter((item) => lastOf(item) === at).map(({ amends }) => amends));
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
    ({ item, fit }) => fit >= FITS[voice] - (namesIt(said, item) ? NAMED : 0) && isMeant(said, voice, item),
  );
  // One breath changes a thing once, unless it says so again.
  if (voice !== "outright" && changedNow.has(fitting[0]?.item.id)) return undefined;
  return fitting[0]?.item ?? (said.own.total <= BARE ? lastSettled(said, voice, scored) : undefined);
}

/** How plainly a statement, or what stands beside it, says that something is changed. */
function voiceOf({ text, amends, turn, origin, evidence = [] }: Amendment): Voice {
  const own = changeIn(text) ?? (replacementIn(text) === undefined ? undefined : "hinted");
  const isAround = amends !== undefined || (turn !== undefined && changeIn(turn) !== undefined);
  // An answer changes what was offered, if anything; words that an agent chose tell nothing about a person's mind.
  const isAnswer = evidence.length > 1;
  if (own === "outright") return isAnswer ? "hinted" : "outright";
  const isHinted = own !== undefined || isAround;
  return isHinted && !isAnswer && origin !== "agreed" ? "hinted" : "unsaid";
}

/**
 * Whether a statement that does not say so outright changes a unit. Rules are laid down beside others, who says the
 * opposite may not know of the first, and what stays is not changed.
 */
function isMeant(said: Heard, voice: Voice, item: Item): boolean {
  const { newer } = said;
  if (voice === "outright") return true;
  const isBeside = isRule(newer.text) || areOfOtherSign(newer.text, item.text);
  if (isBeside && !namesIt(said, item)) return false;
  const value = valueChange(newer, item, said.pointed);
  const isOther = value === "unit" ? subjectOf(item.text).total < 1 : isLikelyNew(value);
  if (keeps(newer.text) && !isOther) return false;
  if (voice === "hinted") return !isRecent(newer, item) || isLikelyNew(value) || value === "number";
  if (isRecent(newer, item) || item.kind === "fact" || isOfMachines(item.origin)) return false;
  return isSurelyNew(value) || takesUp(newer, item) || (said.isCued && turnsDown(newer, item));
}

/** Whether a statement, or what stands beside it, points back at a unit. */
const namesIt = ({ named, rarity }: Heard, older: Item): boolean =>
  sharedSubject(named, subjectOf(toldBy(older)), rarity).weight >= NAMED_MIN;

/** Whether a statement is for what an earlier one turned down. */
function takesUp({ text, rejected }: Amendment, older: Item): boolean {
  const chosen = subjectWithout(subjectOf(text), rootsOf(listOf(rejected).join("\n")));
  return listOf(older.rejected).some((each) => {
    const { weight, share } = sharedSubject(chosen, subjectOf(each));
    return weight >= 1 && share >= TAKEN_UP.least;
  });
}

/** Whether a statement turns down what an earlier one was for. */
function turnsDown({ rejected }: Amendment, older: Item): boolean {
  return listOf(rejected).some((each) => {
    const gone = subjectOf(each);
    return sharedSubject(gone, subjectOf(older.text)).weight >= Math.max(1, gone.total * TURNED_DOWN.least);
  });
}

/** What a statement without a subject of its own means: the last value of its sort, or the last thing settled. */
function lastSettled({ newer, pointed }: Heard, voice: Voice, scored: readonly Scored[]): Item | undefined {
  if (voice === "unsaid" || isRule(newer.text)) return undefined;
  const own = scored
    .filter(({ item, fit }) => fit >= 0 && item.kind !== "fact" && !isOfMachines(item.origin))
    .sort((a, b) => a.gap - b.gap);
  if (amountsIn(newer.text).size === 0) {
    const last = voice === "outright" ? own[0] : undefined;
    return last !== undefined && last.gap <= JUST_SAID ? last.item : undefined;
  }
  const last = own.find(({ item }) => {
    const value = valueChange(newer, item, pointed);
    return isLikelyNew(value) || value === "number";
  });
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
  /** Whether something in its turn says that something is changed. */
  readonly isCued: boolean;
  /** The words by which it points back. */
  readonly pointed: readonly string[];
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
    isCued: changeIn(turn) !== undefined,
    pointed,
    rarity: rarityAmong(olders),
  };
}

const sentencesOf = (text: string): string[] => text.split(/[!?\n。！？]|\.(?=\s|$)/u);

function fitOf(said: Heard, older: Item): number {
  const { newer, own, around, before, named, rarity } = said;
  const [text, told] = [subjectOf(older.text), subjectOf(toldBy(older))];
  const shared = sharedSubject(own, text, rarity);
  const weightOf = (subject: Subject, of = told): number =>
    Math.min(SHARED_MAX, sharedSubject(subject, of, rarity).weight);
  const ours = weightOf(own, text);
  const words =
    ours +
    shared.share +
    ON_THE_WAY * Math.max(0, weightOf(own) - ours) +
    AROUND * Math.max(0, weightOf(around) - weightOf(own)) +
    weightOf(named) +
    (isRecent(newer, older) ? 0 : BEFORE * Math.min(1, weightOf(before, text))) +
    (takesUp(newer, older) ? TAKEN_UP.fit : 0) +
    (turnsDown(newer, older) ? TURNED_DOWN.fit : 0);
  const value = valueChange(newer, older, said.pointed);
  const valued = value === undefined ? 0 : VALUE_FITS[value];
  return words + valued + kindFit(newer.kind, older) + originFit(older.origin);
}

/** Deciding seldom changes what is so, and what is so no decision; a rule is seldom changed at all. */
function kindFit(newer: string, older: Item): number {
  const isLaidDown = isRule(older.text) ? -0.3 : 0;
  if (newer === older.kind) return 0.2 + isLaidDown;
  return isLaidDown + (older.kind === "fact" ? -1.5 : newer === "fact" ? -1 : 0);
}

/** People amend what people settled; what an agent or a tool said by itself they seldom look at again. */
const originFit = (origin: unknown): number => (isOfMachines(origin) ? -1 : 0);

const isOfMachines = (origin: unknown): boolean => origin === "agent" || origin === "tool";

/** Words that many units have tell little about which of them is meant. */
function rarityAmong(items: readonly Item[]): (root: string) => number {
  const counts = new Map<string, number>();
  for (const item of items)
    for (const root of subjectOf(toldBy(item)).weights.keys()) counts.set(root, (counts.get(root) ?? 0) + 1);
  return (root) => 1 / Math.sqrt(counts.get(root) ?? 1);
}
