import type { Store } from "../../src/ports/store.ts";
import { type SimulationOptions, simulate } from "./simulate.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
/** Number of seeds that the user asks for. CI plays 2,000 in memory after the other tests. */
const asked = process.env.TIDEMARK_SEEDS;

/** Number of seeds for each kind of store. On a disk a seed takes about twice as long, on a server ten times. */
export const SEEDS = {
  memory: Number(asked ?? (isLong ? 20_000 : 40)),
  sqlite: asked === undefined ? (isLong ? 2000 : 12) : Math.ceil(Number(asked) / 8),
  postgres: asked === undefined ? (isLong ? 500 : 3) : Math.ceil(Number(asked) / 250),
};

/** A new store. `open` opens another handle on it; `remove` deletes its files at the end. */
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

/** Plays a range of seeds; returns the message of each broken invariant: the seed, the reason and the steps. */
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
