import type { Item } from "../../items/item.ts";
import { kindOf } from "../../items/kinds.ts";
import { type Indexed, termsOf } from "../index/indexed.ts";
import { isRecalled } from "../index/search-view.ts";
import type { Ranked } from "../score/score.ts";
import type { Candidates } from "./candidates.ts";
import type { Question } from "./question.ts";

/** What keeps something out of an answer, in the order it is met. */
export type Gate =
  | "forgotten"
  | "own_words"
  | "never_recalled"
  | "waiting"
  | "over"
  | "quiet"
  | "filter"
  /** No word of the question is in it. */
  | "no_words"
  /** It holds only words that too many others hold. */
  | "cost"
  /** Too many others hold rarer words. */
  | "crowded"
  | "below"
  /** Too few units of a crystal's topic are in the answer. */
  | "few_units";

/** What an item's own state keeps it out by, whatever is asked. */
export function gateOfState(item: Item): Gate | undefined {
  const isLive = item.removed !== true && kindOf(item.kind).live.includes(item.status);
  if (!isRecalled(item.kind)) return isLive ? "waiting" : "over";
  if (!isLive) return "over";
  return item.quiet === true ? "quiet" : undefined;
}

/** The words of a question that a thing holds, in the words of the question. */
export function sharedWords({ terms }: Question, passages: readonly Indexed[]): string[] {
  const held = new Set(passages.flatMap((passage) => [...termsOf(passage)]));
  return terms.filter((term) => held.has(term));
}

export type GateInput = {
  readonly question: Question;
  readonly candidates: Candidates;
  readonly ranked: readonly Ranked[];
};

/** Why a passage that passes every filter was not ranked; undefined if it was. */
export function gateOfWords(
  { question, candidates, ranked }: GateInput,
  passages: readonly Indexed[],
): Gate | undefined {
  const key = passages[0]?.key;
  if (ranked.some((one) => one.key === key)) return undefined;
  const shared = sharedWords(question, passages);
  if (shared.length === 0 || candidates.passages.some((passage) => passage.key === key)) return "no_words";
  return shared.every((word) => candidates.skipped.includes(word)) ? "cost" : "crowded";
}
