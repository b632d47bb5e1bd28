/** Two 64-bit halves as four 32-bit words, low word first. */
export type SipKey = readonly [number, number, number, number];

/**
 * SipHash-2-4 of the UTF-16 units of a text, as 16 hexadecimal digits. Without the key, nobody can compute a valid checksum. It uses 32-bit
 * arithmetic, because loading a cryptographic library would take a hook longer.
 */
export function sipHash(key: SipKey, text: string): string {
  const state = stateFrom(key);
  const whole = text.length - (text.length % 4);
  for (let i = 0; i < whole; i += 4) {
    const low = text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16);
    compress(state, low, text.charCodeAt(i + 2) | (text.charCodeAt(i + 3) << 16));
  }
  const rest = [0, 1, 2].map((at) => (whole + at < text.length ? text.charCodeAt(whole + at) : 0));
  const bytes = (text.length * 2) & 0xff;
  compress(state, (rest[0] ?? 0) | ((rest[1] ?? 0) << 16), (rest[2] ?? 0) | (bytes << 24));
  state[4] = wordAt(state, 4) ^ 0xff;
  for (let round = 0; round < 4; round++) mixRound(state);
  const low = wordAt(state, 0) ^ wordAt(state, 2) ^ wordAt(state, 4) ^ wordAt(state, 6);
  const high = wordAt(state, 1) ^ wordAt(state, 3) ^ wordAt(state, 5) ^ wordAt(state, 7);
  return hex(high) + hex(low);
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, "0");

const wordAt = (state: Int32Array, index: number): number => state[index] ?? 0;

/** v0 to v3, each as low word and high word. */
function stateFrom([low0, high0, low1, high1]: SipKey): Int32Array {
  return Int32Array.of(
    low0 ^ 0x70736575,
    high0 ^ 0x736f6d65,
    low1 ^ 0x6e646f6d,
    high1 ^ 0x646f7261,
    low0 ^ 0x6e657261,
    high0 ^ 0x6c796765,
    low1 ^ 0x79746573,
    high1 ^ 0x74656462,
  );
}

function compress(state: Int32Array, low: number, high: number): void {
  state[6] = wordAt(state, 6) ^ low;
  state[7] = wordAt(state, 7) ^ high;
  mixRound(state);
  mixRound(state);
  state[0] = wordAt(state, 0) ^ low;
  state[1] = wordAt(state, 1) ^ high;
}

/** One round. The words are in local variables for speed. */
function mixRound(s: Int32Array): void {
  let l0 = wordAt(s, 0);
  let h0 = wordAt(s, 1);
  let l1 = wordAt(s, 2);
  let h1 = wordAt(s, 3);
  let l2 = wordAt(s, 4);
  let h2 = wordAt(s, 5);
  let l3 = wordAt(s, 6);
  let h3 = wordAt(s, 7);
  let low = (l0 + l1) | 0;
  h0 = (h0 + h1 + carry(low, l0)) | 0;
  l0 = low;
  low = (l1 << 13) | (h1 >>> 19);
  h1 = (h1 << 13) | (l1 >>> 19);
  l1 = low;
  l1 ^= l0;
  h1 ^= h0;
  low = l0;
  l0 = h0;
  h0 = low;
  low = (l2 + l3) | 0;
  h2 = (h2 + h3 + carry(low, l2)) | 0;
  l2 = low;
  low = (l3 << 16) | (h3 >>> 16);
  h3 = (h3 << 16) | (l3 >>> 16);
  l3 = low;
  l3 ^= l2;
  h3 ^= h2;
  low = (l0 + l3) | 0;
  h0 = (h0 + h3 + carry(low, l0)) | 0;
  l0 = low;
  low = (l3 << 21) | (h3 >>> 11);
  h3 = (h3 << 21) | (l3 >>> 11);
  l3 = low;
  l3 ^= l0;
  h3 ^= h0;
  low = (l2 + l1) | 0;
  h2 = (h2 + h1 + carry(low, l2)) | 0;
  l2 = low;
  low = (l1 << 17) | (h1 >>> 15);
  h1 = (h1 << 17) | (l1 >>> 15);
  l1 = low;
  l1 ^= l2;
  h1 ^= h2;
  low = l2;
  l2 = h2;
  h2 = low;
  s[0] = l0;
  s[1] = h0;
  s[2] = l1;
  s[3] = h1;
  s[4] = l2;
  s[5] = h2;
  s[6] = l3;
  s[7] = h3;
}

/** One if the sum of two low words overflowed. */
const carry = (sum: number, part: number): number => (sum >>> 0 < part >>> 0 ? 1 : 0);
