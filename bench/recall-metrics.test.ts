import { expect, test } from "vitest";
import { isFresh, pairedInterval, type Scored, scoresOf, summaryOf } from "./recall-metrics.ts";

const names = (text: string): string[] => text.split(" ").filter(Boolean);
const score = (ranked: string, gold: string) => scoresOf(names(ranked), new Set(names(gold)));

test.each([
  ["x a b", "a", { any1: 0, any5: 1, all5: 1, rec5: 1, rec10: 1, ndcg: 1 / Math.log2(3), mrr: 1 / 2 }],
  ["a b x", "a b", { any1: 1, any5: 1, all5: 1, rec5: 1, rec10: 1, ndcg: 1, mrr: 1 }],
  // Gains at ranks 1 and 4: 1 + 1/log2(5) = 1.43068, divided by the ideal 1 + 1/log2(3) + 1/2 = 2.13093.
  ["a x y b", "a b c", { any1: 1, any5: 1, all5: 0, rec5: 2 / 3, rec10: 2 / 3, ndcg: 0.671386, mrr: 1 }],
  ["1 2 3 4 5 a", "a b", { any1: 0, any5: 0, all5: 0, rec5: 0, rec10: 1 / 2, ndcg: 0.218408, mrr: 1 / 6 }],
  ["1 2 3 4 5 6 7 8 9 10 a", "a", { any1: 0, any5: 0, all5: 0, rec5: 0, rec10: 0, ndcg: 0, mrr: 1 / 11 }],
  ["", "a", { any1: 0, any5: 0, all5: 0, rec5: 0, rec10: 0, ndcg: 0, mrr: 0 }],
])("the ranking %j with the relevant names %j has the scores computed by hand", (ranked, gold, expected) => {
  const { mrr, ...at } = score(ranked, gold);
  expect(at["any@1"]).toBe(expected.any1);
  expect(at["any@5"]).toBe(expected.any5);
  expect(at["all@5"]).toBe(expected.all5);
  expect(at["rec@5"]).toBeCloseTo(expected.rec5, 5);
  expect(at["rec@10"]).toBeCloseTo(expected.rec10, 5);
  expect(at["ndcg@10"]).toBeCloseTo(expected.ndcg, 5);
  expect(mrr).toBeCloseTo(expected.mrr, 5);
});

test("with more than ten relevant names, ten of them in the first ten give the full score", () => {
  const ten = "1 2 3 4 5 6 7 8 9 10";
  expect(score(ten, `${ten} 11 12`)["ndcg@10"]).toBe(1);
});

test.each([
  ["n o", "n", "o", true],
  ["o n", "n", "o", false],
  ["x n", "n", "o", true],
  ["o x", "n", "o", false],
  ["x y", "n", "o", false],
  ["m o n", "n m", "o", true],
  ["n o1 m", "n m", "o1 o2", true],
  ["o2 n o1", "n", "o1 o2", false],
])(
  "in the ranking %j with %j current and %j outdated, a current one comes first: %s",
  (ranked, newer, older, expected) => {
    const sets = { newer: new Set(names(newer)), older: new Set(names(older)) };
    expect(isFresh(names(ranked), sets)).toBe(expected);
  },
);

const scored = (type: string, ranked: string, fresh?: boolean): Scored => ({
  qid: ranked,
  type,
  scores: score(ranked, "a"),
  ...(fresh === undefined ? {} : { fresh }),
});

test("every question has the same weight, and in the macro mean every type has", () => {
  const { n, metrics } = summaryOf([scored("p", "a"), scored("p", "a"), scored("p", "a"), scored("q", "x")]);
  expect(n).toBe(4);
  expect(metrics["ndcg@10"]).toBe(0.75);
  expect(metrics["macro_ndcg@10"]).toBe(0.5);
  expect(metrics).not.toHaveProperty("fresh@1");
});

test("fresh@1 counts only questions that have an outdated answer", () => {
  const { metrics } = summaryOf([scored("p", "a", true), scored("p", "x", false), scored("p", "a")]);
  expect(metrics["fresh@1"]).toBe(0.5);
});

test("an interval is deterministic, contains the mean, and excludes zero only if the gain is clear", () => {
  const clear = pairedInterval([0.2, 0.3, 0.1, 0.2, 0.3, 0.1, 0.2, 0.3], 1);
  expect(clear).toEqual(pairedInterval([0.2, 0.3, 0.1, 0.2, 0.3, 0.1, 0.2, 0.3], 1));
  expect(clear.mean).toBeCloseTo(0.2125);
  expect(clear.low).toBeGreaterThan(0.1);
  expect(clear.high).toBeLessThan(0.3);
  const unclear = pairedInterval([0.5, -0.5, 0.4, -0.4], 1);
  expect(unclear.low).toBeLessThan(0);
  expect(unclear.high).toBeGreaterThan(0);
});
