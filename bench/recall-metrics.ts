import { chanceOf } from "./chance.ts";

/** The metrics of one ranking, each from 0 to 1. */
export type Scores = {
  readonly "any@1": number;
  readonly "any@5": number;
  readonly "all@5": number;
  readonly "rec@5": number;
  readonly "rec@10": number;
  readonly "ndcg@10": number;
  readonly mrr: number;
};

/** Scores a ranking (best first, without duplicates) against the set of relevant names. */
export function scoresOf(ranked: readonly string[], gold: ReadonlySet<string>): Scores {
  const found = (k: number): number => ranked.slice(0, k).filter((name) => gold.has(name)).length;
  const first = ranked.findIndex((name) => gold.has(name));
  return {
    "any@1": Number(found(1) > 0),
    "any@5": Number(found(5) > 0),
    "all@5": Number(found(5) === gold.size),
    "rec@5": found(5) / gold.size,
    "rec@10": found(10) / gold.size,
    "ndcg@10": ndcg(ranked, gold, 10),
    mrr: first < 0 ? 0 : 1 / (first + 1),
  };
}

/** Normalised discounted cumulative gain with binary relevance. */
function ndcg(ranked: readonly string[], gold: ReadonlySet<string>, k: number): number {
  const gainAt = (index: number): number => 1 / Math.log2(index + 2);
  const gained = ranked.slice(0, k).reduce((sum, name, i) => sum + (gold.has(name) ? gainAt(i) : 0), 0);
  const best = Array.from({ length: Math.min(k, gold.size) }, (_, i) => gainAt(i));
  return gained / sum(best);
}

/** Whether the best current answer ranks before every outdated one. A missing answer ranks last. */
export function isFresh(
  ranked: readonly string[],
  names: { readonly newer: ReadonlySet<string>; readonly older: ReadonlySet<string> },
): boolean {
  const newest = ranked.findIndex((name) => names.newer.has(name));
  const oldest = ranked.findIndex((name) => names.older.has(name));
  return newest >= 0 && (oldest < 0 || newest < oldest);
}

/** The scores of one question. `fresh` is set only if the question has an outdated answer. */
export type Scored = {
  readonly qid: string;
  readonly type: string;
  readonly scores: Scores;
  readonly fresh?: boolean;
};

export type Metrics = Scores & { readonly "macro_ndcg@10": number; readonly "fresh@1"?: number };
export type Summary = { readonly n: number; readonly metrics: Metrics };

/** Means over all questions. `macro_ndcg@10` is the mean over question types with equal weight. */
export function summaryOf(scored: readonly Scored[]): Summary {
  const of = (name: keyof Scores): number => mean(scored.map(({ scores }) => scores[name]));
  const fresh = scored.flatMap((one) => (one.fresh === undefined ? [] : [Number(one.fresh)]));
  const macro = [...byType(scored).values()].map((some) => mean(some.map(({ scores }) => scores["ndcg@10"])));
  return {
    n: scored.length,
    metrics: {
      "any@1": of("any@1"),
      "any@5": of("any@5"),
      "all@5": of("all@5"),
      "rec@5": of("rec@5"),
      "rec@10": of("rec@10"),
      "ndcg@10": of("ndcg@10"),
      "macro_ndcg@10": mean(macro),
      mrr: of("mrr"),
      ...(fresh.length === 0 ? {} : { "fresh@1": mean(fresh) }),
    },
  };
}

/** Questions grouped by type, in order of first appearance. */
export function byType(scored: readonly Scored[]): ReadonlyMap<string, readonly Scored[]> {
  const types = new Map<string, Scored[]>();
  for (const one of scored) types.set(one.type, [...(types.get(one.type) ?? []), one]);
  return types;
}

export type Interval = { readonly low: number; readonly mean: number; readonly high: number };

/** Enough resamples for interval ends that are stable to a tenth of a point. */
const RESAMPLES = 10_000;

/** The 95 % bootstrap confidence interval of the mean of paired differences. */
export function pairedInterval(differences: readonly number[], seed: number): Interval {
  const chance = chanceOf(seed);
  const means = Array.from({ length: RESAMPLES }, () => {
    let total = 0;
    for (let i = 0; i < differences.length; i++)
      total += differences[Math.floor(chance() * differences.length)] ?? 0;
    return total / Math.max(1, differences.length);
  }).sort((a, b) => a - b);
  const at = (share: number): number => means[Math.floor(share * (RESAMPLES - 1))] ?? 0;
  return { low: at(0.025), mean: mean(differences), high: at(0.975) };
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length);
