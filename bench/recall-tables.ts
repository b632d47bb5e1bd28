import { LEVELS, type Level, type Measured } from "./recall-measure.ts";
import { byType, type Metrics, type Scored, type Summary, summaryOf } from "./recall-metrics.ts";
import { headlinesOf } from "./recall-targets.ts";
import { percentile } from "./stats.ts";
import { shown, type Table } from "./table.ts";

const KILOBYTE = 1024;

/** The headline metrics of the packs, next to those of other systems. */
export function headlineTable(measured: readonly Measured[]): Table {
  const rows = measured.flatMap((one) =>
    headlinesOf(one.pack.name).map(({ level, metric, others, target, aim }) => {
      const scored = one.levels[level];
      const { metrics } = summaryOf(scored);
      const n =
        metric === "fresh@1" ? scored.filter(({ fresh }) => fresh !== undefined).length : scored.length;
      return [
        ...[one.pack.name, level, metric, n, marked(one, level, [metric, metrics[metric]])],
        ...[others.bm25, others.fts5, others.minisearch].map((figure) => figure ?? ""),
        ...[target === undefined ? "" : shown(target * 100), aim ?? ""],
      ];
    }),
  );
  return {
    title: "What was found, in percent, and what others find in the same turns",
    columns: [
      ...["pack", "level", "metric", "questions", "tidemark"],
      ...["BM25 Porter", "FTS5 porter", "minisearch", "target", "aim"],
    ],
    rows,
  };
}

const COLUMNS: readonly (keyof Metrics)[] = [
  ...(["any@1", "any@5", "all@5", "rec@5", "rec@10", "ndcg@10", "mrr", "fresh@1"] as const),
];

/** All metrics by question type. */
export function typesTable(measured: readonly Measured[]): Table {
  const rows = measured.flatMap((one) =>
    LEVELS.flatMap((level) => {
      const scored = one.levels[level];
      const types = [...byType(scored)];
      const some: readonly (readonly [string, readonly Scored[]])[] =
        types.length > 1 ? [["all", scored], ...types] : [["all", scored]];
      return some.map(([type, of]) => row(one, level, [type, summaryOf(of)]));
    }),
  );
  return {
    title: "By type of question, in percent (* the cut is above a third of what there is to find)",
    columns: ["pack", "level", "type", "questions", ...COLUMNS],
    rows,
  };
}

function row(one: Measured, level: Level, [type, { n, metrics }]: readonly [string, Summary]): Cells {
  const cells = COLUMNS.map((metric) => marked(one, level, [metric, metrics[metric]]));
  return [one.pack.name, level, type, n, ...cells];
}

type Cells = Table["rows"][number];

/** Marks a metric if its cut-off exceeds a third of the haystack, because finding five of ten is easy. */
function marked(
  { haystack }: Measured,
  level: Level,
  [metric, value]: readonly [keyof Metrics, number | undefined],
): string {
  if (value === undefined) return "";
  const k = Number(/@(\d+)$/.exec(metric)?.[1] ?? 0);
  return `${(value * 100).toFixed(1)}${k > haystack[level] / 3 ? "*" : ""}`;
}

export type CostLine = {
  readonly ingestMsPerDoc: number;
  readonly queryP50Ms: number;
  readonly queryP95Ms: number;
  readonly rssMb: number;
  readonly bytesPerDoc: number;
};

export function costOf({ cost }: Measured): CostLine {
  return {
    ingestMsPerDoc: (cost.recordMs + cost.distilMs) / cost.turns,
    queryP50Ms: percentile(cost.queryMs, 0.5),
    queryP95Ms: percentile(cost.queryMs, 0.95),
    rssMb: cost.rssMb,
    bytesPerDoc: cost.bytes / cost.turns,
  };
}

/** The cost of recording, distilling and querying. */
export function costTable(measured: readonly Measured[], title: string): Table {
  return {
    title,
    columns: [
      ...["pack", "turns", "record, ms a turn", "distil, ms a turn", "KB a turn", "questions a second"],
      ...["p50 ms", "p95 ms", "peak MB until then"],
    ],
    rows: measured.map((one) => {
      const { turns, recordMs, distilMs, queryMs } = one.cost;
      const { queryP50Ms, queryP95Ms, rssMb, bytesPerDoc } = costOf(one);
      const seconds = queryMs.reduce((sum, ms) => sum + ms, 0) / 1000;
      return [
        ...[one.pack.name, turns, recordMs / turns, distilMs / turns, bytesPerDoc / KILOBYTE],
        ...[queryMs.length / seconds, queryP50Ms, queryP95Ms, rssMb],
      ];
    }),
  };
}
