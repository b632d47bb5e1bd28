import { expect, test } from "vitest";
import { scenario } from "../test/scenarios/scenario.ts";
import { exponentOf, MEASURABLE_MS, readingOf } from "./growth-measure.ts";
import { TEXT_PATHS } from "./growth-paths.ts";
import { SHAPES } from "./growth-shapes.ts";

const SMALL = 4000;
/** Four times the text takes four times as long if growth is linear, sixteen times if it is quadratic. */
const TIMES = 4;
const RATIO_MAX = 9;
/** Shorter times vary too much to compare, and delay no one. */
const LONG_MS = 40;

/** True if two measurements agree that four times the text takes far more than four times as long. */
async function growsTooFast(path: (typeof TEXT_PATHS)[number], shape: (typeof SHAPES)[number]) {
  const isSlow = async (size: number): Promise<boolean> => {
    const large = await readingOf(path, shape, TIMES * size, 1);
    if (large.ms < LONG_MS) return false;
    const [small, again] = [await readingOf(path, shape, size), await readingOf(path, shape, TIMES * size)];
    return again.ms > LONG_MS && again.ms / Math.max(small.ms, MEASURABLE_MS / 2) > RATIO_MAX;
  };
  return (await isSlow(SMALL)) && (await isSlow(SMALL));
}

/** Selects every thirtieth combination of path and shape; the long run tests all. */
const isPlayed = (path: number, shape: number): boolean =>
  process.env.TIDEMARK_LONG === "1" || (path + shape) % 30 === 0;

scenario("whole.linear", async () => {
  const slow: string[] = [];
  for (const [i, path] of TEXT_PATHS.entries())
    for (const [j, shape] of SHAPES.entries())
      if (isPlayed(i, j) && (await growsTooFast(path, shape))) slow.push(`${path.name}: ${shape.name}`);
  expect(slow).toEqual([]);
});

test("the exponent is the slope through the measurable points", () => {
  const series = [10, 20, 40, 80].map((size) => ({ size, ms: size * size }));
  expect(exponentOf(series)).toBeCloseTo(2);
  expect(exponentOf([{ size: 10, ms: 1 }])).toBe(0);
});
