import type { ContextDeps, FileDeps, MemoryDeps, ProjectDeps, WorkerDeps } from "../runtime/deps.ts";
import { readSemanticEvents } from "../sessions/read-semantic-events.ts";
import { withAnswers } from "./answered-turns.ts";
import { withCrystals } from "./crystal-hits.ts";
import type { Hit } from "./hits.ts";
import type { Semantic } from "./meaning.ts";
import { orderByPackage } from "./package-order.ts";
import { type Filters, SESSION } from "./question.ts";
import { type Ranking, rankingFor } from "./ranking.ts";
import { threadHits } from "./thread-hits.ts";

export type RecallInput = Filters & { readonly query: string; readonly k: number };

export type Recalled = {
  readonly hits: readonly Hit[];
  readonly returned: number;
  /** Words of the question that too many things hold for all of those to be looked at. */
  readonly skipped?: readonly string[];
  /** Whether meaning counted; absent where no embedder is on. */
  readonly semantic?: Semantic;
};

/** Finds what this project already knows about a question. */
export async function recall(world: WorkerDeps, input: RecallInput): Promise<Recalled> {
  const { query, k, ...filters } = input;
  await readSemanticEvents(world);
  const ranking = await rankingFor(world, query, filters);
  const hits = await answerOf(world, ranking, { k, filters });
  const { skipped } = ranking.candidates;
  const { semantic } = ranking;
  return {
    hits,
    returned: hits.length,
    ...(skipped.length > 0 ? { skipped } : {}),
    ...(semantic === undefined ? {} : { semantic }),
  };
}

/** Turns looked at to find sessions: several of the best ones may be of one session. */
const SESSION_TURNS = 40;

/** The k best of what was ranked, crystals and digests of sessions among them, in the order that they are told in. */
export async function answerOf(
  world: MemoryDeps & ProjectDeps & ContextDeps & FileDeps,
  ranking: Ranking,
  { k, filters }: { readonly k: number; readonly filters: Filters },
): Promise<readonly Hit[]> {
  const isOfSessions = filters.kind?.includes(SESSION) ?? false;
  const best = await threadHits(world, ranking, isOfSessions ? SESSION_TURNS : k);
  const told = isOfSessions
    ? await (await import("./session-hits.ts")).withSessions(world, best, filters)
    : best;
  const all = (await withCrystals(world, told, filters)).slice(0, k);
  const answered = await withAnswers(world, all);
  return filters.path === undefined ? orderByPackage(world, answered) : answered;
}
