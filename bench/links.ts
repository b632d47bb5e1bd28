import { writeFileSync } from "node:fs";
import { AMENDS_MIN } from "../src/core/edges/amended.ts";
import { bench } from "./bench.ts";
import { readCorpus } from "./corpus/read-corpus.ts";
import { type LinkExample, linkExamples } from "./link-examples.ts";
import { amendmentWeights, type Linked, type LinkWeights, linked, linkWeights } from "./link-model.ts";
import type { Table } from "./table.ts";
import { type AnyWeights, corpusHash, weightsPath, weightsText } from "./weights-file.ts";

const CHANCES = [0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6];
/** Number of folds for cross-validation. */
const FOLDS = 5;

export const links = bench({
  name: "links",
  title: "Which earlier statement is changed",
  summary:
    "Fits what speaks for one statement's changing another to the dialogues of dev, and shows what it is worth.",
  options: { write: { value: 0, help: "1 writes the weights into the project" } },
  run: async ({ write }) => {
    const [dev, fit] = [await linkExamples(readCorpus("dev")), await linkExamples(readCorpus("fit"))];
    const weights = linkWeights([...dev.plain, ...dev.crowded]);
    const judge = (examples: readonly LinkExample[]): Linked[] =>
      examples.map((each) => linked(weights, each));
    if (write === 1) writeFileSync(weightsPath("amendments"), weightsText(fileOf(weights, judge(fit.plain))));
    const [alone, among] = crossValidate(dev);
    return {
      tables: [
        curve("dev: each dialogue left out of the fit that judges it", alone),
        curve("dev: the same, among units of other dialogues", among),
        curve("fit: dialogues that the weights were not fitted to", judge(fit.plain)),
        curve("fit: the same, among units of other dialogues", judge(fit.crowded)),
      ],
      verdicts: [],
    };
  },
});

type Both = { readonly plain: readonly LinkExample[]; readonly crowded: readonly LinkExample[] };

function crossValidate({ plain, crowded }: Both): [Linked[], Linked[]] {
  const names = [...new Set(plain.map(({ dialogue }) => dialogue))];
  const foldOf = new Map(names.map((name, i) => [name, i % FOLDS]));
  const parts = Array.from({ length: FOLDS }, (_, fold) => {
    const isIn = ({ dialogue }: LinkExample): boolean => foldOf.get(dialogue) === fold;
    const weights = linkWeights([...plain, ...crowded].filter((each) => !isIn(each)));
    const judged = (examples: readonly LinkExample[]): Linked[] =>
      examples.filter(isIn).map((each) => linked(weights, each));
    return { alone: judged(plain), among: judged(crowded) };
  });
  return [parts.flatMap(({ alone }) => alone), parts.flatMap(({ among }) => among)];
}

function curve(title: string, judged: readonly Linked[]): Table {
  return {
    title,
    columns: [
      "from this chance on",
      "amendments",
      "linked to what they amend",
      "to another",
      "of what amends nothing",
    ],
    rows: CHANCES.map((min) => {
      const { all, right, other, unasked } = countsFrom(min, judged);
      return [min, all, right, other, unasked];
    }),
  };
}

/**
 * Counts at a minimum probability: amendments, links to the amended statement, to another one, and links from
 * statements that amend nothing.
 */
function countsFrom(min: number, judged: readonly Linked[]) {
  const taken = judged.filter(({ chance }) => chance >= min);
  return {
    all: judged.filter(({ isAmendment }) => isAmendment).length,
    right: taken.filter(({ isMeant }) => isMeant).length,
    other: taken.filter(({ isMeant, isAmendment }) => isAmendment && !isMeant).length,
    unasked: taken.filter(({ isAmendment }) => !isAmendment).length,
  };
}

/** The weights file, with its results on dialogues that the weights were not fitted to. */
function fileOf(weights: LinkWeights, held: readonly Linked[]): AnyWeights {
  const { all, right, other, unasked } = countsFrom(AMENDS_MIN, held);
  return {
    command: "npm run bench -- links --write 1",
    corpus: corpusHash(["dev"]),
    scores: {
      "amendments linked to what they amend": Number((right / Math.max(1, all)).toFixed(3)),
      "amendments linked to another": Number((other / Math.max(1, all)).toFixed(3)),
      "links of what amends nothing": unasked,
    },
    ...amendmentWeights(weights),
  };
}
