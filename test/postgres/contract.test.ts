import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "vitest";
import { storeContract } from "../../src/testing/index.ts";
import { hasPostgres, newProject, openTestStore, type PostgresPlace } from "../support/postgres.ts";

let place: PostgresPlace = { project: "", spoolFolder: "" };

const open = () => {
  const spoolFolder = join(mkdtempSync(join(tmpdir(), "tidemark-spool-")), "spool");
  mkdirSync(spoolFolder, { mode: 0o700 });
  place = { project: newProject(), spoolFolder };
  return openTestStore(place);
};

describe.runIf(hasPostgres)("the store contract, PostgreSQL", () => {
  for (const { name, run } of storeContract(open, () => openTestStore(place))) test(name, run);
});
