/** The first `most` entries of a long list in order, without sorting all of it. It uses a heap whose top is the last of these entries. */
export function topOf(
  list: readonly number[],
  isBefore: (a: number, b: number) => boolean,
  most: number,
): number[] {
  const heap: number[] = [];
  const at = (i: number): number => heap[i] ?? 0;
  const swap = (i: number, j: number): void => {
    [heap[i], heap[j]] = [at(j), at(i)];
  };
  const rise = (): void => {
    for (let i = heap.length - 1, above = (i - 1) >> 1; i > 0; i = above, above = (i - 1) >> 1) {
      if (!isBefore(at(above), at(i))) return;
      swap(i, above);
    }
  };
  const sink = (): void => {
    for (let i = 0; ; ) {
      let last = i;
      for (const below of [2 * i + 1, 2 * i + 2])
        if (below < heap.length && isBefore(at(last), at(below))) last = below;
      if (last === i) return;
      swap(i, last);
      i = last;
    }
  };
  for (const each of list) {
    if (heap.length < most) {
      heap.push(each);
      rise();
    } else if (most > 0 && isBefore(each, at(0))) {
      heap[0] = each;
      sink();
    }
  }
  return heap.sort((a, b) => (isBefore(a, b) ? -1 : 1));
}
