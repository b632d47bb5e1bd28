import type { TextPath } from "./growth-paths.ts";
import type { Shape } from "./growth-shapes.ts";
import { median } from "./stats.ts";

/** A measurement: the length of a text and the CPU time to read it, in milliseconds. */
export type Reading = { readonly size: number; readonly ms: number };

/** Shorter times are mostly clock error. */
export const MEASURABLE_MS = 4;

/** Measures CPU time, so that other programs do not affect the result. */
async function costOf({ read }: TextPath, text: string): Promise<number> {
  const began = process.cpuUsage();
  try {
    await read(text);
  } catch (error) {
    // An error message is a valid outcome. A RangeError (such as a stack overflow) is not.
    if (error instanceof RangeError) throw error;
  }
  return process.cpuUsage(began).user / 1000;
}

/** The median of several measurements. Each text differs by trailing spaces, because some readers cache. */
export async function readingOf(path: TextPath, shape: Shape, size: number, tries = 3): Promise<Reading> {
  const times: number[] = [];
  for (let i = 0; i < tries; i++) times.push(await costOf(path, `${shape.make(size)}${" ".repeat(i)}`));
  return { size, ms: median(times) };
}

/** Enough CPU time that clock resolution and a garbage collection within it do not matter. */
const STEADY_MS = 40;
const READINGS_MAX = 200;
/** The shortest mean time that `READINGS_MAX` measurements can resolve. */
export const STEADY_SHORTEST_MS = STEADY_MS / READINGS_MAX;

/** The mean of enough measurements to reach `STEADY_MS`, so that short and long texts can be compared. */
export async function steadyReadingOf(path: TextPath, shape: Shape, size: number): Promise<Reading> {
  const text = shape.make(size);
  let sum = 0;
  let readings = 0;
  while (readings < READINGS_MAX && sum < STEADY_MS)
    sum += await costOf(path, `${text}${" ".repeat(readings++)}`);
  return { size, ms: sum / readings };
}

/** The exponent of growth: the slope of log time over log length, through the measurable points. */
export function exponentOf(readings: readonly Reading[], measurable = MEASURABLE_MS): number {
  const points = readings
    .filter(({ ms }) => ms >= measurable)
    .map(({ size, ms }) => [Math.log(size), Math.log(ms)] as const);
  if (points.length < 2) return 0;
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return over / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
