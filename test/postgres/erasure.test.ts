import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { expect, onTestFinished } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { stage, stageAt } from "../scenarios/stage.ts";
import { approveStore } from "../support/approve-store.ts";
import { dropDatabase, needsPostgres, newDatabase } from "../support/postgres.ts";

/** A word of which no other stored text has even a part. */
const SECRET = "zyxwombat";

/** The tables, TOAST tables and indexes whose files contain a word. */
async function relationsHolding(sql: postgres.Sql, word: string): Promise<string[]> {
  await sql`CHECKPOINT`;
  const rows = await sql`SELECT relname FROM pg_class
    WHERE relkind IN ('r', 'i', 't', 'm') AND relfilenode <> 0
      AND position(${word}::bytea IN pg_read_binary_file(pg_relation_filepath(oid))) > 0`;
  return rows.map(({ relname }) => String(relname));
}

function filesHolding(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(word));
}

scenario("team.forgets", async (_, context) => {
  needsPostgres(context);
  const url = await newDatabase();
  onTestFinished(() => dropDatabase(url));
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(() => sql.end());
  const { dir, env } = stage();
  approveStore({ dir, env }, url, "erased");
  const on = stageAt("cli", dir, { ...env, TIDEMARK_STORE: url });
  const hook = (event: string, fields: object) =>
    on.cli(["hook", "claude-code", event], {
      input: JSON.stringify({ session_id: "s1", cwd: dir, ...fields }),
    });
  await on.call("remember", { text: `The ${SECRET} key opens the vault`, kind: "fact" });
  await on.call("remember", { text: "Dates are stored as UTC", kind: "decision" });
  await hook("SessionStart", {});
  await hook("UserPromptSubmit", {
    prompt: `We decided that the ${SECRET} service runs on port 7. `.repeat(90),
  });
  await on.call("recall", { query: SECRET });
  expect((await relationsHolding(sql, SECRET)).length).toBeGreaterThan(3);
  expect(filesHolding(join(dir, ".tidemark"), SECRET)).not.toEqual([]);
  await hook("UserPromptSubmit", { prompt: `One more thing about ${SECRET}.` });
  await on.call("forget", { text: SECRET, yes: true });
  await on.call("recall", { query: "how are dates stored" });
  expect(await relationsHolding(sql, SECRET)).toEqual([]);
  expect(filesHolding(join(dir, ".tidemark"), SECRET)).toEqual([]);
  expect((await on.call("recall", { query: "how are dates stored" })).hits).not.toEqual([]);
  expect(await on.call("verify")).toMatchObject({ ok: true });
});
