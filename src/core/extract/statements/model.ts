/** Something that can be seen in a sentence or around it, and that speaks for or against keeping it. */
export type Sign = string;

/** What the signs speak for: one sum of weights for each question that is asked of a sentence. */
export type Model = {
  readonly bases: readonly number[];
  /** One weight for each question. */
  readonly weights: ReadonlyMap<Sign, readonly number[]>;
};

/** Weights are written as whole numbers of hundredths. */
const HUNDREDTH = 0.01;

/**
 * Reads a model as it is written down: the bases, then groups of signs behind the weights that they share. Groups are
 * parted by semicolons or lines, signs by bars, weights by commas.
 */
export function modelOf(written: string): Model {
  const [head = "", ...groups] = written.trim().split(/[\n;]/);
  const numbers = (text: string): number[] => text.split(",").map((each) => Number(each) * HUNDREDTH);
  const weights = new Map<Sign, readonly number[]>();
  for (const group of groups) {
    const [given = "", ...signs] = group.split("|");
    const row = numbers(given);
    for (const sign of signs) weights.set(sign, row);
  }
  return { bases: numbers(head), weights };
}

/** The sum for one question, as a logit. */
export function sumOf({ bases, weights }: Model, signs: Iterable<Sign>, question: number): number {
  let sum = bases[question] ?? 0;
  for (const sign of signs) sum += weights.get(sign)?.[question] ?? 0;
  return sum;
}

export const chanceOf = (logit: number): number => 1 / (1 + Math.exp(-logit));
