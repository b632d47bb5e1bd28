/**
 * A file of `weights/`, written by a benchmark: the command that made it, a hash of its source files, and the scores of the weights on
 * dialogues that were not used for fitting.
 */
export type WeightsFile<Feature extends string, Question extends string> = {
  readonly command: string;
  readonly corpus: string;
  readonly scores: { readonly [score: string]: number };
  /** The bias for each question, in hundredths of a logit like all weights. */
  readonly bias: { readonly [question in Question]: number };
  /** The weight of each feature, in the order of the questions; trailing zeros are left out. */
  readonly weights: { readonly [feature in Feature]: readonly number[] };
};

/** The same weights in logits, for computing. */
export type Model<Feature extends string, Question extends string> = {
  readonly bias: ReadonlyMap<Question, number>;
  readonly weights: ReadonlyMap<Feature, readonly number[]>;
};

const logits = (hundredths: number): number => hundredths / 100;

/** Reads a weights file. If a model of known features is expected, the compiler refuses a file with any other. */
export function readWeights<Feature extends string, Question extends string>(
  file: WeightsFile<Feature, Question>,
): Model<NoInfer<Feature>, NoInfer<Question>> {
  const bias = new Map<Question, number>();
  for (const question in file.bias) bias.set(question, logits(file.bias[question]));
  const weights = new Map<Feature, readonly number[]>();
  for (const feature in file.weights) weights.set(feature, file.weights[feature].map(logits));
  return { bias, weights };
}

/** The score for one question: its bias plus the weights of all present features. */
export function sumOf<Feature extends string, Question extends string>(
  { bias, weights }: Model<Feature, Question>,
  features: Iterable<Feature>,
  question: Question,
): number {
  const column = [...bias.keys()].indexOf(question);
  let sum = bias.get(question) ?? 0;
  for (const feature of features) sum += weights.get(feature)?.[column] ?? 0;
  return sum;
}

export const chanceOf = (logit: number): number => 1 / (1 + Math.exp(-logit));
