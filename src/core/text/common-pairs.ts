/** Lists whose table would have more cells than this are not compared entry by entry, because it would take too long. */
const CELLS_MAX = 4_000_000;

/** The longest common subsequence of two lists, as pairs of indices. */
export function commonPairs(
  left: readonly string[],
  right: readonly string[],
): (readonly [number, number])[] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start++;
  let tail = 0;
  const room = Math.min(left.length, right.length) - start;
  while (tail < room && left.at(-1 - tail) === right.at(-1 - tail)) tail++;
  const head = Array.from({ length: start }, (_, i) => [i, i] as const);
  const end = Array.from(
    { length: tail },
    (_, i) => [left.length - tail + i, right.length - tail + i] as const,
  );
  const middle = pairsBetween(left.slice(start, left.length - tail), right.slice(start, right.length - tail));
  return [...head, ...middle.map(([i, j]) => [i + start, j + start] as const), ...end];
}

function pairsBetween(left: readonly string[], right: readonly string[]): (readonly [number, number])[] {
  const width = right.length + 1;
  if (left.length === 0 || right.length === 0 || (left.length + 1) * width > CELLS_MAX) return [];
  const best = new Uint32Array((left.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--)
      best[i * width + j] =
        left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
