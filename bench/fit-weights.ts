/** Weights of signs, and where the sum starts. */
export type Fitted = { readonly bias: number; readonly weights: ReadonlyMap<string, number> };

export type Example = {
  readonly signs: readonly string[];
  readonly isRight: boolean;
  /** The dialogue it comes from. */
  readonly dialogue: string;
};

/** Keeps weights small: what few dialogues show is believed little, and a word less than a sign that has a meaning. */
const RIDGE = { sign: 4, word: 6 };
/** In so many dialogues a word must stand. With three of them the weights take three times the room and are worth no more. */
const DIALOGUES_MIN = 8;
/** A letter and a word: such signs are many, and none was made for its meaning. */
const WORD = /^[wpflcbnqr] /;
const ROUNDS = 40;
/** Smaller steps change nothing that is written down. */
const STEP_MIN = 0.002;
/** A longer step than this overshoots where a sign decides nearly alone. */
const STEP_MAX = 1;

/**
 * Fits a sum of weights to what is right, so that its sureness is as often right as it says. One weight after the other
 * by Newton's method: no chance in it, so that the same dialogues give the same weights.
 */
export function fitted(examples: readonly Example[]): Fitted {
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
    bias += moved(every, { sums, right, weight: 0, ridge: 0.01 });
    let longest = 0;
    for (const [name, rows] of rowsOf) {
      const weight = weights.get(name) ?? 0;
      const step = moved(rows, { sums, right, weight, ridge: WORD.test(name) ? RIDGE.word : RIDGE.sign });
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

/** The step that one weight takes, with which the sums of its rows are moved on. */
function moved(rows: readonly number[], { sums, right, weight, ridge }: State): number {
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
