/** Runs the properties and invariants of every store again with PostgreSQL: a few in each run, all in the long run. */
import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { ROOT } from "../root.ts";
import { onPostgres } from "../support/on-postgres.ts";
import { hasPostgres, newProject, openTestStore } from "../support/postgres.ts";
import { NO_BINARIES } from "../support/postgres-server.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
const EVERY_RUN = ["i5-what-is-over-is-not-told", "i8-the-same-tape-gives-the-same-bytes"];

const invariants = readdirSync(join(ROOT, "test/invariants"))
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => name.slice(0, -".test.ts".length))
  .filter((name) => isLong || EVERY_RUN.includes(name));

onPostgres.share = 20;
onPostgres.openStore = (project = newProject()) => {
  const spoolFolder = join(mkdtempSync(join(tmpdir(), "tidemark-spool-")), "spool");
  mkdirSync(spoolFolder, { mode: 0o700 });
  return openTestStore({ project, spoolFolder });
};

if (hasPostgres) {
  await import("../recall/search-stores.test.ts");
  await import("../store/store-model.test.ts");
  await import("../store/sync.test.ts");
  for (const name of invariants) await import(`../invariants/${name}.test.ts`);
} else test.skip(NO_BINARIES);
