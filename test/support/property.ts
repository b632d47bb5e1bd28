import fc from "fast-check";
import { onPostgres } from "./on-postgres.ts";

const isLong = process.env.TIDEMARK_LONG === "1";

/**
 * The seed is the same in every short run, so that a failure can be repeated. A long run uses a new one and prints it
 * when it fails.
 */
const SEED = Number(process.env.TIDEMARK_SEED ?? (isLong ? Date.now() : 20260101));

/** Number of runs of a property: a quarter of `runs` in a short run, ten times `runs` in the long run. */
export const runsOf = (runs: number): number => Math.ceil((isLong ? runs * 10 : runs / 4) / onPostgres.share);

/** Checks a property with many inputs. On failure fast-check prints the seed, the path and the smallest input. */
export async function holds<Input>(
  property: fc.IAsyncPropertyWithHooks<Input> | fc.IPropertyWithHooks<Input>,
  runs = 200,
): Promise<void> {
  await fc.assert(property as fc.IAsyncPropertyWithHooks<Input>, { numRuns: runsOf(runs), seed: SEED });
}
