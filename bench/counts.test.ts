import { afterAll, beforeAll, expect } from "vitest";
import { scenario } from "../test/scenarios/scenario.ts";
import { built } from "../test/spawned.ts";
import { benchProgram } from "../test/support/bench-program.ts";
import type { KillReport } from "../test/support/kills.ts";
import { findingOf } from "./faults.ts";
import { correctness, type Trial } from "./writes.ts";

/* A real bench runs for minutes. These tests run each for seconds, to check that it counts correctly. */

let bench: Awaited<ReturnType<typeof benchProgram>>;
beforeAll(async () => {
  await built();
  bench = await benchProgram();
});
afterAll(() => bench.remove());

const trial: Trial = {
  ...{ p50: 1, p99: 1, max: 1, recorded: 10, lost: 0, duplicated: 0, errors: 0, unreadable: 0 },
  ...{ gaps: 0, looks: 5, lookMax: 1, perSecond: 100 },
};

scenario("bench.writes", async () => {
  const { tables, verdicts } = await bench.run(
    "writes",
    "--processes",
    "2",
    "--writes",
    "5",
    "--rounds",
    "1",
  );
  const counts = verdicts.filter(({ what }) => what.includes("acknowledged writes"));
  expect(counts.map(({ isMet }) => isMet)).toEqual([true, true, true]);
  expect(tables[0]?.rows.map((row) => row[1])).toEqual([10, 10, 10, 10]);
  const sizes = { processes: 2, writes: 5, rounds: 2 };
  const judged = (second: Partial<Trial>) => {
    const trials = [trial, { ...trial, ...second }];
    const sound = { naive: [trial], enqueue: [trial], append: [trial] };
    return correctness({ ...sound, commit: trials }, sizes).map(({ isMet }) => isMet);
  };
  expect(judged({})).toEqual([true, true, true]);
  for (const name of ["lost", "duplicated", "errors", "unreadable", "gaps"] as const) {
    expect(judged({ [name]: 1 }), name).toEqual([true, true, false]);
  }
  expect(judged({ recorded: 9 })).toEqual([true, true, false]);
  expect(judged({ recorded: 11 })).toEqual([true, true, false]);
});

const sound: KillReport = {
  ...{ kills: 2, acknowledged: 8, on_tape: 9, lost: [], duplicated: [], errors: [], integrity: "ok" },
};

scenario("bench.faults", async () => {
  const { tables, verdicts } = await bench.run("faults", "--kills", "2");
  expect(verdicts.map(({ isMet }) => isMet)).toEqual([true, true, true]);
  expect(Number(tables[0]?.rows[0]?.[1])).toBeGreaterThanOrEqual(2);
  const judged = (report: Partial<KillReport>) =>
    findingOf([sound, { ...sound, ...report }]).verdicts.map(({ isMet }) => isMet);
  expect(judged({})).toEqual([true, true, true]);
  expect(judged({ lost: ["w1-3"] })).toEqual([false, true, true]);
  expect(judged({ duplicated: ["w1-3"] })).toEqual([true, false, true]);
  expect(judged({ errors: ["database is locked"] })).toEqual([true, true, false]);
  expect(judged({ integrity: "page 7 is missing" })).toEqual([true, true, false]);
});

scenario("bench.start", async () => {
  const { tables, verdicts } = await bench.run("start", "--runs", "1");
  const [table] = tables;
  const rows = new Map(table?.rows.map((row) => [row[0], row]));
  const floor = Number(rows.get("empty script")?.[1]);
  for (const name of ["hook that records one turn durably", "tidemark status"]) {
    const [, p50, , , over] = rows.get(name) ?? [];
    expect(Number(over), name).toBeCloseTo(Number(p50) - floor, 6);
  }
  // Each hook call recorded its turn, including the warm-up calls.
  expect(verdicts.at(-1)).toMatchObject({ measured: "2", isMet: true });
  expect(verdicts).toHaveLength(6);
});
