import { KINDS_SAID } from "../src/core/extract/statements/classify-sentence.ts";
import type { Told } from "./fit-examples.ts";
import { type Fitted, fitWeights, sureness } from "./fit-weights.ts";
import { type AnyWeights, hundredths, trimmed } from "./weights-file.ts";

/** A sentence is classified twice: when it is said, and again with the agent's answer. */
export const MOMENTS = ["said", "answered"] as const;
export type Moment = (typeof MOMENTS)[number];

/** The fitted models: whether a sentence is kept, and for kept sentences one model per kind. */
export type Fits = { readonly lasts: Fitted; readonly kinds: readonly Fitted[] };

/**
 * The classification of a sentence: its certainty, whether it is correct, and whether a reader keeps the
 * sentence.
 */
export type Judged = { readonly sure: number; readonly isRight: boolean; readonly isKept: boolean };

export function fitsOf(told: readonly Told[], moment: Moment): Fits {
  const examples = told.map((each) => ({ ...each, signs: each.signs[moment] }));
  const kept = examples.filter(({ kinds }) => kinds.size > 0);
  const asked = (from: typeof examples, isRight: (each: Pick<Told, "kinds">) => boolean): Fitted =>
    fitWeights(from.map((each) => ({ ...each, isRight: isRight(each) })));
  return {
    lasts: fitWeights(examples.map((each) => ({ ...each, isRight: each.isKept }))),
    kinds: KINDS_SAID.map((kind) => asked(kept, ({ kinds }) => kinds.has(kind))),
  };
}

export function classify(
  { lasts, kinds }: Fits,
  { signs: seen, kinds: right, isKept }: Told,
  moment: Moment,
): Judged {
  const signs = seen[moment];
  const fit = kinds.map((each) => sureness(each, signs));
  const best = Math.max(...fit);
  const kind = KINDS_SAID[fit.indexOf(best)] ?? "decision";
  return {
    sure: sureness(lasts, signs) * best,
    isRight: right.has(kind) || (isKept && right.size === 0),
    isKept,
  };
}

const FOLDS = 6;

/** Cross-validation: classifies every sentence with models fitted to the other folds of dialogues. */
export function crossValidate(examples: readonly Told[], moment: Moment): Judged[] {
  const names = [...new Set(examples.map(({ dialogue }) => dialogue))];
  const foldOf = new Map(names.map((name, i) => [name, i % FOLDS]));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const fits = fitsOf(
      examples.filter(({ dialogue }) => foldOf.get(dialogue) !== fold),
      moment,
    );
    const rest = examples.filter(({ dialogue }) => foldOf.get(dialogue) === fold);
    return rest.map((each) => classify(fits, each, moment));
  }).flat();
}

/** Smaller weights have no noticeable effect and are dropped. */
const TELLING_MIN = 0.04;

/** The weights in the format of extraction: `lasts` first, then each kind, each as said and as answered. */
export function statementWeights(
  fits: { readonly [moment in Moment]: Fits },
): Pick<AnyWeights, "bias" | "weights"> {
  const columns = ["lasts", ...KINDS_SAID].flatMap((question, i) =>
    MOMENTS.map((moment) => {
      const { lasts, kinds } = fits[moment];
      return { question: `${question} as ${moment}`, fit: kinds[i - 1] ?? lasts };
    }),
  );
  const names = new Set(columns.flatMap(({ fit }) => [...fit.weights.keys()]));
  const rows = [...names].map((name) => {
    const row = columns.map(({ fit }) => fit.weights.get(name) ?? 0);
    const telling = row.map((weight) => (Math.abs(weight) < TELLING_MIN ? 0 : hundredths(weight)));
    return [name, trimmed(telling)] as const;
  });
  return {
    bias: Object.fromEntries(columns.map(({ question, fit }) => [question, hundredths(fit.bias)])),
    weights: Object.fromEntries(rows.filter(([, row]) => row.length > 0)),
  };
}

/** Precision and recall when sentences with at least this certainty are kept. */
export function scoresOf(sentences: readonly Judged[], min: number): { right: number; found: number } {
  const taken = sentences.filter(({ sure }) => sure >= min);
  const right = taken.filter(({ isRight }) => isRight).length;
  const all = sentences.filter(({ isKept }) => isKept).length;
  return { right: right / Math.max(1, taken.length), found: right / Math.max(1, all) };
}
