import { writeFileSync } from "node:fs";
import { keepThreshold } from "../src/core/extract/statements/classify-sentence.ts";
import { bench } from "./bench.ts";
import { readCorpus } from "./corpus/read-corpus.ts";
import { examplesOf, type Told } from "./fit-examples.ts";
import { HISTORY_FILES, historyExamples } from "./fit-histories.ts";
import {
  classify,
  crossValidate,
  type Fits,
  fitsOf,
  type Judged,
  MOMENTS,
  type Moment,
  scoresOf,
  statementWeights,
} from "./fit-model.ts";
import type { Table } from "./table.ts";
import { type AnyWeights, corpusHash, weightsPath, weightsText } from "./weights-file.ts";

const THRESHOLDS = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8];
/** Number of signs shown with the highest weights, and with the lowest. */
const SHOWN = 25;

export const fit = bench({
  name: "fit",
  title: "What the signs of a sentence tell",
  summary: "Fits the weights of signs to the dialogues of dev, and shows what they are worth on others.",
  options: { write: { value: 0, help: "1 writes the weights into the project" } },
  run: async ({ write }) => {
    const dev = [...examplesOf(readCorpus("dev")), ...historyExamples()];
    const held = examplesOf(readCorpus("fit"));
    const fits = { said: fitsOf(dev, "said"), answered: fitsOf(dev, "answered") };
    if (write === 1) writeFileSync(weightsPath("statements"), weightsText(fileOf(fits, held)));
    return {
      tables: [
        ...MOMENTS.flatMap((moment) => [
          curve(
            `dev, as ${moment}: each dialogue left out of the fit that judges it`,
            crossValidate(dev, moment),
          ),
          curve(
            `fit, as ${moment}: dialogues that the weights were not fitted to`,
            held.map((each) => classify(fits[moment], each, moment)),
          ),
        ]),
        strongest(fits.answered),
      ],
      verdicts: [],
    };
  },
});

function curve(title: string, sentences: readonly Judged[]): Table {
  return {
    title,
    columns: ["from so sure on", "sentences", "to be kept", "as this kind", "of all to be kept"],
    rows: THRESHOLDS.map((min) => {
      const taken = sentences.filter(({ sure }) => sure >= min);
      const kept = taken.filter(({ isKept }) => isKept).length / Math.max(1, taken.length);
      const { right, found } = scoresOf(sentences, min);
      return [min, taken.length, ...[kept, right, found].map((share) => share.toFixed(2))];
    }),
  };
}

function strongest({ lasts }: Fits): Table {
  const sorted = [...lasts.weights].sort(([, a], [, b]) => b - a);
  return {
    title: "The signs that speak most for a statement that lasts, and most against it",
    columns: ["sign", "weight"],
    rows: [...sorted.slice(0, SHOWN), ...sorted.slice(-SHOWN)].map(([sign, weight]) => [
      sign,
      weight.toFixed(2),
    ]),
  };
}

/** The weights file, with its precision and recall on dialogues that the weights were not fitted to. */
function fileOf(fits: { readonly [moment in Moment]: Fits }, held: readonly Told[]): AnyWeights {
  const scores = MOMENTS.flatMap((moment) => {
    const judgedHeld = held.map((each) => classify(fits[moment], each, moment));
    const { right, found } = scoresOf(judgedHeld, keepThreshold("decision", moment === "answered"));
    return [
      [`right as ${moment}`, Number(right.toFixed(3))],
      [`found as ${moment}`, Number(found.toFixed(3))],
    ];
  });
  return {
    command: "npm run bench -- fit --write 1",
    corpus: corpusHash(["dev", ...HISTORY_FILES]),
    scores: Object.fromEntries(scores),
    ...statementWeights(fits),
  };
}
