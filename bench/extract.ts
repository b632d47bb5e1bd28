import { createHash } from "node:crypto";
import { bench } from "./bench.ts";
import type { CorpusPart } from "./corpus/read-corpus.ts";
import { amendmentsTable, candidatesTable, conflictsTable, sizesTable } from "./extract-asides.ts";
import { kindsTable, missesTable, wrongTable } from "./extract-kinds.ts";
import { readersTable } from "./extract-readers.ts";
import { type Trial, trialsOf } from "./extract-trial.ts";
import { verdictsOf } from "./extract-verdicts.ts";
import { say } from "./progress.ts";
import type { Finding } from "./result.ts";

const PARTS: readonly CorpusPart[] = ["dev", "fit", "test"];
/** The default parts. The held-out part `test` is read only when it is named. */
const OPEN = "dev,fit";

export const extract = bench({
  name: "extract",
  title: "What is kept of a dialogue",
  summary:
    "Labelled dialogues: what was found, missed and made up. Weights are fitted to dev, so others tell more.",
  options: { part: { value: OPEN, help: "which parts of the corpus are read: dev, fit, test" } },
  run: async ({ part }) => {
    const named = part.split(",").map((name) => name.trim());
    const parts = PARTS.filter((each) => named.includes(each));
    const unknown = named.find((name) => !PARTS.some((each) => each === name));
    if (unknown !== undefined)
      throw new Error(`There is no part "${unknown}": they are ${PARTS.join(", ")}.`);
    const trials: Trial[] = [];
    for (const each of parts) {
      trials.push(...(await trialsOf(each)));
      say(`${each}: ${trials.filter((trial) => trial.part === each).length} dialogues read`);
    }
    return findingOf(parts, trials);
  },
});

function findingOf(parts: readonly CorpusPart[], trials: readonly Trial[]): Finding {
  const of = (part: CorpusPart): Trial[] => trials.filter((trial) => trial.part === part);
  return {
    data: { seed: 0, hash: hashOf(trials) },
    tables: [
      sizesTable(parts, of),
      ...parts.flatMap((part) => [
        kindsTable(`${part}: what was kept, by kind`, of(part)),
        kindsTable(
          `${part}: in English`,
          of(part).filter(({ dialogue }) => dialogue.lang === "en"),
        ),
        kindsTable(
          `${part}: in other languages`,
          of(part).filter(({ dialogue }) => dialogue.lang !== "en"),
        ),
      ]),
      readersTable(parts, of),
      amendmentsTable(parts, of),
      conflictsTable(parts, of),
      candidatesTable(parts, of),
      missesTable(trials),
      wrongTable(trials),
    ],
    verdicts: parts.flatMap((part) => verdictsOf(part, of(part))),
  };
}

const hashOf = (trials: readonly Trial[]): string =>
  createHash("sha256")
    .update(JSON.stringify(trials.map(({ part, dialogue }) => [part, dialogue])))
    .digest("hex")
    .slice(0, 16);
