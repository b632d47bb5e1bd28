import type { Store } from "../../src/ports/store.ts";
import { type SimulationOptions, simulate } from "./simulate.ts";

export type SeedRange = {
  readonly from: number;
  readonly count: number;
  /** Gives, for each seed, the function that opens one handle after another on one new store. */
  readonly open: () => () => Promise<Store>;
  readonly options?: Omit<SimulationOptions, "seed" | "openStore">;
  /** Stops at the first broken invariant. */
  readonly isFirstEnough?: boolean;
  readonly onSeed?: (done: number) => void;
};

/** Plays a range of seeds and gives what each broken invariant says: the seed, the reason and the steps. */
export async function simulateSeeds(range: SeedRange): Promise<string[]> {
  const { from, count, open, options = {}, isFirstEnough = false, onSeed } = range;
  const broken: string[] = [];
  for (let seed = from; seed < from + count; seed++) {
    await simulate({ ...options, seed, openStore: open() }).catch((error: unknown) => {
      broken.push((error as Error).message);
    });
    if (isFirstEnough && broken.length > 0) break;
    onSeed?.(seed - from + 1);
  }
  return broken;
}
