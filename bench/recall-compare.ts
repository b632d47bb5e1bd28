import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./place.ts";
import type { Level, Measured } from "./recall-measure.ts";
import { type Interval, pairedInterval, type Scored, summaryOf } from "./recall-metrics.ts";
import { type Headline, headlinesOf } from "./recall-targets.ts";
import type { Verdict } from "./result.ts";
import type { Table } from "./table.ts";

/** Seed for bootstrap resampling, the only random part. */
export const SEED = 1;

/** The scores of every question of one pack. */
export type Answers = { readonly [level in Level]: readonly Scored[] };

/** A headline metric before and after, with the confidence interval of the mean difference per question. */
export type Comparison = {
  readonly pack: string;
  readonly headline: Headline;
  readonly before: number;
  readonly after: number;
  readonly difference: Interval;
};

/** Compares two runs over the questions that both were asked. */
export function compareAnswers(pack: string, before: Answers, after: Answers): Comparison[] {
  return headlinesOf(pack).map((headline) => {
    const { level, metric } = headline;
    const shared = new Set(before[level].map(({ qid }) => qid));
    const later = after[level].filter(({ qid }) => shared.has(qid));
    const asked = new Map(later.map((one) => [one.qid, one]));
    const earlier = before[level].filter(({ qid }) => asked.has(qid));
    const differences = earlier.flatMap((one) => {
      const [was, is] = [one, asked.get(one.qid) ?? one].map((each) => shareOf(each, metric));
      return was === undefined || is === undefined ? [] : [is - was];
    });
    const figure = (of: readonly Scored[]): number => summaryOf(of).metrics[metric] ?? 0;
    return {
      pack,
      headline,
      before: figure(earlier),
      after: figure(later),
      difference: pairedInterval(differences, SEED),
    };
  });
}

/** The value of one question for a metric. A macro mean uses the same values as the plain mean. */
function shareOf({ scores, fresh }: Scored, metric: Headline["metric"]): number | undefined {
  if (metric === "fresh@1") return fresh === undefined ? undefined : Number(fresh);
  return metric === "macro_ndcg@10" ? scores["ndcg@10"] : scores[metric];
}

/** Differences are means over questions, so next to a macro mean they may deviate from its change. */
export function comparisonTable(
  comparisons: readonly Comparison[],
  { title, before, after }: { readonly title: string; readonly before: string; readonly after: string },
): Table {
  return {
    title,
    columns: ["pack", "level", "metric", before, after, "a question", "95 % from", "to", "that is"],
    rows: comparisons.map(({ pack, headline, before: was, after: is, difference }) => [
      ...[pack, headline.level, headline.metric],
      ...[was, is, difference.mean, difference.low, difference.high].map((value) => (value * 100).toFixed(1)),
      outcomeOf(difference),
    ]),
  };
}

/** A difference counts only if its confidence interval excludes zero. */
const outcomeOf = ({ low, high }: Interval): string =>
  low > 0 ? "a gain" : high < 0 ? "a loss" : "no clear difference";

/** Maximum loss when unrelated turns fill the memory. */
const LOSS_MAX = 0.01;

export function lossVerdict({ pack, headline, before, after }: Comparison, among: number): Verdict {
  return {
    what: `${headlineName(pack, headline)}, among ${among} unrelated turns`,
    target: "at most 1 point less",
    measured: `${(after * 100).toFixed(1)} % after ${(before * 100).toFixed(1)} %`,
    isMet: before - after <= LOSS_MAX,
  };
}

/** The name of a headline metric in a sentence. */
export const headlineName = (pack: string, { level, metric }: Headline): string =>
  `${pack}, ${level}s: ${metric}`;

type Kept = { readonly [pack: string]: Answers };

/** Saves every question's scores under a name in `.cache`, so that a later run can be compared. */
export function keepAnswers(name: string, measured: readonly Measured[]): void {
  const kept: Kept = Object.fromEntries(measured.map(({ pack, levels }) => [pack.name, levels]));
  mkdirSync(dirname(keptAt(name)), { recursive: true });
  writeFileSync(keptAt(name), JSON.stringify(kept));
}

export function keptAnswers(name: string): Kept {
  if (!existsSync(keptAt(name))) throw new Error(`No run was kept as "${name}": --keep ${name} keeps one.`);
  return JSON.parse(readFileSync(keptAt(name), "utf8")) as Kept;
}

const keptAt = (name: string): string =>
  join(ROOT, ".cache/recall-runs", `${name.replace(/[^\w.-]/g, "-")}.json`);
