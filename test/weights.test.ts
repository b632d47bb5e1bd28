import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AmendSign } from "../src/core/edges/amend-signs.ts";
import type { Sign } from "../src/core/extract/statements/signs.ts";
import { chanceOf, type Model, readWeights, sumOf } from "../src/core/weights.ts";
import amendments from "../weights/amendments.json" with { type: "json" };
import statements from "../weights/statements.json" with { type: "json" };

/** Maximum size of a weights file, which ships with the program. */
const BYTES_MAX = 200_000;
const origin = { command: "", corpus: "", scores: {} };

describe("a file of weights", () => {
  const model: Model<string, "lasts" | "fact"> = readWeights({
    ...origin,
    bias: { lasts: -100, fact: 50 },
    weights: { order: [20], "w always": [20], report: [-30, 10] },
  });

  test("gives each outcome its own sum, in logits", () => {
    expect(sumOf(model, ["order", "report"], "lasts")).toBeCloseTo(-1.1);
    expect(sumOf(model, ["order", "report"], "fact")).toBeCloseTo(0.6);
  });

  test("ignores an unknown feature", () =>
    expect(sumOf(model, ["w unheard"], "lasts")).toBe(sumOf(model, [], "lasts")));

  test("gives a chance of one half for a sum of zero", () => expect(chanceOf(0)).toBe(0.5));

  test("with features that no code computes is rejected by the compiler", () => {
    const stale = { ...origin, bias: { amends: 0 }, weights: { "earlier: near": [1], "no such sign": [1] } };
    // @ts-expect-error "no such sign" is not one of the signs of an amendment.
    const refused: Model<AmendSign, "amends"> = readWeights(stale);
    // @ts-expect-error It is not one of the signs of a sentence either.
    const refusedToo: Model<Sign, "amends"> = readWeights(stale);
    expect([refused, refusedToo]).toHaveLength(2);
  });
});

describe.each([
  ["statements", statements],
  ["amendments", amendments],
])("weights/%s.json", (name, { command, corpus, scores, bias, weights }) => {
  test("names the command that made it, its corpus and its scores", () => {
    expect(command).toMatch(/^npm run bench -- \w+ --write 1$/);
    expect(corpus).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(Object.values(scores).every(Number.isFinite)).toBe(true);
  });

  test("is small, and its rows are integers without trailing zeros", () => {
    expect(readFileSync(`weights/${name}.json`).length).toBeLessThan(BYTES_MAX);
    const count = Object.keys(bias).length;
    for (const [feature, row] of Object.entries<readonly number[]>(weights)) {
      expect(row.length, feature).toBeLessThanOrEqual(count);
      expect(row.at(-1), feature).not.toBe(0);
      expect(row.every(Number.isInteger), feature).toBe(true);
    }
  });
});

test("words that settle count for a lasting statement, and words of doubt against it", () => {
  const model: Model<Sign, keyof typeof statements.bias> = readWeights(statements);
  const lasts = (...signs: Sign[]): number => sumOf(model, signs, "lasts as said");
  expect(lasts("settle")).toBeGreaterThan(lasts());
  expect(lasts("hedge", "hedge first")).toBeLessThan(lasts());
});
