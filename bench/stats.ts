/** The percentile by nearest rank, which is always a measured value, never an interpolation. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.ceil(share * sorted.length);
  return sorted[Math.max(0, rank - 1)] ?? 0;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The maximum. Not `Math.max(...values)`: a million arguments do not fit on the stack. */
export const largest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

/** The distribution of times in milliseconds. */
export type Spread = { readonly p50: number; readonly p99: number; readonly max: number };

export function spreadOf(times: readonly number[]): Spread {
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), max: largest(times) };
}

/** Values that occur more than once, each named once. */
export function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const value of values) (seen.has(value) ? again : seen).add(value);
  return [...again];
}
