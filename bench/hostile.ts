import { resolve } from "node:path";
import { ALL_HOSTILE_CASES } from "../test/hostile/all-cases.ts";
import { type HostileArea, type HostileCase, playHostileCase } from "../test/hostile/hostile-case.ts";
import { bench } from "./bench.ts";
import { ROOT } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding, Verdict } from "./result.ts";
import type { Table } from "./table.ts";

const CASES_MIN = 150;
/** Number of cases that run in parallel. A case mostly waits for processes to start. */
const LANES = 4;

export const hostile = bench({
  name: "hostile",
  title: "Hostile repositories, pastes, transcripts, disks and inputs",
  summary: "Plays the cases of test/hostile on the built command, and on an older build beside it.",
  options: {
    before: { value: "", help: "path of an older tidemark.cjs to compare with" },
    every: { value: 1, help: "plays every N-th case of each area" },
  },
  run: async ({ before, every }) => findingOf(before === "" ? undefined : resolve(before), chosen(every)),
});

/** The problem of each case, or undefined if the program behaved correctly. */
type Played = ReadonlyMap<HostileCase, string | undefined>;

/** Every N-th attack and every N-th control of each area. */
function chosen(every: number): readonly HostileCase[] {
  const counts = new Map<string, number>();
  return ALL_HOSTILE_CASES.filter(({ area, isControl }) => {
    const group = `${area} ${isControl}`;
    const count = counts.get(group) ?? 0;
    counts.set(group, count + 1);
    return count % every === 0;
  });
}

async function findingOf(olderBin: string | undefined, cases: readonly HostileCase[]): Promise<Finding> {
  const older = olderBin === undefined ? undefined : await played("before", olderBin, cases);
  const now = await played("now", resolve(ROOT, "dist/tidemark.cjs"), cases);
  return {
    tables: [areasTable(now, older), brokenTable(now)],
    verdicts: [
      ...verdicts(now),
      {
        what: "hostile cases and positive controls",
        target: `≥ ${CASES_MIN}`,
        measured: `${ALL_HOSTILE_CASES.filter(isAttack).length} and ${ALL_HOSTILE_CASES.filter(isControl).length}`,
        isMet: ALL_HOSTILE_CASES.length >= CASES_MIN,
      },
    ],
  };
}

async function played(label: string, bin: string, cases: readonly HostileCase[]): Promise<Played> {
  const results = new Map<HostileCase, string | undefined>();
  const waiting = cases.values();
  // The lanes share one iterator, so each case runs once.
  const lane = async (): Promise<void> => {
    for (const each of waiting) {
      results.set(each, await playHostileCase(each, bin).catch((error: unknown) => String(error)));
      if (results.size % 50 === 0) say(`${label}: ${results.size} of ${cases.length} cases`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return new Map(cases.map((each) => [each, results.get(each)]));
}

type Test = (each: HostileCase) => boolean;
const isAttack: Test = ({ isControl }) => !isControl;
const isControl: Test = (each) => !isAttack(each);
const isIn =
  (area: HostileArea, test: Test): Test =>
  (each) =>
    each.area === area && test(each);

function count(results: Played, test: Test): { readonly all: number; readonly broken: number } {
  const chosen = [...results].filter(([each]) => test(each));
  return { all: chosen.length, broken: chosen.filter(([, wrong]) => wrong !== undefined).length };
}

function areasTable(now: Played, older: Played | undefined): Table {
  const areas = [...new Set([...now.keys()].map(({ area }) => area))];
  const shown = (results: Played | undefined, test: Test): string =>
    results === undefined ? "" : `${count(results, test).broken} of ${count(results, test).all}`;
  return {
    title: "Attacks that succeeded and controls that failed, by area",
    columns: ["area", "attacks, before", "attacks, now", "controls, before", "controls, now"],
    rows: areas.map((area) => {
      const tests = [isIn(area, isAttack), isIn(area, isControl)] as const;
      return [area, ...tests.flatMap((test) => [shown(older, test), shown(now, test)])];
    }),
  };
}

function brokenTable(now: Played): Table {
  const rows = [...now].flatMap(([{ area, name }, wrong]) =>
    wrong === undefined ? [] : [[area, name, wrong]],
  );
  return { title: "Cases that did not hold", columns: ["area", "case", "what happened"], rows };
}

function verdicts(now: Played): Verdict[] {
  const verdictOf = (what: string, test: Test): Verdict => {
    const { all, broken } = count(now, test);
    return { what, target: "0", measured: `${broken} of ${all}`, isMet: broken === 0 };
  };
  return [verdictOf("attacks that succeed", isAttack), verdictOf("harmless uses that fail", isControl)];
}
