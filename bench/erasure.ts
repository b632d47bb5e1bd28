import { resolve } from "node:path";
import { FORGET_CASES } from "../test/hostile/forget-cases.ts";
import { type ErasureStep, eraseEverywhere } from "../test/hostile/forget-everywhere.ts";
import { type HostileCase, playHostileCase } from "../test/hostile/hostile-case.ts";
import { bench } from "./bench.ts";
import { ROOT } from "./place.ts";
import { say } from "./progress.ts";
import { dataHash, type Finding } from "./result.ts";

/** Number of cases that run in parallel. A case mostly waits for processes to start. */
const LANES = 4;

export const erasure = bench({
  name: "erasure",
  title: "Bytes that are left after forgetting",
  summary:
    "Plants words in every file, forgets them by the built command, and searches every byte afterwards.",
  options: { every: { value: 1, help: "plays every N-th case" } },
  run: async ({ every }) => {
    const bin = resolve(ROOT, "dist/tidemark.cjs");
    const steps = await eraseAndSearch(bin);
    const cases = FORGET_CASES.filter((one) => !one.isControl).filter((_, i) => i % every === 0);
    return findingOf(steps, cases, await broken(cases, bin));
  },
});

/** Plants one word in every place at once, and reports where it is found after each step. */
async function eraseAndSearch(bin: string): Promise<readonly ErasureStep[]> {
  let steps: readonly ErasureStep[] = [];
  const run = async (stage: Parameters<HostileCase["run"]>[0]): Promise<undefined> => {
    steps = await eraseEverywhere(stage);
  };
  await playHostileCase({ area: "forgetting", name: "every place at once", run }, bin);
  return steps;
}

async function broken(cases: readonly HostileCase[], bin: string): Promise<ReadonlyMap<string, string>> {
  const wrong = new Map<string, string>();
  const waiting = cases.entries();
  // The lanes share one iterator, so each case runs once.
  const lane = async (): Promise<void> => {
    for (const [i, each] of waiting) {
      const problem = await playHostileCase(each, bin).catch(String);
      if (problem !== undefined) wrong.set(each.name, problem);
      if (i % 20 === 0) say(`${i} of ${cases.length} cases`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return wrong;
}

function findingOf(
  steps: readonly ErasureStep[],
  cases: readonly HostileCase[],
  wrong: ReadonlyMap<string, string>,
): Finding {
  const names = [...steps.map(({ step }) => step), ...cases.map(({ name }) => name)];
  const files = steps.reduce((sum, one) => sum + one.files.length, 0);
  return {
    data: {
      seed: 0,
      hash: dataHash(names),
    },
    tables: [
      {
        title: "One word in every place at once: what is left after each step",
        columns: ["step", "files that hold it", "the memory says it"],
        rows: steps.map((one) => [one.step, one.files.length, one.isKnown ? "yes" : "no"]),
      },
      {
        title: "Cases that did not hold",
        columns: ["case", "what happened"],
        rows: [...wrong],
      },
    ],
    verdicts: [
      {
        what: "files that hold a forgotten word, after each of the steps",
        target: "0",
        measured: `${files} in ${steps.length} steps`,
        isMet: files === 0 && steps.length > 0 && steps.every((one) => !one.isKnown),
      },
      {
        what: "places, killed commands and ways back in which a forgotten word was found",
        target: "0",
        measured: `${wrong.size} of ${cases.length}`,
        isMet: wrong.size === 0 && cases.length > 0,
      },
    ],
  };
}
