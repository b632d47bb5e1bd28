import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bench } from "./bench.ts";
import { type LinkExample, linkExamples } from "./link-examples.ts";
import { type Linked, type LinkWeights, linked, linkWeights } from "./link-model.ts";
import { ROOT } from "./place.ts";
import type { Table } from "./table.ts";

const FILE = join(ROOT, "src/core/edges/amend-weights.ts");
const CHANCES = [0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6];
/** Dialogues are parted in so many, each judged by what was fitted to the others. */
const FOLDS = 5;
/** Smaller weights decide nothing. */
const WEIGHT_MIN = 0.1;

export const links = bench({
  name: "links",
  title: "Which earlier statement is changed",
  summary:
    "Fits what speaks for one statement's changing another to the dialogues of dev, and shows what it is worth.",
  options: { write: { value: 0, help: "1 writes the weights into the project" } },
  run: async ({ write }) => {
    const [dev, fit] = [await linkExamples("dev"), await linkExamples("fit")];
    const weights = linkWeights([...dev.plain, ...dev.crowded]);
    if (write === 1) writeFileSync(FILE, textOf(weights));
    const judge = (examples: readonly LinkExample[]): Linked[] =>
      examples.map((each) => linked(weights, each));
    const [alone, among] = crossed(dev);
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

function crossed({ plain, crowded }: Both): [Linked[], Linked[]] {
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
  const all = judged.filter(({ isAmendment }) => isAmendment).length;
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
      const taken = judged.filter(({ chance }) => chance >= min);
      const right = taken.filter(({ isMeant }) => isMeant).length;
      const other = taken.filter(({ isMeant, isAmendment }) => isAmendment && !isMeant).length;
      return [min, all, right, other, taken.filter(({ isAmendment }) => !isAmendment).length];
    }),
  };
}

const textOf = ({ weights, nothing }: LinkWeights): string => `/**
 * What each sign counts when it is asked which of the earlier statements a new one changes, or none. Written by
 * \`npm run bench -- links --write 1\` from the labelled dialogues of \`dev/\`, with units of other dialogues mixed in, so that a
 * memory of many units does not find more to change.
 */
export const AMEND_WEIGHTS: { readonly [sign: string]: number } = {
${[...weights]
  .filter(([, weight]) => Math.abs(weight) >= WEIGHT_MIN)
  .sort(([, a], [, b]) => b - a)
  .map(
    ([sign, weight]) =>
      `  ${/^[a-z]+$/.test(sign) ? sign : JSON.stringify(sign)}: ${Number(weight.toFixed(2))},`,
  )
  .join("\n")}
};

/** What all signs together have to outweigh. */
export const AMENDS_NOTHING = ${Number(nothing.toFixed(2))};
`;
