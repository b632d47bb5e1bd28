/** Runs scenarios of the command line and the library again with PostgreSQL: a few in each run, all in the long run. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openMemory } from "../../src/open-memory.ts";
import { demo } from "../../src/surfaces/cli/demo.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { ROOT } from "../root.ts";
import { hasMemory, stage } from "../scenarios/stage.ts";
import { onPostgres } from "../support/on-postgres.ts";
import { dropDatabase, hasPostgres, newDatabase } from "../support/postgres.ts";
import { NO_BINARIES } from "../support/postgres-server.ts";

// Each run of a property makes projects on the server.
onPostgres.share = 20;

const isLong = process.env.TIDEMARK_LONG === "1";
const EVERY_RUN = ["items"];
const SCENARIOS = join(ROOT, "test/scenarios");

const files = readdirSync(SCENARIOS)
  .filter((name) => name.endsWith(".test.ts") && name !== "proved.test.ts")
  .map((name) => name.slice(0, -".test.ts".length))
  .filter((name) => isLong || EVERY_RUN.includes(name));

/** Requirements about the database file. A server meets them in its own way, or other tests prove them. */
const FILE_REQUIREMENTS = {
  "backups are the server's own": ["cli.json", "cli.help", "project.git-clean"],
  "the test spoils the file or looks into it": [
    ...[
      "cli.exit-codes",
      "doctor.canary",
      "doctor.names",
      "doctor.mends",
      "doctor.any-page",
      "store.damaged",
    ],
    ...["verify.finds-tape", "verify.finds-views", "store.permissions", "store.symlink-refused"],
  ],
  "after a move a person adopts the folder": ["project.renamed", "off.moved"],
};

for (const [why, ids] of Object.entries(FILE_REQUIREMENTS))
  for (const id of ids) onPostgres.elsewhere.set(id, why);

if (hasPostgres) {
  beforeEach(async () => {
    onPostgres.url = await newDatabase();
  });
  afterEach(async () => {
    if (onPostgres.url !== undefined) await dropDatabase(onPostgres.url);
  });
  test("the demo's project shows the same pages on a server as on a file", async () => {
    const { dir, env } = stage("cli", { git: true });
    const asked = {
      cwd: dir,
      env: { ...env, TIDEMARK_NOW: "2026-03-02T09:00:00Z" },
      effect: "writes",
    } as const;
    const openAs = (agent?: string) =>
      openMemory(agent === undefined ? { ...asked, voice: "person" } : { ...asked, agent });
    await expect(await demo(openAs, PLAIN)).toMatchFileSnapshot("../golden/demo.txt");
    expect(hasMemory(dir)).toBe(false);
  });
  for (const name of files) await import(`../scenarios/${name}.test.ts`);
} else test.skip(NO_BINARIES);
