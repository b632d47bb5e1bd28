import type { Store } from "../../src/ports/store.ts";
import { type SimulationOptions, simulate } from "./simulate.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
/** CI plays 2,000 in memory after the other tests, and anybody as many as there is time for. */
const asked = process.env.TIDEMARK_SEEDS;

/** How many seeds are played on each kind of store. On a disk a seed takes about twice as long, on a server ten times. */
export const SEEDS = {
  memory: Number(asked ?? (isLong ? 20_000 : 40)),
  sqlite: asked === undefined ? (isLong ? 2000 : 12) : Math.ceil(Number(asked) / 8),
  postgres: asked === undefined ? (isLong ? 500 : 3) : Math.ceil(Number(asked) / 250),
};

/** One new store. `open` opens one handle after another on it; what it left behind is removed at the end. */
export type SimulationStore = {
  readonly open: () => Promise<Store>;
  readonly remove?: () => void;
};

export type SeedRange = {
  readonly from: number;
  readonly count: number;
  /** Makes a new store for each seed. */
  readonly newStore: () => SimulationStore;
  readonly options?: Omit<SimulationOptions, "seed" | "openStore">;
  /** Stops at the first broken invariant. */
  readonly isFirstEnough?: boolean;
};

/** Plays a range of seeds and gives what each broken invariant says: the seed, the reason and the steps. */
export async function simulateSeeds(range: SeedRange): Promise<string[]> {
  const { from, count, newStore, options = {}, isFirstEnough = false } = range;
  const broken: string[] = [];
  for (let seed = from; seed < from + count; seed++) {
    const { open, remove } = newStore();
    await simulate({ ...options, seed, openStore: open }).catch((error: unknown) => {
      broken.push((error as Error).message);
    });
    remove?.();
    if (isFirstEnough && broken.length > 0) break;
  }
  return broken;
}
