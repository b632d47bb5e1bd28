import { itemsByIds } from "../items/find-item.ts";
import type { ContextDeps, FileDeps, MemoryDeps, ProjectDeps, WorkerDeps } from "../runtime/deps.ts";
import { elsewhereCheck } from "../runtime/packages.ts";
import { readSemanticEvents } from "../sessions/read-semantic-events.ts";
import { withAnswers } from "./answered-turns.ts";
import { withCrystals } from "./crystal-hits.ts";
import type { Hit } from "./hits.ts";
import type { Semantic } from "./meaning.ts";
import { type Filters, SESSION } from "./question.ts";
import { type Ranking, rankingFor } from "./ranking.ts";
import { threadHits } from "./thread-hits.ts";

export type RecallInput = Filters & { readonly query: string; readonly k: number };

export type RecallResult = {
  readonly hits: readonly Hit[];
  readonly returned: number;
  /** Words of the question that are too common to search exhaustively. */
  readonly skipped?: readonly string[];
  /** Whether meaning counted; absent without an embedder. */
  readonly semantic?: Semantic;
};

/** Finds what this project already knows about a question. */
export async function recall(deps: WorkerDeps, input: RecallInput): Promise<RecallResult> {
  const { query, k, ...filters } = input;
  await readSemanticEvents(deps);
  const ranking = await rankingFor(deps, query, filters);
  const hits = await answerOf(deps, ranking, { k, filters });
  const { skipped } = ranking.candidates;
  const { semantic } = ranking;
  return {
    hits,
    returned: hits.length,
    ...(skipped.length > 0 ? { skipped } : {}),
    ...(semantic === undefined ? {} : { semantic }),
  };
}

/** Turns that are read to find sessions: several of the best ones may belong to one session. */
const SESSION_TURNS = 40;

/** The k best results, including crystals and digests of sessions, in display order. */
export async function answerOf(
  deps: MemoryDeps & ProjectDeps & ContextDeps & FileDeps,
  ranking: Ranking,
  { k, filters }: { readonly k: number; readonly filters: Filters },
): Promise<readonly Hit[]> {
  const isOfSessions = filters.kind?.includes(SESSION) ?? false;
  const best = await threadHits(deps, ranking, isOfSessions ? SESSION_TURNS : k);
  const told = isOfSessions
    ? await (await import("./session-hits.ts")).withSessions(deps, best.slice(0, SESSION_TURNS), filters)
    : best;
  const answered = (await withAnswers(deps, told)).slice(0, k);
  const all = (await withCrystals(deps, answered, filters)).slice(0, k);
  return filters.path === undefined ? orderByPackage(deps, all) : all;
}

/** The weight of an item that is only about other packages, compared with an equal score. */
const ELSEWHERE_WORTH = 0.7;

/** Hits for a person in a package: all of them, with those about other packages behind their equals. */
async function orderByPackage(
  deps: MemoryDeps & ProjectDeps & FileDeps,
  hits: readonly Hit[],
): Promise<readonly Hit[]> {
  const isElsewhere = await elsewhereCheck(deps);
  if (isElsewhere === undefined) return hits;
  const rows = await itemsByIds(
    deps,
    hits.map(({ id }) => id),
  );
  const elsewhere = new Set<string>();
  for (const row of rows) if (await isElsewhere(row)) elsewhere.add(row.id);
  const worth = ({ id, score }: Hit): number => score * (elsewhere.has(id) ? ELSEWHERE_WORTH : 1);
  return hits.toSorted((a, b) => worth(b) - worth(a));
}
