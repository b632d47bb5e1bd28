import { describe, expect, test } from "vitest";
import { STATEMENTS } from "../../src/core/extract/statements/fitted.ts";
import { chanceOf, modelOf, sumOf } from "../../src/core/extract/statements/model.ts";

/** What ships with the program for this. */
const BYTES_MAX = 200_000;

describe("a written model", () => {
  const model = modelOf("\n-100,50\n20,0|order|w always;-30,10|report\n");

  test("gives each question its own sum, in logits", () => {
    expect(sumOf(model, ["order", "report"], 0)).toBeCloseTo(-1.1);
    expect(sumOf(model, ["order", "report"], 1)).toBeCloseTo(0.6);
  });

  test("counts a sign that it does not know for nothing", () =>
    expect(sumOf(model, ["w unheard"], 0)).toBe(sumOf(model, [], 0)));

  test("is even where nothing speaks for either side", () => expect(chanceOf(0)).toBe(0.5));
});

describe("the model that ships", () => {
  const model = modelOf(STATEMENTS);

  test("is small, and whole", () => {
    expect(Buffer.byteLength(STATEMENTS)).toBeLessThan(BYTES_MAX);
    expect(model.bases).toHaveLength(5);
    for (const [sign, weights] of model.weights) {
      expect(weights, sign).toHaveLength(5);
      expect(weights.every(Number.isFinite), sign).toBe(true);
    }
  });

  test("holds what settles for what lasts, and doubt against it", () => {
    expect(sumOf(model, ["settle"], 0)).toBeGreaterThan(sumOf(model, [], 0));
    expect(sumOf(model, ["hedge", "hedge first"], 0)).toBeLessThan(sumOf(model, [], 0));
  });
});
