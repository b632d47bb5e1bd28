import {
  exponentOf,
  type Reading,
  readingOf,
  STEADY_SHORTEST_MS,
  steadyReadingOf,
} from "./growth-measure.ts";
import { TEXT_PATHS, type TextPath } from "./growth-paths.ts";
import { SHAPES, type Shape } from "./growth-shapes.ts";

/** Shapes of each path that are followed up to the largest size: those that cost most at the smallest. */
const FOLLOWED = 2;
const SMALLEST = 10_000;
/** A reading beyond this ends its series. */
const READING_MS_MAX = 1000;

export type GrowthWork = { readonly path: string; readonly largest: number };

/** The shape on which a text path grows fastest, with all readings of it. */
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

/** Takes four times the text until it is as long as asked, or takes too long. */
async function seriesOf(path: TextPath, shape: Shape, largest: number): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (let size = SMALLEST; ; size = Math.min(largest, size * 4)) {
    const reading = await steadyReadingOf(path, shape, size);
    readings.push(reading);
    if (size >= largest || reading.ms > READING_MS_MAX) return readings;
  }
}
