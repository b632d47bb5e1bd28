import { topicName } from "../../core/items/topics-view.ts";
import { byCodePoints } from "../../core/order.ts";
import { itemsByIds } from "../items/find-item.ts";
import { compiledTopic } from "../items/topics.ts";
import type { ContextDeps, FileDeps, MemoryDeps, ProjectDeps, WorkerDeps } from "../runtime/deps.ts";
import { elsewhereCheck } from "../runtime/packages.ts";
import { readSemanticEvents } from "../sessions/read-semantic-events.ts";
import { withAnswers } from "./answered-turns.ts";
import type { Hit } from "./hits.ts";
import type { Semantic } from "./meaning.ts";
import { CRYSTAL, type Filters, SESSION } from "./question.ts";
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

/** Maximum number of crystals in one answer: compiling one reads all units of its topic. */
const CRYSTALS_MAX = 3;
/** This many units of a topic must match before its crystal is added. */
const MATCHES_MIN = 2;

/**
 * Adds the crystals of topics with several matching units, behind all other hits. If crystals are requested by kind, one matching unit is
 * enough, and units are returned only if they were requested too.
 */
async function withCrystals(deps: MemoryDeps, hits: readonly Hit[], filters: Filters): Promise<Hit[]> {
  const kinds = filters.kind ?? [];
  const isAsked = kinds.includes(CRYSTAL);
  if (!isAsked && !isOfAll(filters)) return [...hits];
  const least = isAsked ? 1 : MATCHES_MIN;
  const topics = [...unitsByTopic(hits)].filter(([, units]) => units.length >= least);
  const behind = new Map<string, Hit>();
  for (const [topic, units] of topics.slice(0, CRYSTALS_MAX)) {
    const last = units[least - 1];
    const crystal = last && (await crystalHit(deps, topic, { units, last }));
    if (crystal) behind.set(last.id, crystal);
  }
  // The units of the topic are in the answer already, so its page must not take another hit's place.
  if (!isAsked) return [...hits, ...behind.values()];
  const isTold = (hit: Hit): boolean => kinds.includes(hit.kind);
  return hits.flatMap((hit) => [...(isTold(hit) ? [hit] : []), ...[behind.get(hit.id) ?? []].flat()]);
}

/** A crystal covers a whole topic, all its authors and all times. So the only filter that fits is the topic. */
const isOfAll = ({ topic: _topic, ...others }: Filters): boolean =>
  Object.values(others).every((value) => value === undefined || value.length === 0);

function unitsByTopic(hits: readonly Hit[]): Map<string, Hit[]> {
  const topics = new Map<string, Hit[]>();
  for (const hit of hits) {
    if (hit.topic === undefined) continue;
    const topic = topicName(hit.topic);
    topics.set(topic, [...(topics.get(topic) ?? []), hit]);
  }
  return topics;
}

type Matching = { readonly units: readonly Hit[]; readonly last: Hit };

async function crystalHit(
  deps: MemoryDeps,
  topic: string,
  { units, last }: Matching,
): Promise<Hit | undefined> {
  const { crystal } = await compiledTopic(deps, topic);
  const cited = units.filter(({ id }) => crystal?.cites.includes(id));
  if (crystal === undefined || cited.length === 0) return undefined;
  return {
    id: `${CRYSTAL}:${topic}`,
    kind: CRYSTAL,
    text: crystal.text,
    snippet: cited.map(({ snippet }) => snippet).join(" · "),
    topic,
    at:
      cited
        .map(({ at }) => at)
        .sort(byCodePoints)
        .at(-1) ?? last.at,
    by: "tidemark",
    score: last.score,
    parts: last.parts,
    evidence: [...new Set(cited.flatMap(({ evidence }) => evidence))],
    cites: cited.map(({ id }) => id),
  };
}
