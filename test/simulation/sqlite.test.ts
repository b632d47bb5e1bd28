import { expect, test } from "vitest";
import { SEEDS, simulateSeeds } from "./seeds.ts";
import { onSqlite } from "./stores.ts";

test(`agents with handles of their own on one SQLite file, ${SEEDS.sqlite} seeds`, async () => {
  expect(await simulateSeeds({ from: 1, count: SEEDS.sqlite, newStore: onSqlite })).toEqual([]);
});
