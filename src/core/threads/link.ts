import { lastOf, settledIn } from "../edges/amendment.ts";
import { liftsBan } from "../edges/ban-scopes.ts";
import { changeIn } from "../edges/change-cues.ts";
import { CLAUSE_END, replacementIn } from "../edges/cues.ts";
import { newValueFor } from "../edges/new-value.ts";
import { asksForWork, chosenIn } from "../edges/own-choice.ts";
import { haveOtherSubjects, haveOtherValue } from "../edges/parallel-statements.ts";
import { memoized } from "../edges/remember.ts";
import { repeats } from "../edges/repeats.ts";
import { NEGATION, standsBeside } from "../edges/stands-beside.ts";
import { rootsOf, type Subject, sharedSubject, subjectOf } from "../edges/subject.ts";
import { otherShapes, shapesIn } from "../edges/value-shapes.ts";
import { giveOtherValues, valuesOf } from "../edges/values.ts";
import type { Item } from "../items/item.ts";
import { namesByConcept } from "../lexicon/lexicon.ts";
import type { Position } from "../tape/event.ts";
import type { Exchange, SpokenSentence } from "./exchange.ts";
import { UNSURE_MAX } from "./thread.ts";

/** A later turn of a person that mentions an earlier statement, and the probability of that, 0 to 1. */
export type ThreadLink = {
  readonly older: string;
  readonly turn: Position;
  /** The item that was made from that turn and mentions the same subject, if there is one. */
  readonly newer?: string | undefined;
  /** The ranges in the turn's text that mention the earlier statement. */
  readonly words: readonly (readonly [number, number])[];
  readonly score: number;
};

/** Minimum score for a turn to belong to the thread of an item. */
const LINKED = 0.07;
/** Minimum score if the item is a ban, an order or a preference: a false doubt about it costs more than showing an outdated one. */
const LINKED_RULE = 0.2;
/** Minimum score for words without a unit that do not say that something changed. */
const LINKED_TALK = 0.25;
/** Maximum number of items that one turn is linked to. */
const LINKS_PER_TURN = 6;
/** Maximum number of sentences of one link. */
const WORDS_MAX = 20;
/** Maximum number of segments of one turn that are compared. */
const SEGMENTS_MAX = 12;
/** A turn up to this length counts as one statement. */
const WHOLE_MAX = 220;
const SHARED_MAX = 2.5;

/** An earlier statement: an item, or a turn of a person. */
export type PriorStatement = {
  /** The id of the item, or the name of the turn. */
  readonly key: string;
  /** Its text, together with the values that were settled in the same exchange. */
  readonly text: string;
  /** Its own text. */
  readonly own: string;
  /** Whether it forbids, orders or prefers something. Such a statement is seldom taken back. */
  readonly isRule?: boolean;
  /** Whether it warns of something. Only a statement that allows this again speaks of it. */
  readonly isWarning?: boolean;
  /** The position where it was said. */
  readonly at: Position;
};

const RULE_KINDS: readonly string[] = ["constraint", "preference"];

export const itemStatement = (item: Item): PriorStatement => ({
  key: item.id,
  text: settledIn(item),
  own: item.text,
  isRule: RULE_KINDS.includes(item.kind),
  isWarning: item.kind === "trap",
  at: lastOf(item),
});

/** The short turns of persons as statements. A long turn contains too many statements to be compared as one. */
export const turnStatements = (exchanges: readonly Exchange[]): PriorStatement[] =>
  exchanges.flatMap(({ position, sentences }) => {
    const text = textOf(sentences);
    return text.length <= WHOLE_MAX ? [{ key: `turn@${position}`, text, own: text, at: position }] : [];
  });

/** The links of new exchanges to earlier statements, the surest of each exchange first. */
export function threadLinks(
  exchanges: readonly Exchange[],
  statements: readonly PriorStatement[],
  made: readonly Item[],
): ThreadLink[] {
  const rarity = rarityIn([
    ...statements,
    ...exchanges.map(({ position, sentences }) => ({ text: textOf(sentences), at: position })),
  ]);
  return exchanges.flatMap((exchange) => {
    const own = made.filter(({ evidence = [] }) => evidence.includes(exchange.position));
    // A person who says no more than "go" mentions nothing, unless the answer chose something and an item was made from it.
    if (own.length === 0 && subjectOf(textOf(exchange.sentences)).total < MEANT) return [];
    return statements
      .filter(({ at }) => at > 0 && at < exchange.position)
      .map((older) => ({ older, ...bestReading(older, { made: own, exchange, rarity }) }))
      .filter(
        ({ older, score, newer, isChange, segment }) =>
          score >= (older.isRule ? LINKED_RULE : LINKED) &&
          (isUnit(newer) || ((isChange || score >= LINKED_TALK) && saysSomething(segment))),
      )
      .sort((a, b) => b.score - a.score)
      .slice(0, LINKS_PER_TURN)
      .map(({ older, score, segment, newer }) => {
        const words = segment.slice(0, WORDS_MAX).map(({ from, to }) => [from, to] as const);
        return {
          ...{ older: older.key, turn: exchange.position, words, score: Math.round(score * 1000) / 1000 },
          ...(newer === undefined ? {} : { newer: newer.id }),
        };
      });
  });
}

/** Words without a unit lead a thread only if they state something: "yep" and "write me a mail" do not. */
const saysSomething = (segment: Segment): boolean =>
  subjectOf(textOf(segment)).total >= 1 && !segment.every(({ text }) => asksForWork(text));

/** A candidate that waits for review is not a confirmed statement. */
const isUnit = (item: Item | undefined): boolean => item !== undefined && item.kind !== "candidate";

type SegmentReading = ScoredSegment & { readonly segment: Segment; readonly newer: Item | undefined };

/** How an exchange mentions an earlier statement: by its words, or by an item that was made from them. */
function bestReading(older: PriorStatement, input: ExchangeItems): SegmentReading {
  const { rarity } = input;
  const sentences = input.exchange.sentences.filter(({ text }) => !repeats(text, older.own));
  const exchange = { ...input.exchange, sentences };
  const said = bestSegment(exchange, older, rarity);
  const newer = madeAbout(older, input);
  if (newer !== undefined) {
    const isSurer = newer.scored.score > said.score;
    const best = isSurer ? { segment: exchange.sentences, ...newer.scored } : said;
    return { ...best, newer: newer.item };
  }
  // Words that did not become an item must say explicitly that something changed.
  const score = said.isToldOf ? said.score : Math.min(UNSURE_MAX, said.score);
  return { ...said, score, newer: undefined };
}

type ExchangeItems = { readonly made: readonly Item[]; readonly exchange: Exchange; readonly rarity: Rarity };

type MadeItem = { readonly item: Item; readonly scored: ScoredSegment };

/** The item made from a turn that mentions the earlier statement by its own text, if there is one. */
function madeAbout(older: PriorStatement, { made, exchange, rarity }: ExchangeItems): MadeItem | undefined {
  const others = made.filter((item) => !repeats(item.text, older.own));
  const scored = others.flatMap((item) =>
    [item.text, chosenIn(item.text)].map((text) => ({
      item,
      scored: segmentScore({ text, exchange, older, rarity, isKept: isUnit(item) }),
    })),
  );
  const [best] = scored.sort((a, b) => b.scored.score - a.scored.score);
  return best !== undefined && best.scored.score >= LINKED ? best : undefined;
}

type Rarity = (root: string) => number;

/** The weight of a word by its rarity: a word in many statements says little about which one is meant. */
export function rarityIn(said: readonly Pick<PriorStatement, "text" | "at">[]): Rarity {
  const places = new Map<string, Set<Position>>();
  for (const { text, at } of said)
    for (const root of [...subjectOf(text).weights.keys(), ...shapesIn(text).keys(), ...conceptKeys(text)])
      places.set(root, (places.get(root) ?? new Set()).add(at));
  return (root) => 1 / Math.sqrt(Math.max(1, (places.get(root)?.size ?? 1) - 1));
}

type Segment = readonly SpokenSentence[];

/** The segment of an exchange that most likely mentions a statement, and its score. */
export function bestSegment(
  exchange: Exchange,
  older: PriorStatement,
  rarity: Rarity,
): ScoredSegment & { readonly segment: Segment } {
  const scored = segmentsOf(exchange.sentences).map((segment) => ({
    segment,
    ...segmentScore({ text: textOf(segment), exchange, older, rarity }),
  }));
  return scored.reduce((best, each) => (each.score > best.score ? each : best), {
    segment: [],
    ...UNRELATED,
  });
}

export const textOf = (segment: Segment): string => segment.map(({ text }) => text).join("\n");

type Pair = {
  readonly text: string;
  readonly exchange: Exchange;
  readonly older: PriorStatement;
  readonly rarity: Rarity;
  /** Whether the text belongs to a unit that was made from the exchange. */
  readonly isKept?: boolean;
};

/** The score of a segment against an earlier statement, and whether the segment changes the statement. */
type ScoredSegment = {
  readonly score: number;
  readonly isChange: boolean;
  /** Whether its words say that something changes. */
  readonly isToldOf: boolean;
};

const UNRELATED: ScoredSegment = { score: 0, isChange: false, isToldOf: false };
/** The same sentence with another value. This is the clearest sign that both are about the same subject. */
const SAID_AGAIN: ScoredSegment = { score: 0.95, isChange: true, isToldOf: false };

function segmentScore(pair: Pair): ScoredSegment {
  const lift = liftsBan(pair.text, pair.older.own);
  // If a lift of a ban may be partial, both are shown and the reader decides.
  if (lift !== undefined)
    return lift === "whole" ? { ...SAID_AGAIN, isToldOf: true } : { ...SAID_AGAIN, score: UNSURE_MAX };
  if (pair.older.isWarning) return UNRELATED;
  const signs = linkSigns(pair);
  if (signs === undefined || haveOtherSubjects(pair.older.own, pair.text)) return UNRELATED;
  if (haveOtherValue(pair.older.own, pair.text)) return SAID_AGAIN;
  const weights: { readonly [sign: string]: number } = LINK_WEIGHTS;
  const sum = Object.entries(signs).reduce((total, [sign, much]) => total + (weights[sign] ?? 0) * much, 0);
  const score = 1 / (1 + Math.exp(LINK_BIAS - sum));
  const has = (sign: LinkSign): boolean => signs[sign] >= CHANGING_MIN;
  return {
    score:
      CHANGING.some(has) && !standsBeside(pair.older.own, pair.text) ? score : Math.min(UNSURE_MAX, score),
    isChange: [...CHANGING, ...HINTING].some(has),
    isToldOf: TELLING.some(has),
  };
}

/** Signs of a change. Without one of these, both statements may be about one subject without contradicting each other. */
const CHANGING: readonly LinkSign[] = ["contrast", "dropped", "sort", "choice", "outright"];
/** Weaker signs of a change. Words without any of these signs are ignored. */
const HINTING: readonly LinkSign[] = ["shape", "other", "between"];
const TELLING: readonly LinkSign[] = ["contrast", "dropped", "outright"];
const CHANGING_MIN = 0.5;
/** Weight of the words that only the new statement has, from which on it has a subject of its own. */
const OWN_MATTER = 2;
/** Shapes that occur for many things in a project. Prices are not among them: few things have a price. */
const AMOUNT_SHAPE = /^(?:amount in (?!USD|EUR)|time |number )/;

/** The signs that a segment is about an earlier statement; undefined if the two are unrelated. */
export function linkSigns({
  text,
  exchange,
  older,
  rarity,
  isKept = false,
}: Pair): { readonly [sign in LinkSign]: number } | undefined {
  const settled = older.text;
  const [ours, told] = [subjectOf(text), subjectOf(settled)];
  const shared = sharedSubject(ours, told, rarity);
  const own = Math.min(SHARED_MAX, shared.weight);
  const reply = Math.min(1.5, sharedSubject(subjectOf(exchange.reply), told, rarity).weight);
  const asked = Math.min(1.5, sharedSubject(subjectOf(exchange.asked), told, rarity).weight);
  const otherForms = otherShapes(text, settled);
  const other = Math.max(0, ...otherConcepts(text, settled).map(rarity));
  const isAlike = otherForms.length > 0 || other > 0 || haveOneKey(text, settled);
  if (!isAlike && own === 0 && Math.max(reply, asked) < 0.5) return undefined;
  // A statement with a subject of its own may contain any amount: "the timeout is 59 minutes" does not change another value of 11 minutes.
  const hasOwnMatter = ours.total - shared.weight >= OWN_MATTER;
  const shapes = otherForms.filter((each) => !(hasOwnMatter && AMOUNT_SHAPE.test(each)));
  const isApart = older.at < exchange.since;
  const value = newValueFor(text, settled);
  return {
    own,
    other,
    shape: Math.max(0, ...shapes.map(rarity)),
    contrast: Number(namesAnotherBeside(text, settled)),
    between: Number([exchange.reply, exchange.asked].some((said) => namesBoth(said, text, settled))),
    apart: isApart ? own : 0,
    session: Number(isApart),
    long: Math.min(LONG_MAX, told.total / LONG_SUBJECT),
    reply: Math.max(0, reply - own),
    asked: Math.max(0, asked - own),
    sort: Number(value === "sort"),
    choice: Number(value === undefined && giveOtherValues(text, settled)),
    outright: Number(changeIn(text) === "outright"),
    dropped: droppedSign(text, told, rarity),
    kept: Number(isKept),
    rule: Number(older.isRule === true),
  };
}

/** Number of subject words of a long statement. A later statement shares some of them by chance. */
const LONG_SUBJECT = 8;
const LONG_MAX = 3;

const MEANT = 0.5;
/** Tuned on the development histories of the `told` bench. No command reproduces these values, so they are settings, not data. */
const LINK_WEIGHTS = {
  shape: 2.6,
  contrast: 2.4,
  other: 2,
  apart: 1.6,
  choice: 1.4,
  dropped: 1.3,
  reply: 1.2,
  sort: 1.2,
  between: 1.1,
  session: 1.1,
  own: 1,
  outright: 0.7,
  kept: 0.5,
  asked: 0.3,
  rule: -1.4,
  long: -1.8,
};
type LinkSign = keyof typeof LINK_WEIGHTS;
/** The threshold that the sum of all signs must exceed. */
const LINK_BIAS = 5.1;

/** Concepts that a text names. Paths are removed first, because the extension of a file is not a choice. */
const namedConcepts = memoized((text: string) => namesByConcept(text.replace(/\S*\/\S*/gu, " ")));
const conceptKeys = (text: string): string[] => [...namedConcepts(text).keys()].map((name) => `one ${name}`);

/** Concepts for which both texts name something, but nothing in common. */
function otherConcepts(a: string, b: string): string[] {
  const theirs = namedConcepts(b);
  return [...namedConcepts(a)].flatMap(([concept, names]) => {
    const others = theirs.get(concept);
    return others === undefined || [...names].some((name) => others.has(name)) ? [] : [`one ${concept}`];
  });
}

/** Whether a text names an earlier choice together with another thing of the same concept. */
export function namesAnotherBeside(text: string, settled: string): boolean {
  // A rejected alternative was never chosen.
  const chosen = settled.split(CLAUSE_END).filter((clause) => !NEGATION.test(clause));
  const theirs = namedConcepts(chosen.join("; "));
  return [...namedConcepts(text)].some(([concept, names]) => {
    const others = theirs.get(concept) ?? new Set();
    return [...names].some((name) => others.has(name)) && [...names].some((name) => !others.has(name));
  });
}

/** Whether an agent's words name both the earlier choice and the person's new one. */
function namesBoth(said: string, text: string, settled: string): boolean {
  const words = wordsAndNumbers(said);
  const [ours, theirs] = [namesIn(text), namesIn(settled)];
  const names = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
    [...some].some((each) => !others.has(each) && words.has(each));
  return names(theirs, ours) && names(ours, theirs);
}

/** Names, numbers and values that distinguish one statement from another. */
const namesIn = memoized((text: string): ReadonlySet<string> => {
  const named = [...subjectOf(text).weights].filter(([, weight]) => weight > 1).map(([root]) => root);
  const shaped = [...shapesIn(text).values()].flatMap((each) => [...each]);
  return new Set([...named, ...shaped, ...(text.match(/\d{2,}(?:\.\d+)*/gu) ?? [])]);
});

const wordsAndNumbers = memoized(
  (text: string): ReadonlySet<string> => new Set([...rootsOf(text), ...namesIn(text)]),
);

const haveOneKey = (a: string, b: string): boolean => {
  const keys = new Set(valuesOf(b).map(({ key }) => key));
  return valuesOf(a).some(({ key }) => keys.has(key));
};

/** How strongly the text gives up the item's choice. */
function droppedSign(text: string, told: Subject, rarity: Rarity): number {
  const gone = replacementIn(text)?.dropped ?? "";
  return gone === "" ? 0 : Math.min(1, sharedSubject(subjectOf(gone), told, rarity).weight);
}

/** The segments of a turn: all of a short turn, and every two consecutive sentences of a longer one. */
export function segmentsOf(sentences: Segment): Segment[] {
  if (textOf(sentences).length <= WHOLE_MAX) return [sentences];
  return sentences.slice(0, SEGMENTS_MAX).map((_, i) => sentences.slice(i, i + 2));
}
