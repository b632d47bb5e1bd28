import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../place.ts";
import type { Result } from "../result.ts";
import { explainedTable, rowsLost } from "./explained-rows.ts";

const table = (rows: readonly (readonly [string, ...(string | number)[]])[]) => ({
  title: "",
  columns: ["what", "ours", "a", "b"],
  rows,
});

test("a row is lost if another server has a lower value, or a higher one where higher is better", () => {
  const lost = rowsLost(
    table([
      ["acknowledged and lost, 8 processes", 0, 4, 0],
      ["flushed to disk before it is acknowledged", "yes", "no", "yes"],
      ["what holds is found first by a whole question, %", 80, 81, 2],
      ["tokens of the tool list", 900, 1000, 700],
      ["memory of the server, MB", 120, Number.NaN, 130],
      ["find, p95 in ms", 60, "not measured", 70],
    ]),
  );
  expect(lost.map(({ what, best }) => [what, best])).toEqual([
    ["what holds is found first by a whole question, %", 81],
    ["tokens of the tool list", 700],
  ]);
  expect(lost.map(({ why }) => why !== "")).toEqual([false, true]);
});

test("in every row of the saved table ours is best or a reason is given", () => {
  const saved = JSON.parse(readFileSync(join(ROOT, "bench/results/peers.json"), "utf8")) as Result;
  const [all] = saved.tables;
  const rows = all === undefined ? [] : explainedTable(all).rows;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => row.at(-1) === "")).toEqual([]);
});
