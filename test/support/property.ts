import fc from "fast-check";

const isLong = process.env.TIDEMARK_LONG === "1";

/** The same tapes in every run, so that a red run can be looked at; another seed is one variable away. */
const SEED = Number(process.env.TIDEMARK_SEED ?? 20260101);

/** How often a property is tried: `runs` in every test run, ten times as often on demand. */
export const runsOf = (runs: number): number => (isLong ? runs * 10 : runs);

/** Holds a property against many inputs. On failure fast-check prints the seed, the path and the smallest input. */
export async function holds<Input>(
  property: fc.IAsyncPropertyWithHooks<Input> | fc.IPropertyWithHooks<Input>,
  runs = 200,
): Promise<void> {
  await fc.assert(property as fc.IAsyncPropertyWithHooks<Input>, { numRuns: runsOf(runs), seed: SEED });
}
