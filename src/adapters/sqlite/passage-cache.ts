import type { Passage } from "../../core/recall/index/passage.ts";

/** Passages that this process has read, by number. Reading them is the largest part of a question's cost. */
export type PassageCache = {
  /** The passages with these numbers, in no order; passages that are not cached are read. */
  readonly passages: (
    numbers: readonly number[],
    read: (missing: readonly number[]) => ReadonlyMap<number, Passage>,
  ) => Passage[];
  /**
   * Empties the cache after a removal from the index, because a number may then name another passage. Also if there are too many passages
   * for most of them to be cached: then caching costs more than it saves.
   */
  readonly keepIf: (index: { readonly stamp: number; readonly passages: number }) => void;
};

/** Passages that fit into about fifteen megabytes. */
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
