import type { Item } from "../items/item.ts";
import { type Amendment, fullText, isEarlierTalk, isRecent, lastOf, listOf, settledIn } from "./amendment.ts";
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

/** The upper limit of shared weight: further shared words say nothing more, so that a long discussion does not outweigh its result. */
const SHARED_MAX = 2.5;
/** Maximum subject weight of a statement that can refer to the last topic without naming it: "make it 30", "a week is plenty". */
const BARE = 2;
/** The share of a rejected option that the earlier statement must have chosen. */
const TURNED_DOWN = 0.7;
/** The number of events after which the nearness of an earlier decision has halved. */
const NEAR = 15;
/** Value changes that mean the same wherever they occur. For others it matters whether the discussion is still going on. */
const TELLING_VALUES: readonly string[] = ["named", "key", "sort", "spoken"];

/** An amendment in the form in which it is compared with each earlier statement. */
type AmendmentInput = {
  readonly newer: Amendment;
  readonly at: number;
  readonly own: Subject;
  readonly around: Subject;
  readonly turn: Subject;
  readonly before: Subject;
  readonly named: Subject;
  /** The words by which it refers back. */
  readonly pointed: readonly string[];
  readonly rarity: (root: string) => number;
  /** The units that earlier amendments changed. */
  readonly changed: ReadonlySet<unknown>;
  /** The position of the latest earlier statement. */
  readonly lastAt: number;
  /** The signs of the statement itself, independent of any earlier statement. */
  readonly alone: ReturnType<typeof aloneSigns>;
};

/** The signs of a statement against each earlier statement that it may change. */
export function amendSigns(newer: Amendment, earlier: readonly Item[]): AmendSigns[] {
  const olders = earlier.map((item) => withoutOthers(item, earlier));
  const heard = heardIn(newer, olders);
  return olders.map((older) => {
    const signs = [...heard.alone, ...wordSigns(heard, older), ...valueSigns(heard, older)];
    const all = [...signs, ...voiceSigns(heard, older), ...olderSigns(heard, older)];
    return new Map<AmendSign, number>(all.filter(([, much]) => much !== 0));
  });
}

/** A statement without those of its parts that are also separate statements. */
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
    // An answer can change only what was offered. Words that an agent proposed do not show what a person wants changed.
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

/** At least one of these signs is required: mentioning the same thing again changes nothing. */
const TELLING = [
  ...["leaves the rest", "keeps something beside", "excepts", "enough", "outright beside", "turns down"],
  ...["value: named", "value: key", "value: sort", "value: spoken"],
  ...["its number and another", "its number in the turn", "its number before"],
  ...["earlier: outright", "earlier: hinted", "earlier: said to change something"],
  ...["same: outright", "same: hinted", "same: said to change something", "spoken of before"],
] as const;
/** Alternatively one of these, if both mention the same thing. They are values that could belong to anything. */
const TELLING_OF_ONE = ["earlier: value: unit", "earlier: value: number", "earlier: value: choice"] as const;
/** Signs that the statement says that something changes. */
const SAID = [
  ...["earlier: outright", "same: outright"],
  ...["earlier: said to change something", "same: said to change something"],
] as const;
/** Minimum share of the words that refer back which the earlier statement must contain. */
const POINTED = 0.7;

/**
 * Whether an amendment is recorded at all. A rule often stands beside other rules, and a person who states the opposite may not know the
 * first rule. So a rule is changed only if the statement says so or refers to it.
 */
export function signalsAmendment(signs: AmendSigns): boolean {
  const isSaid = SAID.some((sign) => signs.has(sign)) || (signs.get("points at it") ?? 0) >= POINTED;
  const isBeside = signs.has("a rule") || signs.has("of the other sign");
  if (signs.has("keeps it as it was") || (isBeside && !isSaid)) return false;
  if (!areOfOneMatter(signs)) return false;
  const isOne = !signs.has("each of its own thing");
  return [...TELLING, ...(isOne ? TELLING_OF_ONE : [])].some((sign) => signs.has(sign));
}

/** Minimum shared weight, summed over these signs, for two statements of different conversations to be about one subject. */
const SUBJECT_MIN = 0.5;
const SUBJECT_SIGNS = [
  ...["earlier: own words", "words on the way to it", "words beside", "words of the turn", "points at it"],
] as const;
/** Alternatively, this share of the earlier statement was just mentioned, together with its value. */
const SPOKEN_SHARE = 0.25;
const NAMED_VALUES = ["value: named", "value: key", "value: sort"] as const;
/** Alternatively, one of these value changes. */
const SHARED_VALUES = [...NAMED_VALUES, "its number and another", "its number in the turn"] as const;

/** Whether both are about the same subject. Words of change in a statement that merely follows another one change nothing. */
function areOfOneMatter(signs: AmendSigns): boolean {
  if (!signs.has("settled in an earlier talk") || signs.has("turns down")) return true;
  if (signs.has("the last, and no subject") && nearIn(signs) >= JUST_SAID) return true;
  const shared = SUBJECT_SIGNS.reduce((sum, sign) => sum + (signs.get(sign) ?? 0), 0);
  const isSpokenOf =
    !signs.has("each of its own thing") || (signs.get("all of it spoken of before") ?? 0) >= SPOKEN_SHARE;
  if (signs.has("value: spoken") && isSpokenOf) return true;
  return shared >= SUBJECT_MIN || SHARED_VALUES.some((sign) => signs.has(sign));
}

/** Minimum nearness of a statement that was just made: at most fifteen events back. */
const JUST_SAID = 0.5;
const nearIn = (signs: AmendSigns): number => signs.get("same: near") ?? signs.get("earlier: near") ?? 0;

/**
 * Whether the statement says outright that something changes, and means this earlier statement: by name, by its value, or because it was
 * settled last and nothing is named.
 */
export function isExplicitAmendment(signs: AmendSigns): boolean {
  const isOutright = signs.has("earlier: outright") || signs.has("same: outright");
  if (!isOutright || signs.has("answers") || !signalsAmendment(signs)) return false;
  const isNamed = (signs.get("points at it") ?? 0) >= POINTED;
  const isLast = signs.has("the last, and no subject") && nearIn(signs) >= JUST_SAID;
  return isNamed || isLast || NAMED_VALUES.some((sign) => signs.has(sign));
}

/** Signs from words that both contain. */
function wordSigns(heard: AmendmentInput, older: Item) {
  const { newer, own, around, turn, before, named, rarity } = heard;
  const talk = talkOf(newer, older);
  const [text, told] = [subjectOf(older.text), subjectOf(fullText(older))];
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

/** Signs from values that both contain. */
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

/** All numbers in a text, whatever their units. */
export const numbersIn = (text: string): string[] =>
  [...amountsIn(text).values()].flatMap((each) => [...each]);

/** Signs for how plainly the statement says that something changes. */
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

/** Signs from the kind of the earlier statement and its distance. */
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

/** The weight of a word: a word in many units says little about which of them is meant. */
function rarityAmong(items: readonly Item[]): (root: string) => number {
  const counts = new Map<string, number>();
  for (const item of items)
    for (const root of subjectOf(fullText(item)).weights.keys())
      counts.set(root, (counts.get(root) ?? 0) + 1);
  return (root) => 1 / Math.sqrt(counts.get(root) ?? 1);
}

/**
 * How the values of a statement relate to those of an older one: `key` a different value for the same key; `named` different from the
 * number it refers to; `sort` different of one sort for the same subject; `spoken` different from a value that was just mentioned; `choice`
 * another option; `unit` different in the same unit; `number` just another number; `none` no amount although the older one has some; `same`
 * the same.
 */
type ValueChange = "key" | "named" | "sort" | "spoken" | "choice" | "unit" | "number" | "none" | "same";

/** Compares the values. `pointed` are the words by which the newer statement refers back. */
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

/** Whether the older statement's choice was mentioned again just before. */
function isSpokenOf(newer: Amendment, older: Item): boolean {
  const spoken = new Set(valuesOf(newer.before ?? "").map(({ value }) => value));
  return !isRecent(newer, older) && valuesOf(older.text).some(({ value }) => spoken.has(value));
}

const hasUnit = (sort: string): boolean => sort !== "bare";

/** All numbers without their units, because people omit the unit when they repeat a number. */
const numbersOf = (amounts: Amounts): string[] => [...amounts.values()].flatMap((numbers) => [...numbers]);
