/** The known word that a person most likely meant, or undefined if none is close. Words of very different length are skipped. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(word.length - candidate.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Edits (insert, delete, replace, swap of neighbours) that turn one word into the other. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(cell(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1, cell(rows, i - 1, j - 1) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, cell(rows, i - 2, j - 2) + 1);
      }
      row.push(cost);
    }
    rows.push(row);
  }
  return cell(rows, a.length, b.length);
}

const cell = (rows: readonly number[][], i: number, j: number): number =>
  rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
