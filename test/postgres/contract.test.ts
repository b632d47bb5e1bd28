import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { storeContract } from "../../src/testing/index.ts";
import { scenario } from "../scenarios/scenario.ts";
import {
  hasPostgres,
  needsPostgres,
  newProject,
  openTestStore,
  type PostgresPlace,
} from "../support/postgres.ts";

let place: PostgresPlace = { project: "", spoolFolder: "" };

const open = () => {
  const spoolFolder = join(mkdtempSync(join(tmpdir(), "tidemark-spool-")), "spool");
  mkdirSync(spoolFolder, { mode: 0o700 });
  place = { project: newProject(), spoolFolder };
  return openTestStore(place);
};

const cases = storeContract(open, () => openTestStore(place));

scenario("team.contract", (_, context) => {
  needsPostgres(context);
  expect(cases.length).toBeGreaterThan(50);
});

describe.runIf(hasPostgres)("the store contract, PostgreSQL", () => {
  for (const { name, run } of cases) test(name, run);
});
