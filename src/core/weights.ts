/**
 * A file of `weights/`, as a bench writes it: by which command, from which files (a hash of them), and what the weights
 * are worth on dialogues that they were not fitted to.
 */
export type WeightsFile<Feature extends string, Question extends string> = {
  readonly command: string;
  readonly corpus: string;
  readonly scores: { readonly [score: string]: number };
  /** Where the sum for each question starts. Like all weights in hundredths of a logit. */
  readonly bias: { readonly [question in Question]: number };
  /** What each feature adds, in the order of the questions; zeros at the end are left out. */
  readonly weights: { readonly [feature in Feature]: readonly number[] };
};

/** A file as it is computed with, in logits. */
export type Model<Feature extends string, Question extends string> = {
  readonly bias: ReadonlyMap<Question, number>;
  readonly weights: ReadonlyMap<Feature, readonly number[]>;
};

const logits = (hundredths: number): number => hundredths / 100;

/** Where a model of known features is expected, the compiler refuses a file with any other. */
export function readWeights<Feature extends string, Question extends string>(
  file: WeightsFile<Feature, Question>,
): Model<NoInfer<Feature>, NoInfer<Question>> {
  const bias = new Map<Question, number>();
  for (const question in file.bias) bias.set(question, logits(file.bias[question]));
  const weights = new Map<Feature, readonly number[]>();
  for (const feature in file.weights) weights.set(feature, file.weights[feature].map(logits));
  return { bias, weights };
}

/** The sum for one question: its bias and the weights of all features that are there. */
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
