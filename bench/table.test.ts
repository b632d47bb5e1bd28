import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./place.ts";
import { markdownOf, printedResult, type Result, savedResults } from "./result.ts";
import { headlinesOf, outdatedPages, scorecardOf, withFigures } from "./scorecard.ts";
import { markdownTable, plainTable, shown } from "./table.ts";

const TABLE = {
  title: "Two ways",
  columns: ["way", "ms"],
  rows: [["ours", 1.234] as const, ["naive", 12_345] as const],
};

const RESULT: Result = {
  name: "example",
  title: "An example",
  command: "npm run bench -- example --size 3",
  date: "2030-01-02",
  node: "20.0.0",
  driver: { name: "node:sqlite", version: "3.60.0" },
  cores: 2,
  data: { seed: 1, hash: "abc" },
  tables: [TABLE],
  verdicts: [
    { what: "time", target: "≤ 2 ms", measured: "1.23 ms", isMet: true },
    { what: "size", target: "≤ 2 MB", measured: "3 MB", isMet: false },
  ],
};

test("the larger a number, the fewer decimals it is shown with", () => {
  expect([0, 3, 2.3456, 23.456, 234.56, 6400, 1_234_567.8].map(shown)).toEqual([
    "0",
    "3",
    "2.35",
    "23.5",
    "235",
    "6,400",
    "1,234,568",
  ]);
});

describe("a table", () => {
  test("is printed with aligned columns, numbers to the right", () => {
    expect(plainTable(TABLE).split("\n")).toEqual([
      "Two ways",
      "way        ms",
      "ours     1.23",
      "naive  12,345",
    ]);
  });

  test("is rendered as Markdown", () => {
    expect(markdownTable(TABLE).split("\n")).toEqual([
      "| way | ms |",
      "| --- | ---: |",
      "| ours | 1.23 |",
      "| naive | 12,345 |",
    ]);
  });

  test("escapes a bar inside a cell", () => {
    expect(markdownTable({ columns: ["a"], rows: [["x | y"]] })).toContain("| x \\| y |");
  });
});

describe("a result", () => {
  test("says for each target whether it was met", () => {
    expect(printedResult(RESULT).split("\n").slice(-2)).toEqual([
      "met     time: 1.23 ms (target ≤ 2 ms)",
      "missed  size: 3 MB (target ≤ 2 MB)",
    ]);
  });

  test("is saved with everything needed to repeat it", () => {
    const page = markdownOf(RESULT);
    for (const part of [RESULT.command, "seed 1", "hash `abc`", "Node 20.0.0", "2 cores"])
      expect(page).toContain(part);
  });
});

describe("the README's figures", () => {
  test("replace only the text between the markers", () => {
    const text = "above\n<!-- figures -->\nold\n<!-- /figures -->\nbelow\n";
    expect(withFigures(text, "new")).toBe("above\n<!-- figures -->\nnew\n<!-- /figures -->\nbelow\n");
    expect(withFigures("no marks", "new")).toBeUndefined();
  });

  test("say which headline missed its target, and how many targets are met", () => {
    const headline = {
      what: "hook that records one turn durably, over an empty script",
      target: "≤ 2",
      measured: "3",
      isMet: false,
    };
    const figures = headlinesOf([{ ...RESULT, verdicts: [headline] }]);
    expect(figures).toContain("| 3 (missed) | ≤ 2 | [example](bench/results/example.md) |");
    expect(figures).toContain("0 of 1 targets are met");
  });

  test("and the scorecard list every target with its command, including missed ones", () => {
    const page = scorecardOf([RESULT]);
    for (const part of [RESULT.command, "1 of 2 targets are met", "| 1.23 ms | ≤ 2 ms | yes |", "**no**"])
      expect(page).toContain(part);
  });

  test("and the scorecard links to the pages of runs that are not benches", () => {
    const run = { path: "bench/results/clients.md", title: "Real clients", command: "npm run test:clients" };
    const page = scorecardOf([RESULT], [run]);
    expect(page).toContain("- [Real clients](../bench/results/clients.md): `npm run test:clients`");
    expect(scorecardOf([RESULT])).not.toContain("no bench");
  });
});

describe("the pages of figures", () => {
  const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

  test("agree with the saved results", () => {
    expect(outdatedPages(savedResults(), read)?.map(({ path }) => path)).toEqual([]);
  });

  test.each(["bench/results/writes.md", "docs/scorecard.md", "README.md"])(
    "are outdated if one figure differs: %s",
    (page) => {
      const withOtherFigure = (path: string): string =>
        path === page ? read(path).replace(/^(\| .*\d)(.* \|)$/m, "$17$2") : read(path);
      const found = outdatedPages(savedResults(), withOtherFigure) ?? [];
      expect(found.map(({ path }) => path)).toEqual([page]);
    },
  );
});
