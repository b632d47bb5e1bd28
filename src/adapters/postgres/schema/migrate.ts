import { MemoryError } from "../../../core/failure.ts";
import type { Sha256 } from "../../../core/tape/chain.ts";
import type { Connection, Query } from "../connection.ts";
import { isMissingTable } from "../failures.ts";
import { tapeSchema } from "./001-tape.ts";
import { viewsSchema } from "./002-views.ts";
import { projectsApartSchema } from "./003-projects-apart.ts";

/** Each entry takes the database one version further. They are only ever added to: their checksums are kept. */
const MIGRATIONS: readonly string[] = [tapeSchema, viewsSchema, projectsApartSchema];

/** Any number will do, if only Tidemark takes it: two programs must not migrate at once. */
const MIGRATION_LOCK = 7_433_105_210;

/** Brings the tables up to date. When they are, this costs one look. */
export async function migrate(connection: Connection, sha256: Sha256): Promise<void> {
  const isCurrent = isUpToDate(await migrationsIn(connection.query), sha256);
  if (isCurrent) return;
  await connection.write(async (query) => {
    await query("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK);
    await query("CREATE SCHEMA IF NOT EXISTS tidemark");
    await query(`CREATE TABLE IF NOT EXISTS migrations (
      version integer PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const applied = await query("SELECT version, checksum FROM migrations ORDER BY version");
    if (isUpToDate(applied, sha256)) return;
    for (const [i, text] of MIGRATIONS.entries()) {
      if (i < applied.length) continue;
      await query.script(text);
      await query("INSERT INTO migrations (version, checksum) VALUES ($1, $2)", i + 1, sha256(text));
    }
  });
}

type Applied = Awaited<ReturnType<Query>>;

async function migrationsIn(query: Query): Promise<Applied> {
  try {
    return await query("SELECT version, checksum FROM migrations ORDER BY version");
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

function isUpToDate(applied: Applied, sha256: Sha256): boolean {
  if (applied.length > MIGRATIONS.length)
    throw new MemoryError("store.newer", "A newer Tidemark has changed the tables of this database.", {
      fix: "Update Tidemark (npm install -g tidemark@latest) and try again. Nothing was changed.",
    });
  for (const [i, { checksum }] of applied.entries())
    if (checksum !== sha256(MIGRATIONS[i] ?? ""))
      throw new MemoryError("store.corrupt", `Migration ${i + 1} of this database is not the one we know.`, {
        fix: 'Another program uses the schema "tidemark". Use another database.',
      });
  return applied.length === MIGRATIONS.length;
}
