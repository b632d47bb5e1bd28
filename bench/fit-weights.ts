/** Weights of signals, and where the sum starts. */
export type Fitted = { readonly bias: number; readonly weights: { readonly [signal: string]: number } };

export type Example = { readonly signals: readonly string[]; readonly isRight: boolean };

/** Keeps weights small: what few dialogues show is believed little. */
const RIDGE = 4;
const ROUNDS = 15;

/**
 * Fits a sum of weights to what is right, so that its sureness is as often right as it says. Newton's method: no chance
 * in it, so that the same dialogues give the same weights.
 */
export function fitted(examples: readonly Example[]): Fitted {
  const names = [...new Set(examples.flatMap(({ signals }) => signals))].sort();
  const columnOf = new Map(names.map((name, i) => [name, i]));
  const size = names.length + 1;
  const rows = examples.map(({ signals, isRight }) => ({
    columns: [...signals.flatMap((name) => columnOf.get(name) ?? []), names.length],
    right: isRight ? 1 : 0,
  }));
  let weights = new Float64Array(size);
  for (let round = 0; round < ROUNDS; round++) {
    const { slope, bend } = derivatives(rows, weights);
    const step = solved(bend, slope);
    weights = weights.map((weight, i) => weight - (step[i] ?? 0));
  }
  const rounded = (value: number): number => Math.round(value * 10) / 10;
  return {
    bias: rounded(weights[names.length] ?? 0),
    weights: Object.fromEntries(names.map((name, i) => [name, rounded(weights[i] ?? 0)])),
  };
}

export function sureness({ bias, weights }: Fitted, signals: readonly string[]): number {
  return 1 / (1 + Math.exp(-signals.reduce((sum, name) => sum + (weights[name] ?? 0), bias)));
}

type Row = { readonly columns: readonly number[]; readonly right: number };

function derivatives(rows: readonly Row[], weights: Float64Array) {
  const size = weights.length;
  const slope = weights.map((weight, i) => weight * (i === size - 1 ? 0.001 : RIDGE));
  const bend = Array.from({ length: size }, (_, i) => {
    const line = new Float64Array(size);
    line[i] = i === size - 1 ? 0.001 : RIDGE;
    return line;
  });
  for (const { columns, right } of rows) {
    const sum = columns.reduce((all, column) => all + (weights[column] ?? 0), 0);
    const chance = 1 / (1 + Math.exp(-sum));
    for (const a of columns) {
      slope[a] = (slope[a] ?? 0) + chance - right;
      const line = bend[a];
      if (line) for (const b of columns) line[b] = (line[b] ?? 0) + chance * (1 - chance);
    }
  }
  return { slope, bend };
}

/** Solves a system of equations by elimination. It is small, and never singular: the ridge is on its diagonal. */
function solved(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const rows = matrix.map((line, i) => Float64Array.from([...line, right[i] ?? 0]));
  const size = rows.length;
  for (let at = 0; at < size; at++) {
    const lead = rows[at];
    if (!lead) continue;
    for (let below = at + 1; below < size; below++) {
      const line = rows[below];
      const factor = (line?.[at] ?? 0) / (lead[at] ?? 1);
      if (line && factor !== 0)
        for (let i = at; i <= size; i++) line[i] = (line[i] ?? 0) - factor * (lead[i] ?? 0);
    }
  }
  const out = new Float64Array(size);
  for (let at = size - 1; at >= 0; at--) {
    const line = rows[at];
    let rest = line?.[size] ?? 0;
    for (let i = at + 1; i < size; i++) rest -= (line?.[i] ?? 0) * (out[i] ?? 0);
    out[at] = rest / (line?.[at] ?? 1);
  }
  return out;
}
