import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { scenario } from "../test/scenarios/scenario.ts";
import { findingOf } from "./mutation/finding.ts";
import { instrumented, type Mutant, mutantsIn } from "./mutation/mutants.ts";
import { fileRuns } from "./mutation/reporter.ts";

const SOURCE = `
const LIMITS = [3, 5];
function pick(list, limit) {
  const few = list.filter((each) => each > limit);
  if (few.length === 0 || !list.includes(9)) return [limit];
  return few.some((each) => each % 2 === 0) ? few.slice(1) : [...few, true];
}
`;

const mutants = mutantsIn("src/core/pick.ts", SOURCE).map((each, i): Mutant => ({ ...each, id: i + 1 }));

/** The results of `pick` for several lists, with one mutant active (0 for none). */
function answers(awake: number): string {
  const program = `${instrumented(SOURCE, mutants)}; [[[9, 4, 1], 2], [[1], 2], [[9, 7, 2], 2], [[4], 3], [[9, 2], 9]].map(([a, b]) => pick(a, b));`;
  try {
    return JSON.stringify(runInNewContext(program, { __mutant: (id: number) => id === awake }));
  } catch (error) {
    return String(error);
  }
}

test("mutants are changes inside functions, and change nothing while inactive", () => {
  expect(
    mutants.map(({ operator, original, replacement }) => `${operator}: ${original} > ${replacement}`),
  ).toEqual([
    expect.stringContaining("body:  > return;"),
    "method: list.filter((each) => each > limit) > list",
    "operator: each > limit > each >= limit",
    "operator: each > limit > each <= limit",
    "condition: few.length === 0 || !list.includes(9) > true",
    "condition: few.length === 0 || !list.includes(9) > false",
    "operator: few.length === 0 || !list.includes(9) > (few.length === 0) && (!list.includes(9))",
    "operator: few.length === 0 > few.length !== 0",
    "negation: !list.includes(9) > list.includes(9)",
    "array: [limit] > []",
    "condition: few.some((each) => each % 2 === 0) > true",
    "condition: few.some((each) => each % 2 === 0) > false",
    "method: few.some((each) => each % 2 === 0) > few.every((each) => each % 2 === 0)",
    "operator: each % 2 === 0 > each % 2 !== 0",
    "operator: each % 2 > each * 2",
    "method: few.slice(1) > few",
    "array: [...few, true] > []",
    "boolean: true > false",
  ]);
  expect(answers(0)).toBe("[[4],[2],[9,7,true],[3],[9]]");
});

scenario("bench.mutation", () => {
  const unnoticed = mutants.filter(({ id }) => answers(id) === answers(0));
  expect(unnoticed).toEqual([]);
  const [first, second, third, fourth] = mutants as [Mutant, Mutant, Mutant, Mutant];
  const { tables, verdicts } = findingOf({
    tried: [
      { mutant: first, fate: "noticed" },
      { mutant: second, fate: "survived" },
      { mutant: third, fate: "not reached" },
      { mutant: fourth, fate: "noticed" },
    ],
    ...{ possible: mutants.length, seed: 1 },
  });
  expect(tables[0]?.rows.at(-1)).toEqual(["all", 4, 2, 1, 1, "50.0 %"]);
  expect(tables[1]?.rows.map(([place]) => place)).toEqual(["src/core/pick.ts:4", "src/core/pick.ts:4"]);
  expect(verdicts.map(({ isMet }) => isMet)).toEqual([false]);
});

test("an unhandled error counts as a failure of the file that caused it", () => {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-mutation-"));
  vi.stubEnv("TIDEMARK_MUTATION", folder);
  const error = { message: "Property failed", VITEST_TEST_PATH: "/m1.test.ts" };
  fileRuns().onTestRunEnd?.([], [error], "failed");
  vi.unstubAllEnvs();
  const run: unknown = JSON.parse(readFileSync(join(folder, "runs.jsonl"), "utf8"));
  expect(run).toEqual({ file: "/m1.test.ts", isOk: false, ms: 0, failed: "Property failed" });
});
