/**
 * Orders texts by code points, as databases do by bytes. JavaScript's own order differs for characters above U+FFFF, and lists in different
 * orders cannot be merged.
 */
export function byCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** How many elements of a list, which is sorted by a number, have at most this number. */
export function countUpTo<Of>(sorted: readonly Of[], limit: number, numberOf: (one: Of) => number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = sorted[middle];
    if (one !== undefined && numberOf(one) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
