/** The weights and the bias of a logistic regression. */
export type Fitted = { readonly bias: number; readonly weights: ReadonlyMap<string, number> };

export type Example = {
  readonly signs: readonly string[];
  readonly isRight: boolean;
  /** Name of the dialogue. */
  readonly dialogue: string;
};

/**
 * Ridge penalties: they keep weights from few dialogues small, and penalise words more than meaningful signs.
 */
const RIDGE = { sign: 4, word: 6 };
/** Minimum number of dialogues with a word. A minimum of three triples the weights without better results. */
const DIALOGUES_MIN = 8;
/** Signs that are a prefix letter and a word: numerous, and without a designed meaning. */
const WORD = /^[wpflcbnqr] /;
const ROUNDS = 40;
/** Convergence limit: smaller steps do not change the rounded weights. */
const STEP_MIN = 0.002;
/** Longer steps overshoot where one sign nearly decides alone. */
const STEP_MAX = 1;

/**
 * Fits a logistic regression whose probabilities are calibrated, by coordinate-wise Newton steps. It is
 * deterministic: the same dialogues give the same weights.
 */
export function fitWeights(examples: readonly Example[]): Fitted {
  const names = namesIn(examples);
  const rowsOf = new Map(names.map((name) => [name, [] as number[]]));
  for (const [row, { signs }] of examples.entries())
    for (const sign of new Set(signs)) rowsOf.get(sign)?.push(row);
  const every = examples.map((_, row) => row);
  const sums = new Float64Array(examples.length);
  const right = Float64Array.from(examples, ({ isRight }) => (isRight ? 1 : 0));
  const weights = new Map(names.map((name) => [name, 0]));
  let bias = 0;
  for (let round = 0; round < ROUNDS; round++) {
    bias += stepWeight(every, { sums, right, weight: 0, ridge: 0.01 });
    let longest = 0;
    for (const [name, rows] of rowsOf) {
      const weight = weights.get(name) ?? 0;
      const step = stepWeight(rows, {
        sums,
        right,
        weight,
        ridge: WORD.test(name) ? RIDGE.word : RIDGE.sign,
      });
      weights.set(name, weight + step);
      longest = Math.max(longest, Math.abs(step));
    }
    if (longest < STEP_MIN) break;
  }
  return { bias, weights };
}

function namesIn(examples: readonly Example[]): string[] {
  const dialogues = new Map<string, Set<string>>();
  for (const { signs, dialogue } of examples)
    for (const sign of signs) dialogues.set(sign, (dialogues.get(sign) ?? new Set()).add(dialogue));
  const isSeen = (name: string, count: number): boolean => !WORD.test(name) || count >= DIALOGUES_MIN;
  return [...dialogues].flatMap(([name, { size }]) => (isSeen(name, size) ? [name] : [])).sort();
}

type State = {
  readonly sums: Float64Array;
  readonly right: Float64Array;
  readonly weight: number;
  readonly ridge: number;
};

/** Takes one Newton step for one weight, updates the sums of its rows and returns the step. */
function stepWeight(rows: readonly number[], { sums, right, weight, ridge }: State): number {
  let [slope, bend] = [ridge * weight, ridge];
  for (const row of rows) {
    const chance = 1 / (1 + Math.exp(-(sums[row] ?? 0)));
    slope += chance - (right[row] ?? 0);
    bend += chance * (1 - chance);
  }
  const step = Math.max(-STEP_MAX, Math.min(STEP_MAX, -slope / bend));
  for (const row of rows) sums[row] = (sums[row] ?? 0) + step;
  return step;
}

export function sureness({ bias, weights }: Fitted, signs: Iterable<string>): number {
  let sum = bias;
  for (const sign of new Set(signs)) sum += weights.get(sign) ?? 0;
  return 1 / (1 + Math.exp(-sum));
}
