import type { Item } from "../../items/item.ts";
import { kindOf } from "../../items/kinds.ts";
import { type IndexedPassage, termsOf } from "../index/indexed.ts";
import { isRecalled } from "../index/search-view.ts";
import type { RankedKey } from "../score/score.ts";
import type { Candidates } from "./candidates.ts";
import type { Question } from "./question.ts";

/** The reasons for which something is missing from an answer, in the order in which they are checked. */
export type Gate =
  | "forgotten"
  | "own_words"
  | "never_recalled"
  | "waiting"
  | "over"
  | "quiet"
  | "filter"
  /** It contains no word of the question. */
  | "no_words"
  /** It contains only words that are too common to search. */
  | "cost"
  /** Too many other passages contain rarer words. */
  | "crowded"
  | "below"
  /** Too few units of a crystal's topic are in the answer. */
  | "few_units";

/** The reason in an item's own state for which recall never returns it. */
export function gateOfState(item: Item): Gate | undefined {
  const isLive = item.removed !== true && kindOf(item.kind).live.includes(item.status);
  if (!isRecalled(item.kind)) return isLive ? "waiting" : "over";
  if (!isLive) return "over";
  return item.quiet === true ? "quiet" : undefined;
}

/** The words of a question that a document or item contains, as the question has them. */
export function sharedWords({ terms }: Question, passages: readonly IndexedPassage[]): string[] {
  const held = new Set(passages.flatMap((passage) => [...termsOf(passage)]));
  return terms.filter((term) => held.has(term));
}

export type GateInput = {
  readonly question: Question;
  readonly candidates: Candidates;
  /** Best first. */
  readonly ranked: readonly RankedKey[];
};

/** Why a passage that passes every filter was not ranked; undefined if it was. */
export function gateOfWords(
  { question, candidates, ranked }: GateInput,
  passages: readonly IndexedPassage[],
): Gate | undefined {
  const key = passages[0]?.key;
  if (ranked.some((one) => one.key === key)) return undefined;
  const shared = sharedWords(question, passages);
  if (shared.length === 0 || candidates.passages.some((passage) => passage.key === key)) return "no_words";
  return shared.every((word) => candidates.skipped.includes(word)) ? "cost" : "crowded";
}
