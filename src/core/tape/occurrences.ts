import { mix } from "../mix.ts";

/** Counts how often each text occurred. */
export type Occurrences = {
  /** Returns how often this text occurred before, and counts it once more. */
  readonly next: (text: string) => number;
};

const SLOTS_FIRST = 1024;
/** Numbers per slot: two for the text's hash, and one for the count. */
const WIDTH = 3;
/** The load factor above which finding a free slot becomes slow. */
const FULL = 0.6;

/**
 * Counts very many texts in twelve bytes each, without storing the texts: a history of a gigabyte has millions of them. Two texts with the
 * same 64-bit hash count as one text. This happens once in a million histories of that size, and then one turn is counted as a repetition.
 */
export function createOccurrences(): Occurrences {
  let slots = new Uint32Array(SLOTS_FIRST * WIDTH);
  let used = 0;
  return {
    next: (text) => {
      const [first, second] = mix(text);
      const at = placeOf(slots, first, second);
      const before = slots[at + 2] ?? 0;
      slots.set([first, second, before + 1], at);
      if (before === 0 && ++used * WIDTH > slots.length * FULL) slots = widenSlots(slots);
      return before;
    },
  };
}

/** The slot in which the text is counted, or the free slot for it. */
function placeOf(slots: Uint32Array, first: number, second: number): number {
  const count = slots.length / WIDTH;
  for (let slot = first % count; ; slot = (slot + 1) % count) {
    const at = slot * WIDTH;
    const isFree = slots[at + 2] === 0;
    if (isFree || (slots[at] === first && slots[at + 1] === second)) return at;
  }
}

function widenSlots(slots: Uint32Array): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(slots.length * 2);
  for (let at = 0; at < slots.length; at += WIDTH) {
    const entry = slots.subarray(at, at + WIDTH);
    if (entry[2] !== 0) wider.set(entry, placeOf(wider, entry[0] ?? 0, entry[1] ?? 0));
  }
  return wider;
}
