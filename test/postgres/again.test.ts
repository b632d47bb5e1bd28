/** Properties that hold in every store, tried again with a PostgreSQL store among them. */
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { onPostgres } from "../support/on-postgres.ts";
import { hasPostgres, newProject, openTestStore } from "../support/postgres.ts";
import { NO_BINARIES } from "../support/postgres-server.ts";

const isLong = process.env.TIDEMARK_LONG === "1";

onPostgres.share = 20;
onPostgres.openStore = () => {
  const spoolFolder = join(mkdtempSync(join(tmpdir(), "tidemark-spool-")), "spool");
  mkdirSync(spoolFolder, { mode: 0o700 });
  return openTestStore({ project: newProject(), spoolFolder });
};

if (hasPostgres) {
  await import("../recall/search-stores.test.ts");
  await import("../store/store-model.test.ts");
  await import("../store/sync.test.ts");
  if (isLong) {
    await import("../invariants/i1-a-rebuilt-view-equals-the-view-kept-up.test.ts");
    await import("../invariants/i2-the-tape-only-grows.test.ts");
  }
} else test.skip(NO_BINARIES);
