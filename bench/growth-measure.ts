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

/** By what power of the length the time grows: the slope of a line through what could be measured. */
export function exponentOf(readings: readonly Reading[]): number {
  const points = readings
    .filter(({ ms }) => ms >= MEASURABLE_MS)
    .map(({ size, ms }) => [Math.log(size), Math.log(ms)] as const);
  if (points.length < 2) return 0;
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return over / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
