import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./place.ts";
import type { Table } from "./table.ts";

/** The file in `bench/results/` with a reader's verdicts on a sample. */
export const JUDGED = "distil-judged.json";

/** Useful: helps the next agent. Harmless: true, but of little use. Wrong: false, or not what was meant. */
const VERDICTS = ["useful", "harmless", "wrong"] as const;

/** The verdict on one statement. Its text belongs to others and is not stored. */
type Judged = {
  /** Hash of the statement's kind and text. */
  readonly hash: string;
  readonly kind: string;
  readonly as: "unit" | "candidate" | "plan";
  readonly verdict: (typeof VERDICTS)[number];
  readonly reason: string;
};

/**
 * Reads the judged sample; empty if there is none. The file's `verdicts` is an empty list, because every
 * result file must have that field.
 */
function readJudged(): readonly Judged[] {
  const path = join(ROOT, "bench/results", JUDGED);
  if (!existsSync(path)) return [];
  const { judged } = JSON.parse(readFileSync(path, "utf8")) as { readonly judged: readonly Judged[] };
  const odd = judged.find(({ verdict }) => !VERDICTS.includes(verdict));
  if (odd) throw new Error(`${JUDGED}: ${odd.hash} has the verdict "${odd.verdict}".`);
  return judged;
}

/** Verdicts by sort of statement, and how many of the judged statements the current rules still extract. */
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

/** Each reason with its count, the most frequent first within each verdict. */
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
