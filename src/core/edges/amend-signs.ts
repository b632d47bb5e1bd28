import type { Item } from "../items/item.ts";
import { type Amendment, isEarlierTalk, isRecent, lastOf, listOf, settledIn, toldBy } from "./amendment.ts";
import { changeIn, isEnough, isExcepted, isRule, keeps, leavesTheRest } from "./change-cues.ts";
import { pointersIn, replacementIn } from "./cues.ts";
import { newValueFor } from "./new-value.ts";
import { areOfOtherSign } from "./opposition.ts";
import { sentencesOf } from "./stands-beside.ts";
import { areTwoSubjects, type Subject, sharedSubject, subjectOf } from "./subject.ts";
import { type Amounts, amountsIn, giveOtherValues, valuesOf } from "./values.ts";

/** The signs for and against one statement changing another, each with its strength. */
export type AmendSigns = ReadonlyMap<AmendSign, number>;
export type AmendSign = ReturnType<
  typeof aloneSigns | typeof wordSigns | typeof valueSigns | typeof voiceSigns | typeof olderSigns
>[number][0];

/** Beyond this more words in common tell no more, so that long talk does not outweigh what it came to. */
const SHARED_MAX = 2.5;
/** So little of a subject may be in what mentions the last thing said: "make it 30", "a week is plenty". */
const BARE = 2;
/** Of what is turned down now so much must have been chosen then. */
const TURNED_DOWN = 0.7;
/** After this many events the nearness of an earlier decision has halved. */
const NEAR = 15;
/** Values that tell the same wherever they were given; of the others it matters whether people are still talking. */
const TELLING_VALUES: readonly string[] = ["named", "key", "sort", "spoken"];

/** An amendment as it is compared with each earlier statement. */
type AmendmentInput = {
  readonly newer: Amendment;
  readonly at: number;
  readonly own: Subject;
  readonly around: Subject;
  readonly turn: Subject;
  readonly before: Subject;
  readonly named: Subject;
  /** The words by which it points back. */
  readonly pointed: readonly string[];
  readonly rarity: (root: string) => number;
  /** What was changed before. */
  readonly changed: ReadonlySet<unknown>;
  /** Where the last of the earlier ones was settled. */
  readonly lastAt: number;
  /** What the statement shows by itself, whatever it is compared with. */
  readonly alone: ReturnType<typeof aloneSigns>;
};

/** The signs of a statement with each of those that it may change. */
export function amendSigns(newer: Amendment, earlier: readonly Item[]): AmendSigns[] {
  const olders = earlier.map((item) => withoutOthers(item, earlier));
  const heard = heardIn(newer, olders);
  return olders.map((older) => {
    const signs = [...heard.alone, ...wordSigns(heard, older), ...valueSigns(heard, older)];
    const all = [...signs, ...voiceSigns(heard, older), ...olderSigns(heard, older)];
    return new Map<AmendSign, number>(all.filter(([, much]) => much !== 0));
  });
}

/** A statement without those of its parts that are statements of their own: they speak for themselves. */
function withoutOthers(item: Item, all: readonly Item[]): Item {
  const parts = listOf(item.parts);
  if (parts.length === 0) return item;
  const own = parts.filter((part) => part === item.text || !all.some(({ text }) => text === part));
  return { ...item, parts: own };
}

function heardIn(newer: Amendment, olders: readonly Item[]): AmendmentInput {
  const { text, amends = "", turn = "", before = "", evidence = [] } = newer;
  const around = [amends, ...sentencesOf(turn).filter((each) => changeIn(each) !== undefined)].join("\n");
  const pointed = [text, ...sentencesOf(around)].flatMap((each) => [
    replacementIn(each)?.dropped ?? "",
    ...pointersIn(each),
  ]);
  return {
    newer,
    at: evidence.at(-1) ?? Number.POSITIVE_INFINITY,
    own: subjectOf(text),
    around: subjectOf(around),
    turn: subjectOf(turn),
    before: subjectOf(before),
    named: subjectOf([...new Set(pointed)].join("\n")),
    pointed,
    rarity: rarityAmong(olders),
    changed: new Set(olders.map(({ amends: id }) => id)),
    lastAt: Math.max(...olders.map(lastOf)),
    alone: aloneSigns(newer),
  };
}

function aloneSigns({ text, turn = "", origin, evidence = [], confidence = 1 }: Amendment) {
  return [
    // An answer changes what was offered, if anything; words that an agent chose tell nothing about a person's mind.
    ["answers", Number(evidence.length > 1)],
    ["agreed", Number(origin === "agreed")],
    ["sure", Number(confidence)],
    ["a rule", Number(isRule(text))],
    ["leaves the rest", Number(leavesTheRest(turn) || leavesTheRest(text))],
    ["keeps something beside", Number(keeps(turn) && !keeps(text))],
    ["excepts", Number(isExcepted(text))],
    ["enough", Number(isEnough(turn) || isEnough(text))],
    ["outright beside", Number(changeIn(turn) === "outright" && changeIn(text) !== "outright")],
  ] as const;
}

/** At least one of these must be there: who only mentions the same thing again changes nothing. */
const TELLING = [
  ...["leaves the rest", "keeps something beside", "excepts", "enough", "outright beside", "turns down"],
  ...["value: named", "value: key", "value: sort", "value: spoken"],
  ...["its number and another", "its number in the turn", "its number before"],
  ...["earlier: outright", "earlier: hinted", "earlier: said to change something"],
  ...["same: outright", "same: hinted", "same: said to change something", "spoken of before"],
] as const;
/** Or one of these, where both mention one thing: another value that may be of anything. */
const TELLING_OF_ONE = ["earlier: value: unit", "earlier: value: number", "earlier: value: choice"] as const;
/** These say that something is changed. */
const SAID = [
  ...["earlier: outright", "same: outright"],
  ...["earlier: said to change something", "same: said to change something"],
] as const;
/** So much of what it points at must be in the earlier one. */
const POINTED = 0.7;

/**
 * Whether an amendment is recorded at all. A rule often stands next to others, and somebody who states the opposite may
 * not know the first rule: it is changed only if the statement says so or refers to it.
 */
export function tellOfChange(signs: AmendSigns): boolean {
  const isSaid = SAID.some((sign) => signs.has(sign)) || (signs.get("points at it") ?? 0) >= POINTED;
  const isBeside = signs.has("a rule") || signs.has("of the other sign");
  if (signs.has("keeps it as it was") || (isBeside && !isSaid)) return false;
  if (!areOfOneMatter(signs)) return false;
  const isOne = !signs.has("each of its own thing");
  return [...TELLING, ...(isOne ? TELLING_OF_ONE : [])].some((sign) => signs.has(sign));
}

/** So much of a subject must be shared, by these together, for two statements of different talks to be of one matter. */
const SUBJECT_MIN = 0.5;
const SUBJECT_SIGNS = [
  ...["earlier: own words", "words on the way to it", "words beside", "words of the turn", "points at it"],
] as const;
/** Or so much of the earlier one was just mentioned, with its value. */
const SPOKEN_SHARE = 0.25;
const NAMED_VALUES = ["value: named", "value: key", "value: sort"] as const;
/** Or one of these values. */
const SHARED_VALUES = [...NAMED_VALUES, "its number and another", "its number in the turn"] as const;

/** Whether both mention the same thing. Words of change in a statement that merely follows another change nothing. */
function areOfOneMatter(signs: AmendSigns): boolean {
  if (!signs.has("settled in an earlier talk") || signs.has("turns down")) return true;
  if (signs.has("the last, and no subject") && nearIn(signs) >= JUST_SAID) return true;
  const shared = SUBJECT_SIGNS.reduce((sum, sign) => sum + (signs.get(sign) ?? 0), 0);
  const isSpokenOf =
    !signs.has("each of its own thing") || (signs.get("all of it spoken of before") ?? 0) >= SPOKEN_SHARE;
  if (signs.has("value: spoken") && isSpokenOf) return true;
  return shared >= SUBJECT_MIN || SHARED_VALUES.some((sign) => signs.has(sign));
}

/** Nearness of something that was just said: at most fifteen events back. */
const JUST_SAID = 0.5;
const nearIn = (signs: AmendSigns): number => signs.get("same: near") ?? signs.get("earlier: near") ?? 0;

/**
 * Whether it says outright that something is changed, and this is what it mentions, whatever else there is: by name, by
 * its value, or because it was settled last and nothing is named.
 */
export function isSaidOf(signs: AmendSigns): boolean {
  const isOutright = signs.has("earlier: outright") || signs.has("same: outright");
  if (!isOutright || signs.has("answers") || !tellOfChange(signs)) return false;
  const isNamed = (signs.get("points at it") ?? 0) >= POINTED;
  const isLast = signs.has("the last, and no subject") && nearIn(signs) >= JUST_SAID;
  return isNamed || isLast || NAMED_VALUES.some((sign) => signs.has(sign));
}

/** What both mention. */
function wordSigns(heard: AmendmentInput, older: Item) {
  const { newer, own, around, turn, before, named, rarity } = heard;
  const talk = talkOf(newer, older);
  const [text, told] = [subjectOf(older.text), subjectOf(toldBy(older))];
  const weightOf = (subject: Subject, of = told): number =>
    Math.min(SHARED_MAX, sharedSubject(subject, of, rarity).weight);
  const [ours, whole, beside] = [weightOf(own, text), weightOf(own), weightOf(around)];
  const shared = sharedSubject(own, told).weight;
  const areTwo = areTwoSubjects(own, text, shared);
  const isSpokenOf = talk === "earlier";
  const covered = text.total === 0 ? 0 : Math.min(1, sharedSubject(before, text).weight / text.total);
  return [
    [`${talk}: own words`, ours],
    [`${talk}: share`, sharedSubject(own, text, rarity).share],
    ["each of its own thing", Number(areTwo)],
    ["words on the way to it", Math.max(0, whole - ours)],
    ["words beside", Math.max(0, beside - whole)],
    ["words of the turn", Math.max(0, weightOf(turn) - Math.max(whole, beside))],
    ["points at it", weightOf(named)],
    ["spoken of before", isSpokenOf ? Math.min(1, weightOf(before, text)) : 0],
    ["all of it spoken of before", isSpokenOf ? covered : 0],
  ] as const;
}

/** Values that both give. */
function valueSigns({ newer, pointed }: AmendmentInput, older: Item) {
  const talk = talkOf(newer, older);
  const { text, turn = "", before = "" } = newer;
  const value = valueChange(newer, older, pointed);
  const isTelling = value !== undefined && TELLING_VALUES.includes(value);
  const [ours, theirs] = [numbersIn(text), numbersIn(settledIn(older))];
  const isOther = ours.some((each) => !theirs.includes(each));
  const isSame = (numbers: readonly string[]): boolean => numbers.some((each) => theirs.includes(each));
  return [
    ...(value === undefined
      ? []
      : ([[`${isTelling ? "" : (`${talk}: ` as const)}value: ${value}`, 1]] as const)),
    ["keeps it as it was", Number(value === "same" && keeps(text))],
    ["its number and another", Number(isOther && isSame(ours))],
    ["its number in the turn", Number(isOther && !isSame(ours) && isSame(numbersIn(turn)))],
    ["its number before", Number(isOther && talk === "earlier" && isSame(numbersIn(before)))],
  ] as const;
}

const numbersIn = (text: string): string[] => [...amountsIn(text).values()].flatMap((each) => [...each]);

/** How plainly it says that something is changed. */
function voiceSigns({ newer }: AmendmentInput, older: Item) {
  const talk = talkOf(newer, older);
  const { text, rejected } = newer;
  const own = changeIn(text);
  const isHinted = own === "hinted" || (own === undefined && replacementIn(text) !== undefined);
  return [
    [`${talk}: outright`, Number(own === "outright")],
    [`${talk}: hinted`, Number(isHinted)],
    [`${talk}: said to change something`, Number(newer.amends !== undefined)],
    ["of the other sign", Number(areOfOtherSign(text, older.text))],
    ["turns down", Number(listOf(rejected).some((each) => isChosen(subjectOf(each), older)))],
  ] as const;
}

const isChosen = (gone: Subject, older: Item): boolean =>
  sharedSubject(gone, subjectOf(older.text)).weight >= Math.max(1, gone.total * TURNED_DOWN);

/** What sort of statement the earlier one is, and how far back. */
function olderSigns({ newer, at, own, changed, lastAt }: AmendmentInput, older: Item) {
  const talk = talkOf(newer, older);
  const kind = older.kind === "candidate" ? older.proposes : older.kind;
  const isLearned = older.origin === "agent" || older.origin === "tool" || older.kind === "fact";
  return [
    ["settled in an earlier talk", Number(talk === "earlier")],
    [`${talk}: near`, 1 / (1 + (at - lastOf(older)) / NEAR)],
    ["the last, and no subject", Number(own.total <= BARE && lastOf(older) === lastAt)],
    ["of the same kind", Number(newer.kind === kind)],
    ["of no person's choice", Number(isLearned)],
    ["waits for review", Number(older.kind === "candidate")],
    ["itself a rule", Number(isRule(older.text))],
    ["changed already", Number(changed.has(older.id))],
  ] as const;
}

const talkOf = (newer: Amendment, older: Item): "earlier" | "same" =>
  isEarlierTalk(newer, older) ? "earlier" : "same";

/** Words that many units have tell little about which of them is meant. */
function rarityAmong(items: readonly Item[]): (root: string) => number {
  const counts = new Map<string, number>();
  for (const item of items)
    for (const root of subjectOf(toldBy(item)).weights.keys()) counts.set(root, (counts.get(root) ?? 0) + 1);
  return (root) => 1 / Math.sqrt(counts.get(root) ?? 1);
}

/**
 * How the values of a statement stand to those of an older one: another for the same key; another than the number it
 * names; another of one sort for the same subject; another than what was just mentioned; another of things that are
 * chosen among; another in the same unit; just another number; no amount where the older one has some; the same.
 */
type ValueChange = "key" | "named" | "sort" | "spoken" | "choice" | "unit" | "number" | "none" | "same";

/** `pointed` are the words by which the newer statement points back. */
function valueChange(newer: Amendment, older: Item, pointed: readonly string[]): ValueChange | undefined {
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
