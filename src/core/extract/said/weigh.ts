import type { KindName } from "../../items/kinds.ts";
import { meets, meetsFirst, type Tongue } from "./languages.ts";
import { leadOf } from "./lead.ts";
import { clausesOf, type Sentence } from "./sentences.ts";
import { tellingWords } from "./words.ts";

/** What is known about a sentence besides its words. */
export type Setting = {
  /** The agent left something to choose, and this is the first thing the person says to it. */
  readonly isAnswer: boolean;
  /** Nothing was said before it in the session that is seen. */
  readonly isFirst: boolean;
  /** The turn began with a refusal of what the agent said. */
  readonly isRefusal: boolean;
};

export type Weighed = { readonly kind: KindName; readonly points: number; readonly why: string };

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
  norm: 1,
  then: 1,
  amend: 1,
  report: -2,
} as const;
const LISTS = Object.keys(POINTS) as (keyof typeof POINTS)[];
/** A short answer where something was left to choose. */
const ANSWER = 3;
/** A short statement that names a number. */
const VALUE = 2;
const ELLIPTIC = 1;
/** "this, not that". */
const CONTRAST = 2;
const REFUSAL = 2;
/** Agreement with something added or taken away. */
const BUT = 2;
/** A verb of choosing at the beginning tells what to do. */
const IMPERATIVE = 1;
const HEDGE = -4;
const TASK = -3;
const FIRST = -1;
/** An answer in a nutshell has no more words than this, or letters where words are not parted. */
const NUTSHELL_WORDS = 9;
const NUTSHELL_LETTERS = 16;

/** Weighs a sentence of a person. Undefined when it asks, thanks or only agrees. */
export function weigh(sentence: Sentence, tongues: readonly Tongue[], setting: Setting): Weighed | undefined {
  const { rest, isBut } = leadOf(sentence.look, tongues);
  if (isIdle(sentence, rest, tongues)) return undefined;
  const clauses = clausesOf(rest);
  const isContrast = clauses.slice(1).some((clause) => meetsFirst(tongues, "against", clause) > 0);
  const isHedged = meets(tongues, "hedge", clauses[0] ?? "") && !meets(tongues, "order", clauses[0] ?? "");
  let best: Weighed | undefined;
  for (const [i, clause] of clauses.entries()) {
    const one = weighClause(clause, tongues, { isAnswer: i === 0 && setting.isAnswer, isFirst: setting.isFirst });
    const points = one.points + (i === 0 && isContrast ? CONTRAST : 0) + (i === 0 && isBut ? BUT : 0) + (isHedged ? HEDGE : 0);
    if (best === undefined || points > best.points) best = { ...one, points };
  }
  if (!best) return undefined;
  const whole = (setting.isFirst ? FIRST : 0) + (setting.isRefusal ? REFUSAL : 0);
  return { ...best, points: best.points + whole };
}

/** Questions, thanks and bare assent settle nothing by themselves. */
export function isIdle(sentence: Sentence, rest: string, tongues: readonly Tongue[]): boolean {
  if (sentence.isQuestion || rest === "" || isChat(sentence.look, tongues)) return true;
  return asksIn(rest, tongues) && !meets(tongues, "must", rest) && !meets(tongues, "order", rest);
}

/** True when a question begins in it, at its beginning or behind a colon or a dash. */
export function asksIn(look: string, tongues: readonly Tongue[]): boolean {
  return look.split(/[:：]\s*|\s[-–—]\s/u).some((part) => meets(tongues, "asks", part.trim()));
}

function weighClause(clause: string, tongues: readonly Tongue[], { isAnswer, isFirst }: { isAnswer: boolean; isFirst: boolean }): Weighed {
  const met = LISTS.filter((list) => meets(tongues, list, clause));
  const isTask = meets(tongues, "task", clause);
  const short = isElliptic(clause, tongues);
  const points =
    met.reduce((sum, list) => sum + POINTS[list], 0) +
    (short && isAnswer ? ANSWER : short && !isFirst ? ELLIPTIC : 0) +
    ((short || met.includes("pick")) && !isFirst && /\d/.test(clause) ? VALUE : 0) +
    (meetsFirst(tongues, "pick", clause) > 0 ? IMPERATIVE : 0) +
    (isTask && !met.includes("order") && !met.includes("must") ? TASK : 0) +
    (!isFirst && meets(tongues, "hedge", clause) && !met.includes("order") ? HEDGE : 0);
  const isRule = met.includes("must") || (met.includes("house") && !met.includes("settle"));
  const kind = isRule ? "constraint" : met.includes("order") ? "preference" : "decision";
  return { kind, points, why: `${met.join(" ")}${short ? " short" : ""}${isAnswer ? " answer" : ""}${isTask ? " task" : ""}` };
}

export function isElliptic(clause: string, tongues: readonly Tongue[]): boolean {
  if (meets(tongues, "finite", clause) || meets(tongues, "report", clause)) return false;
  const words = (clause.match(/[\p{L}\p{N}]+(?:['’._-][\p{L}\p{N}]+)*/gu) ?? []).length;
  const isSpaced = /\s/.test(clause);
  return isSpaced ? words <= NUTSHELL_WORDS : clause.length <= NUTSHELL_LETTERS || /^[\p{Script=Latin}\p{N}._/-]+$/u.test(clause);
}

/** True when there is nothing in it but thanks, praise, assent and small words. */
export function isChat(look: string, tongues: readonly Tongue[]): boolean {
  const rest = tongues.reduce((text, tongue) => text.replace(new RegExp(tongue.chat.source, "gu"), " "), look);
  return tellingWords(rest, tongues).size === 0 && !/\d/.test(rest);
}
