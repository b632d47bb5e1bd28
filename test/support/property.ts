import fc from "fast-check";
import { onPostgres } from "./on-postgres.ts";

const isLong = process.env.TIDEMARK_LONG === "1";

/** The same inputs in every short run, so that a failure can be repeated; a long run explores new ones and prints its seed when it fails. */
const SEED = Number(process.env.TIDEMARK_SEED ?? (isLong ? Date.now() : 20260101));

/** How often a property is tried: a quarter of `runs` in every test run, ten times `runs` on demand. */
export const runsOf = (runs: number): number => Math.ceil((isLong ? runs * 10 : runs / 4) / onPostgres.share);

/** Holds a property against many inputs. On failure fast-check prints the seed, the path and the smallest input. */
export async function holds<Input>(
  property: fc.IAsyncPropertyWithHooks<Input> | fc.IPropertyWithHooks<Input>,
  runs = 200,
): Promise<void> {
  await fc.assert(property as fc.IAsyncPropertyWithHooks<Input>, { numRuns: runsOf(runs), seed: SEED });
}
