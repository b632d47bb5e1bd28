import type { Passage } from "../../core/recall/index/passage.ts";

/** Passages that this process has read, by number: reading them is the greater part of what a question costs. */
export type PassageCache = {
  /** The passages with these numbers, in no order; passages that are not cached are read. */
  readonly passages: (
    numbers: readonly number[],
    read: (missing: readonly number[]) => ReadonlyMap<number, Passage>,
  ) => Passage[];
  /**
   * Forgets everything once something was taken out of the index, for then a number may stand for another passage, and
   * where there are too many for most of them to be at hand: what is kept for nothing costs more than it saves.
   */
  readonly keepIf: (index: { readonly stamp: number; readonly passages: number }) => void;
};

/** As many as fit in some fifteen megabytes. */
const PASSAGES_MAX = 20_000;

export function passageCache(): PassageCache {
  const known = new Map<number, Passage>();
  let last: number | undefined;
  let isKept = true;
  return {
    passages: (numbers, read) => {
      const found: Passage[] = [];
      const missing: number[] = [];
      for (const number of numbers) {
        const passage = known.get(number);
        if (passage) found.push(passage);
        else missing.push(number);
      }
      if (missing.length === 0) return found;
      for (const [number, passage] of read(missing)) {
        if (isKept) known.set(number, passage);
        found.push(passage);
      }
      return found;
    },
    keepIf: ({ stamp, passages }) => {
      isKept = passages <= PASSAGES_MAX;
      if (stamp !== last || !isKept) known.clear();
      last = stamp;
    },
  };
}
