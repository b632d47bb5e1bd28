import { expect, test } from "vitest";
import { hasPostgres } from "../support/postgres.ts";
import { NO_BINARIES } from "../support/postgres-server.ts";
import { SEEDS, simulateSeeds } from "./seeds.ts";
import { onPostgres } from "./stores.ts";

test.skipIf(!hasPostgres)(
  `agents on one PostgreSQL project, ${hasPostgres ? `${SEEDS.postgres} seeds` : NO_BINARIES}`,
  async () => {
    expect(await simulateSeeds({ from: 1, count: SEEDS.postgres, newStore: onPostgres })).toEqual([]);
  },
);
