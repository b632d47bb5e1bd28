import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bench } from "./bench.ts";
import { readCorpus } from "./corpus/read-corpus.ts";
import { examplesOf } from "./fit-examples.ts";
import { historyExamples } from "./fit-histories.ts";
import {
  crossed,
  type Fits,
  fitsOf,
  type Judged,
  judged,
  MOMENTS,
  type Moment,
  writtenOf,
} from "./fit-model.ts";
import { ROOT } from "./place.ts";
import type { Table } from "./table.ts";

const FILE = join(ROOT, "src/core/extract/statements/fitted.ts");
const THRESHOLDS = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8];
/** Signs that are shown for and against. */
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
    if (write === 1) writeFileSync(FILE, textOf(fits));
    return {
      tables: [
        ...MOMENTS.flatMap((moment) => [
          curve(`dev, as ${moment}: each dialogue left out of the fit that judges it`, crossed(dev, moment)),
          curve(
            `fit, as ${moment}: dialogues that the weights were not fitted to`,
            held.map((each) => judged(fits[moment], each, moment)),
          ),
        ]),
        strongest(fits.answered),
      ],
      verdicts: [],
    };
  },
});

function curve(title: string, sentences: readonly Judged[]): Table {
  const all = sentences.filter(({ isKept }) => isKept).length;
  const share = (part: number, whole: number): string => (part / Math.max(1, whole)).toFixed(2);
  return {
    title,
    columns: ["from so sure on", "sentences", "to be kept", "as this kind", "of all to be kept"],
    rows: THRESHOLDS.map((min) => {
      const taken = sentences.filter(({ sure }) => sure >= min);
      const right = taken.filter(({ isRight }) => isRight).length;
      const kept = taken.filter(({ isKept }) => isKept).length;
      return [min, taken.length, share(kept, taken.length), share(right, taken.length), share(right, all)];
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

const textOf = ({ said, answered }: { readonly [moment in Moment]: Fits }): string => `/**
 * What each sign tells, in hundredths of a logit: that a sentence lasts; that it is well kept as a decision, as a
 * preference, as a constraint, as a fact. Written by \`npm run bench -- fit --write 1\` from the labelled dialogues.
 */
export const STATEMENTS = \`
${writtenOf(said)}
\`;

/** The same once the agent has answered. */
export const ANSWERED = \`
${writtenOf(answered)}
\`;
`;
