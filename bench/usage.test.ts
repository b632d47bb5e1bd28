import { expect } from "vitest";
import { scenario } from "../test/scenarios/scenario.ts";
import { AGES, findingOf, simulated } from "./usage.ts";

scenario("bench.usage", () => {
  const year = { units: 40, sessions: 2, seed: 3 };
  const used = simulated(year, "used");
  const shown = simulated(year, "shown");
  expect(simulated(year, "used")).toEqual(used);
  expect(used.neverUsed).toEqual({ total: 20, fresh: AGES.map(() => 0) });
  expect(shown.neverUsed).toEqual({ total: 20, fresh: AGES.map(() => 20) });
  expect(shown.used.fresh).toEqual(AGES.map(() => 20));
  for (const fresh of used.used.fresh) expect(fresh).toBeGreaterThan(0);
  const judged = (kept: number, left: number) =>
    findingOf([
      ["used", { neverUsed: { total: 20, fresh: [0, 0, left] }, used: { total: 20, fresh: [20, 20, kept] } }],
      ["shown", shown],
    ]).verdicts.map(({ isMet }) => isMet);
  expect(judged(14, 0)).toEqual([true, true, true]);
  expect(judged(13, 0)).toEqual([true, false, true]);
  expect(judged(20, 1)).toEqual([false, true, true]);
  expect(judged(20, 20)).toEqual([false, true, false]);
});
