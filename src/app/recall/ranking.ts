import { documentPath } from "../../core/documents/document.ts";
import { isKind, kindOf } from "../../core/items/kinds.ts";
import type { Passage } from "../../core/recall/index/passage.ts";
import { turnPosition } from "../../core/recall/index/search-view.ts";
import type { Ask } from "../../core/recall/query/candidates.ts";
import type { GateInput } from "../../core/recall/query/gate.ts";
import { readQuestion } from "../../core/recall/query/question.ts";
import { relatedTerms } from "../../core/recall/score/concepts.ts";
import type { Link } from "../../core/recall/score/link-scores.ts";
import { type ExtraParts, rank, type ScoreInput } from "../../core/recall/score/score.ts";
import { weightsOf } from "../../core/recall/score/weights.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, OwnFileDeps, ProjectDeps, RankingDeps, WriteDeps } from "../runtime/deps.ts";
import { knownGone } from "../staleness/known-drift.ts";
import { meaningOf, questionVector, type Semantic } from "./meaning.ts";
import { type Filters, filtersOf } from "./question.ts";
import { usageParts } from "./usage-parts.ts";

/** Passages that are scored. Scoring more of them hardly ever changes the first hits. */
const SCORED_MAX = 300;
/** Turns whose neighbours are scored too: the answer is often next to the matching words. */
const NEIGHBOURED = 20;

/** The ranking of a question, before its texts are read. */
export type Ranking = GateInput & {
  readonly ask: Ask;
  /** Whether meaning counted; absent without an embedder. */
  readonly semantic?: Semantic;
};

/** Everything that may answer a question, best first, by its words and its other score parts. */
export async function rankingFor(
  deps: WriteDeps & ProjectDeps & OwnFileDeps & RankingDeps,
  query: string,
  filters: Filters,
): Promise<Ranking> {
  const question = readQuestion(query);
  await catchUp(deps, "items", "search");
  const kept = await filtersOf(deps, filters);
  const related = relatedTerms(question);
  const ask = { ...kept, terms: question.terms, related, limit: SCORED_MAX, neighbours: NEIGHBOURED };
  const [asked, candidates] = await Promise.all([
    questionVector(deps, query),
    deps.store.search.candidates(ask),
  ]);
  const { passages } = candidates;
  const meaning = asked && (await meaningOf(deps, asked, { ask, passages }));
  const weights = weightsOf(deps.config.memory.retrievalWeights);
  const { meant = [], parts = NO_MEANING, semantic } = meaning ?? {};
  const beside = withMeaning(await besideOf(deps, [...passages, ...meant]), parts);
  const { gone, links } = await unitsKnown(deps, passages);
  const given = { corpus: candidates.corpus, weights, beside, gone, links, meant };
  const ranked = rank(question, passages, given);
  return { question, ask, candidates, ranked, ...(semantic === undefined ? {} : { semantic }) };
}

/** The state of the candidates' units: whose code is gone, and which belong together. */
async function unitsKnown(
  deps: MemoryDeps & ProjectDeps & OwnFileDeps,
  passages: readonly Passage[],
): Promise<Required<Pick<ScoreInput, "gone" | "links">>> {
  const units = new Map(
    passages.flatMap(({ key, kind, position }) =>
      isKind(kind) && kindOf(kind).isUnit ? [[key, { id: key, position }] as const] : [],
    ),
  );
  return {
    gone: await knownGone(deps, [...units.values()]),
    links: await linksAmong(deps, new Set(units.keys())),
  };
}

/** Score parts of candidates apart from their words. Turns and commits have no usage and no ratings. */
async function besideOf(deps: MemoryDeps & RankingDeps, passages: readonly Passage[]): Promise<ExtraParts> {
  const keys = new Map(
    passages.flatMap(({ key }) => (turnPosition(key) ? [] : [[usageId(key), key] as const])),
  );
  const usage = await usageParts(deps, [...keys.keys()]);
  return new Map([...usage].map(([id, parts]) => [keys.get(id) ?? id, parts]));
}

const NO_MEANING: ReadonlyMap<string, number> = new Map();

function withMeaning(beside: ExtraParts, parts: ReadonlyMap<string, number>): ExtraParts {
  const all = new Map(beside);
  for (const [key, semantic] of parts) all.set(key, { ...all.get(key), semantic });
  return all;
}

/** Documents are counted by their path. */
const usageId = (key: string): string => {
  const path = documentPath(key);
  return path === undefined ? key : `path:${path}`;
};

/** Accepted edges that are checked, the last accepted first. Checking more is not worth the time of every question. */
const EDGES_MAX = 200;

/** Pairs among these units that an accepted edge links. The items view must have caught up. */
async function linksAmong(deps: MemoryDeps, ids: ReadonlySet<string>): Promise<Link[]> {
  if (ids.size < 2) return [];
  const which = {
    kinds: ["edge"],
    statuses: ["accepted"],
    order: "newest",
    limit: EDGES_MAX,
    offset: 0,
  } as const;
  const { rows } = await deps.store.views.select(deps.views.items, which);
  return rows
    .filter(({ newer, older, removed }) => !removed && ids.has(String(newer)) && ids.has(String(older)))
    .map(({ newer, older }) => [String(newer), String(older)]);
}
