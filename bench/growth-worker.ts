import {
  exponentOf,
  type Reading,
  readingOf,
  STEADY_SHORTEST_MS,
  steadyReadingOf,
} from "./growth-measure.ts";
import { TEXT_PATHS, type TextPath } from "./growth-paths.ts";
import { SHAPES, type Shape } from "./growth-shapes.ts";

/**
 * Number of shapes per path that are measured up to the largest size: the slowest ones at the smallest size.
 */
const FOLLOWED = 2;
const SMALLEST = 10_000;
/** A measurement above this ends its series. */
const READING_MS_MAX = 1000;

export type GrowthWork = { readonly path: string; readonly largest: number };

/** The shape with the fastest growth for a text path, and its measurements. */
export type WorstGrowth = {
  readonly path: string;
  readonly shape: string;
  readonly exponent: number;
  readonly readings: readonly Reading[];
};

export async function work({ path: name, largest }: GrowthWork): Promise<WorstGrowth> {
  const path = TEXT_PATHS.find((one) => one.name === name);
  if (path === undefined) throw new Error(`There is no text path "${name}".`);
  const screened: { readonly shape: Shape; readonly ms: number }[] = [];
  for (const shape of SHAPES) screened.push({ shape, ms: (await readingOf(path, shape, SMALLEST, 1)).ms });
  screened.sort((a, b) => b.ms - a.ms);
  const series: WorstGrowth[] = [];
  for (const { shape } of screened.slice(0, FOLLOWED)) {
    const readings = await seriesOf(path, shape, largest);
    const exponent = exponentOf(readings, STEADY_SHORTEST_MS);
    series.push({ path: name, shape: shape.name, exponent, readings });
  }
  return series.reduce((worst, one) => (one.exponent > worst.exponent ? one : worst));
}

/** Quadruples the text until it has the largest size or takes too long. */
async function seriesOf(path: TextPath, shape: Shape, largest: number): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (let size = SMALLEST; ; size = Math.min(largest, size * 4)) {
    const reading = await steadyReadingOf(path, shape, size);
    readings.push(reading);
    if (size >= largest || reading.ms > READING_MS_MAX) return readings;
  }
}
