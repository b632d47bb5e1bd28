import { describe, expect, test } from "vitest";
import { fitWeights, sureness } from "./fit-weights.ts";

const times = (count: number, signs: readonly string[], isRight: boolean) =>
  Array.from({ length: count }, () => ({ signs, isRight, dialogue: "one" }));

describe("fitted weights", () => {
  test("give probabilities that match the share of right examples", () => {
    const weights = fitWeights([
      ...times(900, ["order"], true),
      ...times(100, ["order"], false),
      ...times(200, ["report"], true),
      ...times(800, ["report"], false),
    ]);
    expect(sureness(weights, ["order"])).toBeCloseTo(0.9, 1);
    expect(sureness(weights, ["report"])).toBeCloseTo(0.2, 1);
    expect(weights.weights.get("order")).toBeGreaterThan(weights.weights.get("report") ?? 0);
  });

  test("give little weight to what few examples show", () => {
    const weights = fitWeights([
      ...times(1, ["rare"], true),
      ...times(50, ["plain"], false),
      ...times(50, ["plain"], true),
    ]);
    expect(sureness(weights, ["rare"])).toBeLessThan(0.8);
  });

  test("are the same for the same examples, and ignore unknown signs", () => {
    const examples = [...times(5, ["a", "b"], true), ...times(7, ["b"], false)];
    expect(fitWeights(examples)).toEqual(fitWeights(examples));
    const weights = fitWeights(examples);
    expect(sureness(weights, ["b", "unheard"])).toBe(sureness(weights, ["b"]));
  });
});
