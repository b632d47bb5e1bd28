import { createHash } from "node:crypto";
import { bench } from "./bench.ts";
import { DATA_OPTION } from "./data.ts";
import { say } from "./progress.ts";
import {
  compareAnswers,
  comparisonTable,
  headlineName,
  keepAnswers,
  keptAnswers,
  lossVerdict,
  SEED,
} from "./recall-compare.ts";
import { LEVELS, type Level, type Measured, measure } from "./recall-measure.ts";
import { byType, type Summary, summaryOf } from "./recall-metrics.ts";
import { packsIn } from "./recall-packs.ts";
import { paddedCosts } from "./recall-padded.ts";
import { type CostLine, costOf, costTable, headlineTable, typesTable } from "./recall-tables.ts";
import { headlinesOf, KNOWN_PACKS } from "./recall-targets.ts";
import type { Finding, Verdict } from "./result.ts";
import type { Table } from "./table.ts";

export const recalling = bench({
  name: "recall",
  title: "What is found again",
  summary:
    "Public questions over long conversations: what recall finds of them, in what order, and how fast.",
  options: {
    data: DATA_OPTION,
    set: { value: "", help: "names of packs, with commas between; else every pack of the folder" },
    limit: {
      value: 0,
      help: "questions asked of each pack, for a quick look without verdicts; 0 for all",
      isZeroAllowed: true,
    },
    padded: { value: "10000,100000", help: "what an answer costs in stores of so many turns; 0 for none" },
    distractors: {
      value: 10_000,
      help: "measures again with so many unrelated turns in every store; 0 for not",
      isZeroAllowed: true,
    },
    keep: { value: "", help: "name under which every question's scores are kept for later" },
    against: { value: "", help: "name of a run that was kept, to hold this one against" },
  },
  run: async ({ data, set, limit, padded: sizes, distractors, keep, against }) => {
    const earlier = against === "" ? undefined : keptAnswers(against);
    const wanted = set.split(",").flatMap((name) => name.trim() || []);
    const packs = packsIn(data, { wanted, known: KNOWN_PACKS });
    if (packs.length === 0) return { tables: [], verdicts: [] };
    const pool = wanted.length > 0 ? packsIn(data, { wanted: [], known: [] }) : packs;
    const plain: Trial[] = [];
    const padded: Trial[] = [];
    for (const pack of packs) {
      plain.push(await measure(pack, { limit, unrelated: 0, packs: pool }));
      if (distractors > 0) padded.push(await measure(pack, { limit, unrelated: distractors, packs: pool }));
    }
    const ours = plain.map(([first]) => first);
    if (keep !== "") keepAnswers(keep, ours);
    if (limit > 0) say("A quick look: no verdicts.");
    const costs = limit > 0 ? [] : [await paddedCosts(packs, pool, sizes)];
    const extra = [againstKept(ours, earlier), amongOthers(plain, padded, distractors), ...costs];
    return findingOf(plain, extra, limit === 0);
  },
});

/** Results of one pack: Tidemark first, then the baselines. */
type Trial = Awaited<ReturnType<typeof measure>>;
type Part = Pick<Finding, "tables" | "verdicts">;

function findingOf(trials: readonly Trial[], extra: readonly Part[], isWhole: boolean): Finding {
  const ours = trials.map(([first]) => first);
  return {
    data: { seed: SEED, hash: hashOf(ours) },
    tables: [
      headlineTable(ours),
      ...baselineTables(trials),
      typesTable(ours),
      costTable(ours, "What it took"),
      ...extra.flatMap(({ tables }) => tables),
    ],
    verdicts: isWhole ? [...ours.flatMap(verdictsOf), ...extra.flatMap(({ verdicts }) => verdicts)] : [],
    lines: trials.flatMap((trial) => trial.flatMap((one) => LEVELS.map((level) => lineOf(one, level)))),
  };
}

const hashOf = (measured: readonly Measured[]): string =>
  createHash("sha256")
    .update(measured.map(({ pack }) => pack.hash).join())
    .digest("hex")
    .slice(0, 16);

/** Compares Tidemark with each system that answered the same questions in the same run. */
function baselineTables(trials: readonly Trial[]): Table[] {
  const names = new Set(trials.flatMap(([, ...others]) => others.map(({ system }) => system)));
  return [...names].map((name) => {
    const comparisons = trials.flatMap(([ours, ...others]) =>
      others
        .filter(({ system }) => system === name)
        .flatMap(({ pack, levels }) => compareAnswers(pack.name, levels, ours.levels)),
    );
    const title = `Beside ${name} in the same run, in percent`;
    return comparisonTable(comparisons, { title, before: name, after: "tidemark" });
  });
}

function againstKept(ours: readonly Measured[], earlier: ReturnType<typeof keptAnswers> | undefined): Part {
  if (earlier === undefined) return { tables: [], verdicts: [] };
  const comparisons = ours.flatMap(({ pack, levels }) => {
    const before = earlier[pack.name];
    return before === undefined ? [] : compareAnswers(pack.name, before, levels);
  });
  const title = "Beside the run that was kept, in percent";
  return { tables: [comparisonTable(comparisons, { title, before: "then", after: "now" })], verdicts: [] };
}

function amongOthers(plain: readonly Trial[], padded: readonly Trial[], count: number): Part {
  if (padded.length === 0) return { tables: [], verdicts: [] };
  const comparisons = padded.flatMap(([among], i) =>
    compareAnswers(among.pack.name, plain[i]?.[0].levels ?? among.levels, among.levels),
  );
  const title = `With ${count} unrelated turns in every store, in percent`;
  const cost = costTable(
    padded.map(([first]) => first),
    `What it took with ${count} unrelated turns in every store`,
  );
  return {
    tables: [comparisonTable(comparisons, { title, before: "alone", after: "among them" }), cost],
    verdicts: comparisons
      .filter(({ headline }) => headline.target !== undefined)
      .map((comparison) => lossVerdict(comparison, count)),
  };
}

function verdictsOf({ pack, levels }: Measured): Verdict[] {
  return headlinesOf(pack.name).flatMap((headline) => {
    const { level, metric, target, aim } = headline;
    if (target === undefined) return [];
    const value = summaryOf(levels[level]).metrics[metric] ?? 0;
    return {
      what: headlineName(pack.name, headline),
      target: `≥ ${(target * 100).toFixed(1)} %, aim ${aim} %`,
      measured: `${(value * 100).toFixed(1)} %`,
      isMet: value >= target,
    };
  });
}

/** Machine-readable results of one system on one pack at one level; shares from 0 to 1. */
type Line = Summary & {
  readonly set: string;
  readonly system: string;
  readonly level: Level;
  readonly types: { readonly [type: string]: Summary };
  readonly cost: CostLine;
};

function lineOf(one: Measured, level: Level): Line {
  const scored = one.levels[level];
  return {
    set: one.pack.name,
    system: one.system,
    level,
    ...summaryOf(scored),
    types: Object.fromEntries([...byType(scored)].map(([type, some]) => [type, summaryOf(some)])),
    cost: costOf(one),
  };
}
