/** Scenarios of the command line and the library, run again with the memory on a PostgreSQL server: some in every run, all on demand. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "vitest";
import { ROOT } from "../root.ts";
import { onPostgres } from "../support/on-postgres.ts";
import { dropDatabase, hasPostgres, newDatabase } from "../support/postgres.ts";
import { NO_BINARIES } from "../support/postgres-server.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
const EVERY_RUN = ["items"];
const SCENARIOS = join(ROOT, "test/scenarios");

const files = readdirSync(SCENARIOS)
  .filter((name) => name.endsWith(".test.ts") && name !== "proved.test.ts")
  .map((name) => name.slice(0, -".test.ts".length))
  .filter((name) => isLong || EVERY_RUN.includes(name));

if (hasPostgres) {
  beforeEach(async () => {
    onPostgres.url = await newDatabase();
  });
  afterEach(async () => {
    if (onPostgres.url !== undefined) await dropDatabase(onPostgres.url);
  });
  for (const name of files) await import(`../scenarios/${name}.test.ts`);
} else test.skip(NO_BINARIES);
