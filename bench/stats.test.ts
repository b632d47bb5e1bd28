import { describe, expect, test } from "vitest";
import { chanceOf, textsOf } from "./chance.ts";
import { median, percentile, repeated, spreadOf } from "./stats.ts";

describe("percentiles", () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);

  test("are measured values, by nearest rank", () => {
    expect(percentile(hundred, 0.5)).toBe(50);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile(hundred, 0)).toBe(1);
  });

  test("of one value are that value, of no values zero", () => {
    expect(spreadOf([7])).toEqual({ p50: 7, p99: 7, max: 7 });
    expect(spreadOf([])).toEqual({ p50: 0, p99: 0, max: 0 });
  });

  test("do not reorder the given list", () => {
    const given = [3, 1, 2];
    expect(median(given)).toBe(2);
    expect(given).toEqual([3, 1, 2]);
  });
});

test("`repeated` lists each duplicate value once", () => {
  expect(repeated(["a", "b", "a", "c", "a", "b"])).toEqual(["a", "b"]);
});

describe("generated text", () => {
  const made = (seed: number) => textsOf(chanceOf(seed))(2000);

  test("is the same for the same seed and differs for another", () => {
    expect(made(1)).toBe(made(1));
    expect(made(1)).not.toBe(made(2));
  });

  test("has few frequent words and many rare ones", () => {
    const counts = new Map<string, number>();
    for (const word of made(1).split(" ")) counts.set(word, (counts.get(word) ?? 0) + 1);
    const sorted = [...counts.values()].sort((a, b) => b - a);
    expect(sorted[0]).toBeGreaterThan(120);
    expect(sorted.filter((count) => count === 1).length).toBeGreaterThan(300);
  });
});
