/** A pseudo-random generator with a text as its seed: the same text gives the same numbers on all machines. */
export type Random = {
  /** A whole number from 0 up to, but not including, `below`. */
  readonly below: (below: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly isLucky: (share: number) => boolean;
};

/** Creates the generator mulberry32, which is fast and good enough to choose mutations. */
export function randomFrom(text: string): Random {
  let state = hashOf(text);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    isLucky: (share) => next() < share,
  };
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
