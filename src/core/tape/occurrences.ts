import { mix } from "../mix.ts";

/** Counts how often each text came by. */
export type Occurrences = {
  /** How often this text came before, and one more from now on. */
  readonly next: (text: string) => number;
};

const SLOTS_FIRST = 1024;
/** Two numbers for the text, and the count. */
const WIDTH = 3;
/** Fuller than this, looking for a free slot takes long. */
const FULL = 0.6;

/**
 * Counts very many texts in twelve bytes for each, not the texts themselves: a history of a gigabyte has
 * millions of them. Two texts that the same 64 bits stand for count as one, which happens once in a
 * million histories of that size, and then makes one turn the second of its kind.
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

/** Where the text is counted, or the free slot where it will be. */
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
