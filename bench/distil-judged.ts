import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./place.ts";
import type { Table } from "./table.ts";

/** Where the verdicts of whoever read a sample are kept, among the results. */
export const JUDGED = "distil-judged.json";

/** Useful: a next agent would be glad of it. Harmless: true, and of little use. Wrong: not so, or not meant so. */
const VERDICTS = ["useful", "harmless", "wrong"] as const;

/** One statement that was read and judged; its words are others' and are not kept. */
type Judged = {
  /** Of its kind and text. */
  readonly hash: string;
  readonly kind: string;
  readonly as: "unit" | "candidate" | "plan";
  readonly verdict: (typeof VERDICTS)[number];
  readonly reason: string;
};

/** The sample that was judged, if one was. The file lies among results, each of which has verdicts: it has none. */
function readJudged(): readonly Judged[] {
  const path = join(ROOT, "bench/results", JUDGED);
  if (!existsSync(path)) return [];
  const { judged } = JSON.parse(readFileSync(path, "utf8")) as { readonly judged: readonly Judged[] };
  const odd = judged.find(({ verdict }) => !VERDICTS.includes(verdict));
  if (odd) throw new Error(`${JUDGED}: ${odd.hash} has the verdict "${odd.verdict}".`);
  return judged;
}

/** What was judged of each sort, and how much of it the present rules still keep. */
export function judgedTables(present: ReadonlySet<string>): Table[] {
  const judged = readJudged();
  if (judged.length === 0) return [];
  const sorts = [...new Set(judged.map(sortOf))].sort();
  const row = (name: string, of: readonly Judged[]) => [
    name,
    of.length,
    ...VERDICTS.map((verdict) => of.filter((each) => each.verdict === verdict).length),
    of.filter(({ hash }) => present.has(hash)).length,
  ];
  return [
    {
      title: `A sample of ${judged.length}, read and judged one by one`,
      columns: ["sort", "judged", ...VERDICTS, "kept by the present rules"],
      rows: [
        ...sorts.map((sort) =>
          row(
            sort,
            judged.filter((each) => sortOf(each) === sort),
          ),
        ),
        row(
          "units and candidates",
          judged.filter(({ as }) => as !== "plan"),
        ),
      ],
    },
    whyTable(judged),
  ];
}

const sortOf = ({ as, kind }: Pick<Judged, "as" | "kind">): string =>
  as === "candidate" ? `candidate: ${kind}` : kind;

/** The reasons, each once, with how often it was given: the most frequent of each verdict first. */
function whyTable(judged: readonly Judged[]): Table {
  const rows = VERDICTS.flatMap((verdict) => {
    const reasons = judged.filter((each) => each.verdict === verdict).map(({ reason }) => reason);
    const counted = [...new Set(reasons)].map((reason) => [
      verdict,
      reason,
      reasons.filter((each) => each === reason).length,
    ]);
    return counted.sort((a, b) => Number(b[2]) - Number(a[2]));
  });
  return { title: "Why they were judged so", columns: ["verdict", "reason", "of them"], rows };
}
