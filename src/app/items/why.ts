import { wordsOf } from "../../core/recall/index/words.ts";
import { type Filter, filterAgainst } from "../../core/recall/query/candidates.ts";
import { type Gate, gateOfWords, sharedWords } from "../../core/recall/query/gate.ts";
import { keptOutOf, type Omission } from "../briefing/ledger.ts";
import { type Hit, hitsOf } from "../recall/hits.ts";
import type { Filters } from "../recall/question.ts";
import { type Ranking, rankingFor } from "../recall/ranking.ts";
import { answerOf } from "../recall/recall.ts";
import { findRecallable, type Recallable } from "../recall/recallable.ts";
import type { BriefDeps, FileDeps, MemoryDeps } from "../runtime/deps.ts";
import { type ThreadStatement, threadOf } from "../threads/thread-of.ts";
import { type ShownEvent, type ShownItem, showWithoutUse } from "./show.ts";

/** `k`: the number of results in the answer. */
export type WhyInput = { readonly id: string; readonly query?: string | undefined; readonly k: number };

/** Why something is remembered, and its rank in the answer to a question. */
export type Explanation = {
  readonly id: string;
  /** Its text, evidence and history. Absent for a crystal, which is compiled on request. */
  readonly shown?: ShownItem | ShownEvent;
  /** Statements about the same matter, oldest first; absent if there is only one. */
  readonly thread?: readonly ThreadStatement[];
  readonly query?: string;
  readonly hit?: Hit & {
    /** Its rank from 1: among the results if it is one of them, otherwise among everything that was ranked. */
    readonly rank: number;
    readonly of: number;
    /** Words of the question that it contains. */
    readonly matched: readonly string[];
  };
  /** In place of the hit, if it is not a result. */
  readonly gate?: Gate;
};

/** Explains why something is remembered and, with a question, its rank in the answer. */
export async function why(deps: BriefDeps & FileDeps, { id, query, k }: WhyInput): Promise<Explanation> {
  const thing = await findRecallable(deps, id);
  const isTold = thing.item !== undefined || thing.id.includes("@");
  const thread = thing.item === undefined ? [] : await threadOf(deps, thing.item);
  const shown = {
    ...(isTold ? { shown: await showWithoutUse(deps, { id: thing.item?.id ?? thing.id }) } : {}),
    ...(thread.length === 0 ? {} : { thread }),
  };
  if (query === undefined) return { id: thing.label ?? thing.id, ...shown };
  const ranking = await rankingFor(deps, query, {});
  const at = ranking.ranked.findIndex(({ key }) => key === thing.id);
  const [hit] = await hitsOf(deps, ranking.question, ranking.ranked.slice(at, at < 0 ? 0 : at + 1));
  const place = (await answerOf(deps, ranking, { k, filters: {} })).findIndex((each) => each.id === thing.id);
  const asked = { id: thing.label ?? thing.id, query, ...shown };
  if (!hit) return { ...asked, gate: gateOf(ranking, thing) ?? "below" };
  const matched = inOwnWords(query, sharedWords(ranking.question, thing.passages));
  return {
    ...asked,
    hit: { ...hit, rank: (place < 0 ? at : place) + 1, of: ranking.ranked.length, matched },
  };
}

export type WhyNotInput = Filters & { readonly id: string; readonly query: string; readonly k: number };

/** Why something is not in the answer to a question. */
export type AbsenceReason = {
  readonly id: string;
  readonly query: string;
  /** "none" if it is in the answer, unless the bundle made from this answer left it out. */
  readonly gate: Gate | Omission["why"] | "none";
  /** The bundle that left it out. */
  readonly bundle?: string;
  /** For an ended item: its status, and the item that replaced it. */
  readonly status?: string;
  readonly replaced_by?: string;
  /** The filter that excluded it. */
  readonly filter?: Filter;
  /** Words of the question that it contains. */
  readonly matched?: readonly string[];
  /** Words of the question that are too common to search exhaustively. */
  readonly skipped?: readonly string[];
  readonly rank?: number;
  readonly of?: number;
  readonly score?: number;
  /** The score of the last result. */
  readonly needed?: number;
};

/** Explains which gate kept something out of the answer of `recall` to a question. */
export async function whyNot(deps: BriefDeps & FileDeps, input: WhyNotInput): Promise<AbsenceReason> {
  const { id, query, k, ...filters } = input;
  const thing = await findRecallable(deps, id);
  const named = { id: thing.label ?? thing.id, query };
  if (thing.gate !== undefined) return { ...named, gate: thing.gate, ...(await endOf(deps, thing)) };
  const ranking = await rankingFor(deps, query, filters);
  const hits = await answerOf(deps, ranking, { k, filters });
  const told = hits.findIndex((hit) => hit.id === thing.id);
  if (told >= 0) {
    const [kept] = await keptOutOf(deps, thing.id, query);
    const left = kept ? { gate: kept.why, bundle: kept.bundle } : { gate: "none" as const };
    return { ...named, ...left, rank: told + 1, of: ranking.ranked.length };
  }
  if (thing.passages.length === 0) return { ...named, gate: "few_units" };
  const filter = thing.passages.map((passage) => filterAgainst(ranking.ask, passage)).find(Boolean);
  if (filter !== undefined) return { ...named, gate: "filter", filter };
  return { ...named, ...placeOf(ranking, thing, hits) };
}

function placeOf(
  ranking: Ranking,
  thing: Recallable,
  hits: readonly Hit[],
): Omit<AbsenceReason, "id" | "query"> {
  const { question, candidates, ranked } = ranking;
  const matched = inOwnWords(question.text, sharedWords(question, thing.passages));
  const gate = gateOf(ranking, thing);
  if (gate !== undefined)
    return { gate, matched, ...(gate === "cost" ? { skipped: candidates.skipped } : {}) };
  const at = ranked.findIndex(({ key }) => key === thing.id);
  const needed = hits.at(-1)?.score ?? 0;
  const place = { rank: at + 1, of: ranked.length, score: ranked[at]?.score ?? 0, needed };
  return { gate: "below", matched, ...place };
}

const gateOf = (ranking: Ranking, thing: Recallable): Gate | undefined =>
  thing.gate ?? gateOfWords(ranking, thing.passages);

/** How an ended item ended, and the unit that replaced it. */
async function endOf(
  deps: MemoryDeps,
  { item, gate }: Recallable,
): Promise<Pick<AbsenceReason, "status" | "replaced_by">> {
  if (item === undefined) return {};
  const status = item.removed === true ? "removed" : item.status;
  if (gate !== "over") return { status };
  const shown = await showWithoutUse(deps, { id: item.id });
  const edges = "relations" in shown ? shown.relations.edges : [];
  const by = edges.find(
    (edge) => edge.this_is === "older" && edge.relation === "replaces" && edge.status === "accepted",
  );
  return { status, ...(by?.other ? { replaced_by: by.other.label } : {}) };
}

/** The words of a question, as written, whose stems are in the given list. */
function inOwnWords(query: string, stems: readonly string[]): string[] {
  const known = new Set(stems);
  const written = query.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(written.filter((word) => wordsOf(word).some((stem) => known.has(stem))))];
}
