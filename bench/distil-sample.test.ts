import { expect, test } from "vitest";
import type { ItemRow } from "../src/core/items/items-view.ts";
import { type Statement, sampleOf } from "./distil-sample.ts";

const statements = (count: number, given: Pick<Statement, "kind" | "as">, sessions: number): Statement[] =>
  Array.from({ length: count }, (_, i) => ({
    ...given,
    hash: `${given.as}-${given.kind}-${i}`,
    session: `s${i % sessions}`,
    item: {} as ItemRow,
  }));

const TRAPS = statements(120, { kind: "trap", as: "unit" }, 40);
const FACTS = statements(60, { kind: "fact", as: "unit" }, 40);
const PROPOSED = statements(20, { kind: "trap", as: "candidate" }, 40);
const ALL = [...TRAPS, ...FACTS, ...PROPOSED];

const hashes = (sample: readonly Statement[]): string[] => sample.map(({ hash }) => hash);

test("a sample has fifty statements, each sort in proportion to its number", () => {
  const sample = sampleOf(ALL, 1);
  const counts = [TRAPS, FACTS, PROPOSED].map((sort) => sample.filter((each) => sort.includes(each)).length);
  expect(counts).toEqual([30, 15, 5]);
});

test("the same seed draws the same sample from any order of the statements; another seed draws another", () => {
  expect(hashes(sampleOf([...ALL].reverse(), 1))).toEqual(hashes(sampleOf(ALL, 1)));
  expect(hashes(sampleOf(ALL, 2))).not.toEqual(hashes(sampleOf(ALL, 1)));
});

test("a session contributes at most four statements", () => {
  const sample = sampleOf(statements(200, { kind: "fact", as: "unit" }, 5), 1);
  expect(sample).toHaveLength(20);
});

test("fewer than fifty statements are all in the sample, and a duplicate is in it once", () => {
  expect(hashes(sampleOf([...PROPOSED, ...PROPOSED], 1)).sort()).toEqual(hashes(PROPOSED).sort());
});

test("plans are drawn in addition to the fifty statements", () => {
  const plans = statements(80, { kind: "plan", as: "plan" }, 80);
  const sample = sampleOf([...plans, ...ALL], 1);
  expect(hashes(sample.filter(({ as }) => as !== "plan"))).toEqual(hashes(sampleOf(ALL, 1)));
  expect(sample).toHaveLength(100);
});
