import { documentPath } from "../core/documents/document.ts";
import type { Ask, Candidates } from "../core/recall/candidates.ts";
import type { Passage } from "../core/recall/passage.ts";
import { type Question, readQuestion } from "../core/recall/question.ts";
import { type Beside, type Ranked, rank } from "../core/recall/score.ts";
import { turnPosition } from "../core/recall/search-view.ts";
import { weightsOf } from "../core/recall/weights.ts";
import { type Filters, filtersOf } from "./question.ts";
import { usageParts } from "./usage-parts.ts";
import { catchUp, type World } from "./world.ts";

/** Passages that are scored. More of them change what comes first in next to no question. */
const SCORED_MAX = 300;
/** Turns whose neighbours are scored too: an answer often stands beside the words that were asked for. */
const NEIGHBOURED = 20;

/** All that is known of a question before its answer is written down. */
export type Ranking = {
  readonly question: Question;
  readonly ask: Ask;
  readonly candidates: Candidates;
  /** Best first. */
  readonly ranked: readonly Ranked[];
};

/** Everything that answers a question, best first, by its words and by what else is known of it. */
export async function rankingFor(world: World, query: string, filters: Filters): Promise<Ranking> {
  const question = readQuestion(query);
  await catchUp(world, "items", "search");
  const kept = await filtersOf(world, filters);
  const ask = { ...kept, terms: question.terms, limit: SCORED_MAX, neighbours: NEIGHBOURED };
  const candidates = await world.store.candidates(ask);
  const weights = weightsOf(world.config.memory.retrievalWeights);
  const beside = await besideOf(world, candidates.passages);
  const ranked = rank(question, candidates.passages, { corpus: candidates.corpus, weights, beside });
  return { question, ask, candidates, ranked };
}

/** What is known of candidates beside their words. Turns and commits are not used up or rated. */
async function besideOf(world: World, passages: readonly Passage[]): Promise<Beside> {
  const keys = new Map(
    passages.flatMap(({ key }) => (turnPosition(key) ? [] : [[usageId(key), key] as const])),
  );
  const usage = await usageParts(world, [...keys.keys()]);
  return new Map([...usage].map(([id, part]) => [keys.get(id) ?? id, { usage: part }]));
}

/** Documents are counted by their path. */
const usageId = (key: string): string => {
  const path = documentPath(key);
  return path === undefined ? key : `path:${path}`;
};
