import type { TextPath } from "./growth-paths.ts";
import type { Shape } from "./growth-shapes.ts";
import { median } from "./stats.ts";

/** One reading of a text: its length, and the processor time it took in milliseconds. */
export type Reading = { readonly size: number; readonly ms: number };

/** Below this a time is mostly that of the clock. */
export const MEASURABLE_MS = 4;

/** Processor time: what other programs do meanwhile does not count. */
async function costOf({ read }: TextPath, text: string): Promise<number> {
  const began = process.cpuUsage();
  try {
    await read(text);
  } catch (error) {
    // A refusal in words ends the reading like any other end.
    if (error instanceof RangeError) throw error;
  }
  return process.cpuUsage(began).user / 1000;
}

/** The middle of several readings, each of a text that was not read before: some readers remember what they read. */
export async function readingOf(path: TextPath, shape: Shape, size: number, tries = 3): Promise<Reading> {
  const times: number[] = [];
  for (let i = 0; i < tries; i++) times.push(await costOf(path, `${shape.make(size)}${" ".repeat(i)}`));
  return { size, ms: median(times) };
}

/** As much processor time outweighs the clock's steps and a collection of memory that falls into it. */
const STEADY_MS = 40;
const READINGS_MAX = 200;
/** The mean of so many readings can still be told from the clock's steps. */
export const STEADY_SHORTEST_MS = STEADY_MS / READINGS_MAX;

/** The mean of as many readings as take a measurable time together, so that short texts can be compared with long ones. */
export async function steadyReadingOf(path: TextPath, shape: Shape, size: number): Promise<Reading> {
  const text = shape.make(size);
  let sum = 0;
  let readings = 0;
  while (readings < READINGS_MAX && sum < STEADY_MS)
    sum += await costOf(path, `${text}${" ".repeat(readings++)}`);
  return { size, ms: sum / readings };
}

/** By what power of the length the time grows: the slope of a line through what could be measured. */
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
