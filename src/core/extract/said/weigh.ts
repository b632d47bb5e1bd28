import type { KindName } from "../../items/kinds.ts";
import { meets, meetsFirst, type Tongue } from "./languages.ts";
import { leadOf } from "./lead.ts";
import { clausesOf, type Sentence } from "./sentences.ts";
import { tellingWords } from "./words.ts";

/** What is known about a sentence besides its words. */
export type Setting = {
  /** The agent left something to choose, and this is the first thing the person says to it. */
  readonly isAnswer: boolean;
  /** Nothing was said before its turn in the session that is seen. */
  readonly isFirst: boolean;
  /** It opens its turn. */
  readonly isOpening: boolean;
  /** The agent asked whether to do a piece of work. */
  readonly isWorkAsked: boolean;
  /** The turn is as long as a document: what is no order and no decision in so many words is its text. */
  readonly isLong: boolean;
  /** The turn began with a refusal of what the agent said. */
  readonly isRefusal: boolean;
};

export type Weighed = {
  readonly kind: KindName;
  readonly points: number;
  /** It would not be kept but for what stands around it. */
  readonly isWeak: boolean;
  /** One of its words is enough. */
  readonly isStrong: boolean;
  /** It is an order or a decision in so many words. */
  readonly isOutright: boolean;
};

/** From so many points on, a statement is kept. */
export const KEPT = 3;

/** What speaks for a statement being one that lasts, and what against. */
const POINTS = {
  settle: 3,
  pick: 1,
  order: 3,
  must: 3,
  house: 2,
  rule: 2,
  reject: 2,
  against: 1,
  norm: 1,
  hence: 2,
  amend: 1,
  report: -2,
} as const;
const LISTS = Object.keys(POINTS) as (keyof typeof POINTS)[];
/** A short answer where something was left to choose. */
const ANSWER = 3;
/** A short statement that names a number. */
const VALUE = 1;
const ELLIPTIC = 1;
/** "this, not that". */
const CONTRAST = 2;
const REFUSAL = 2;
/** Agreement with something added or taken away. */
const BUT = 2;
/** A verb of choosing at the beginning tells what to do. */
const IMPERATIVE = 1;
/** What is said outright may be told together with how it came to it. */
const STRONG_REPORT = 1;
/** Another clause of the sentence leans the same way. */
const SUPPORT = 1;
const TAG = 4;
const HEDGE = -4;
const TASK = -3;
const FIRST = -1;
const LONG = -5;
/** "yes, the second" to "shall I drop it" tells what to do now. */
const GO_AHEAD = -2;
/** An answer in a nutshell has no more words than this, or letters where words are not parted. */
const NUTSHELL_WORDS = 9;
const NUTSHELL_LETTERS = 16;

/** Weighs a sentence of a person. Undefined when it asks, thanks or only agrees. */
export function weigh(sentence: Sentence, tongues: readonly Tongue[], setting: Setting): Weighed | undefined {
  const { rest, agrees, isBut } = leadOf(sentence.look, tongues);
  if (isIdle(sentence, rest, tongues)) return undefined;
  const clauses = clausesOf(rest);
  const isContrast = clauses.slice(1).some((clause) => meetsFirst(tongues, "against", clause) > 0);
  // Who trails off has not made up their mind.
  const isHedged =
    /(?:\.\.\.|…)\s*$/u.test(sentence.look) ||
    (meets(tongues, "hedge", clauses[0] ?? "") && !meets(tongues, "order", clauses[0] ?? ""));
  let [best, supports]: [Weighed | undefined, number] = [undefined, 0];
  // What is said first says what sort of statement it is, unless a rule follows; the rest gives reasons.
  let first: KindName | undefined;
  for (const [i, clause] of clauses.entries()) {
    const one = weighClause(clause, tongues, {
      isAnswer: i === 0 && setting.isAnswer,
      isFirst: setting.isFirst,
    });
    const points =
      one.points +
      (i === 0 && isContrast ? CONTRAST : 0) +
      (i === 0 && isBut ? BUT : 0) +
      (isHedged ? HEDGE : 0);
    if (points >= 2) supports++;
    if (points >= KEPT) first = one.kind === "constraint" ? one.kind : (first ?? one.kind);
    if (best === undefined || points > best.points) best = { ...one, points };
  }
  if (!best) return undefined;
  const own =
    best.points +
    (supports > 1 ? SUPPORT : 0) +
    (meets(tongues, "tag", rest) ? TAG : 0) +
    (setting.isFirst && setting.isOpening && !best.isOutright ? FIRST : 0);
  const isGoAhead = setting.isWorkAsked && setting.isOpening && agrees && !isBut;
  const points =
    own +
    (isGoAhead ? GO_AHEAD : 0) +
    (setting.isRefusal ? REFUSAL : 0) +
    (setting.isLong && !best.isOutright ? LONG : 0);
  return { ...best, kind: first ?? best.kind, points, isWeak: own <= KEPT && !best.isStrong };
}

/** Questions, thanks and bare assent settle nothing by themselves. */
export function isIdle(sentence: Sentence, rest: string, tongues: readonly Tongue[]): boolean {
  if (sentence.isQuestion || rest === "" || isChat(sentence.look, tongues)) return true;
  return asksIn(rest, tongues) && !meets(tongues, "must", rest) && !meets(tongues, "order", rest);
}

/** "then drop it" is as much a piece of work as "drop it". */
function withoutHence(clause: string, tongues: readonly Tongue[]): string {
  return clause.slice(meetsFirst(tongues, "hence", clause)).trim();
}

/** True when a question begins in it, at its beginning or behind a colon or a dash. */
export function asksIn(look: string, tongues: readonly Tongue[]): boolean {
  return look.split(/[:：]\s*|\s[-–—]\s/u).some((part) => meets(tongues, "asks", part.trim()));
}

function weighClause(
  clause: string,
  tongues: readonly Tongue[],
  { isAnswer, isFirst }: { isAnswer: boolean; isFirst: boolean },
): Weighed {
  const met = LISTS.filter((list) => meets(tongues, list, clause));
  const isTask = meets(tongues, "task", withoutHence(clause, tongues));
  const short = isElliptic(clause, tongues);
  const isStrong = met.some((list) => POINTS[list] > 2);
  // "then it is no problem" concludes nothing that lasts.
  const counted = short || isStrong ? met : met.filter((list) => list !== "hence");
  const points =
    counted.reduce((sum, list) => sum + POINTS[list], 0) +
    (isStrong && met.includes("report") ? STRONG_REPORT : 0) +
    (short && isAnswer ? ANSWER : short && !isFirst ? ELLIPTIC : 0) +
    ((short || met.includes("pick")) && !isFirst && /\d/.test(clause) ? VALUE : 0) +
    (meetsFirst(tongues, "pick", clause) > 0 ? IMPERATIVE : 0) +
    (isTask && !met.includes("order") && !met.includes("must") ? TASK : 0) +
    (meets(tongues, "hedge", clause) && !met.includes("order") ? HEDGE : 0);
  const isRule = met.includes("must") || (met.includes("house") && !met.includes("settle"));
  const kind = isRule ? "constraint" : met.includes("order") ? "preference" : "decision";
  return {
    kind,
    points,
    isWeak: false,
    isStrong,
    isOutright: met.includes("settle") || met.includes("order"),
  };
}

export function isElliptic(clause: string, tongues: readonly Tongue[]): boolean {
  if (meets(tongues, "finite", clause) || meets(tongues, "report", clause)) return false;
  const words = (clause.match(/[\p{L}\p{N}]+(?:['’._-][\p{L}\p{N}]+)*/gu) ?? []).length;
  const isSpaced = /\s/.test(clause);
  return isSpaced
    ? words <= NUTSHELL_WORDS
    : clause.length <= NUTSHELL_LETTERS || /^[\p{Script=Latin}\p{N}._/-]+$/u.test(clause);
}

/** True when there is nothing in it but thanks, praise, assent and small words. */
export function isChat(look: string, tongues: readonly Tongue[]): boolean {
  const rest = tongues.reduce(
    (text, tongue) => text.replace(new RegExp(tongue.chat.source, "gu"), " "),
    look,
  );
  return tellingWords(rest, tongues).size === 0 && !/\d/.test(rest);
}
