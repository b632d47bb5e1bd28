import { afterAll, expect, test } from "vitest";
import { openMemoryStore } from "../../src/adapters/memory-store/store.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { hasPostgres } from "../support/postgres.ts";
import { NO_BINARIES } from "../support/postgres-server.ts";
import { simulateSeeds } from "./seeds.ts";
import { simulationStores } from "./stores.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
/** TIDEMARK_SEEDS=200000 plays as many as somebody has time for. */
const SEEDS = Number(process.env.TIDEMARK_SEEDS ?? (isLong ? 20_000 : 1000));
const { openSqlite, openPostgres, removeAll } = simulationStores();
afterAll(removeAll);

scenario("faults.simulation", async () => {
  const open = () => {
    const store = openMemoryStore(sha256);
    return async () => store;
  };
  expect(await simulateSeeds({ from: 1, count: SEEDS, open })).toEqual([]);
});

test("agents with handles of their own on one SQLite file", async () => {
  expect(await simulateSeeds({ from: 1, count: isLong ? 2000 : 30, open: openSqlite })).toEqual([]);
});

test.skipIf(!hasPostgres)(
  `agents on one PostgreSQL project${hasPostgres ? "" : `: ${NO_BINARIES}`}`,
  async () => {
    expect(await simulateSeeds({ from: 1, count: isLong ? 500 : 8, open: openPostgres })).toEqual([]);
  },
);
