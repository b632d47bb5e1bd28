export type RateLimit = {
  /** Takes one from what a name may still ask for; false when nothing is left. */
  readonly isWithin: (name: string) => boolean;
};

export type RateOptions = {
  /** How many may come at once. */
  readonly burst: number;
  /** How many come back each second. */
  readonly perSecond: number;
  readonly now: () => number;
};

/** Names remembered at once. One that has all of its burst again is as good as unknown. */
const NAMES_MAX = 10_000;

type Bucket = { left: number; at: number };

/** A token bucket for each name. Its memory is bounded: when it is full, names that have been quiet longest go first. */
export function rateLimit({ burst, perSecond, now }: RateOptions): RateLimit {
  const buckets = new Map<string, Bucket>();
  return {
    isWithin: (name) => {
      const at = now();
      const known = buckets.get(name);
      const regained = known === undefined ? 0 : ((at - known.at) / 1000) * perSecond;
      const left = Math.min(burst, known === undefined ? burst : known.left + regained);
      buckets.delete(name);
      buckets.set(name, { left: left < 1 ? left : left - 1, at });
      if (buckets.size > NAMES_MAX) buckets.delete(buckets.keys().next().value ?? "");
      return left >= 1;
    },
  };
}
