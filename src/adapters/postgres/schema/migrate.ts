import { MemoryError } from "../../../core/failure.ts";
import type { Sha256 } from "../../../core/tape/chain.ts";
import type { Connection, Query } from "../connection.ts";
import { isMissingTable, isRefused } from "../failures.ts";
import { tapeSchema } from "./001-tape.ts";
import { viewsSchema } from "./002-views.ts";
import { membersSchema } from "./003-members.ts";

/** Moves the database to the next version. */
export type Migration = {
  readonly text: string;
  /** The oldest version of the program that can still use the database after this step. */
  readonly oldestProgram: number;
};

/** Entries are only ever added, because their checksums are stored. */
export const MIGRATIONS: readonly Migration[] = [
  { text: tapeSchema, oldestProgram: 1 },
  { text: viewsSchema, oldestProgram: 2 },
  { text: membersSchema, oldestProgram: 3 },
];

/** Any number that only Tidemark uses: two programs must not migrate at once. */
const MIGRATION_LOCK = 7_433_105_210;

export type MigrateOptions = {
  readonly sha256: Sha256;
  /** The migrations that this program knows. A test passes others to act as another version. */
  readonly migrations?: readonly Migration[] | undefined;
};

/** Brings the tables up to date. If they are current, this costs one query. */
export async function migrate(connection: Connection, known: MigrateOptions): Promise<void> {
  const applied = await migrationsIn(connection.query);
  if (isUpToDate(applied, known)) return;
  try {
    await connection.write((query) => applyMissing(query, known));
  } catch (error) {
    if (!isRefused(error) || applied.length === 0) throw error;
    throw new MemoryError("store.refused", "The tables of this database are older than this Tidemark.", {
      cause: error,
      fix: "Ask the owner of the database to run one command with this version, such as tidemark status.",
    });
  }
}

async function applyMissing(query: Query, known: MigrateOptions): Promise<void> {
  await query("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK);
  await query("CREATE SCHEMA IF NOT EXISTS tidemark");
  await query(`CREATE TABLE IF NOT EXISTS migrations (
    version integer PRIMARY KEY, checksum text NOT NULL, oldest_program integer NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now())`);
  const applied = await migrationsIn(query);
  if (isUpToDate(applied, known)) return;
  const { sha256, migrations = MIGRATIONS } = known;
  for (const [i, { text, oldestProgram }] of migrations.entries()) {
    if (i < applied.length) continue;
    await query.script(text);
    await query(
      "INSERT INTO migrations (version, checksum, oldest_program) VALUES ($1, $2, $3)",
      ...[i + 1, sha256(text), oldestProgram],
    );
  }
}

type Applied = Awaited<ReturnType<Query>>;

async function migrationsIn(query: Query): Promise<Applied> {
  try {
    return await query("SELECT * FROM migrations ORDER BY version");
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

function isUpToDate(applied: Applied, { sha256, migrations = MIGRATIONS }: MigrateOptions): boolean {
  const newer = applied.slice(migrations.length);
  if (newer.some((row) => Number(row.oldest_program) > migrations.length))
    throw new MemoryError("store.newer", "A newer Tidemark has changed the tables of this database.", {
      fix: "Update Tidemark (npm install -g tidemark@latest) and try again. Nothing was changed.",
    });
  for (const [i, { checksum }] of applied.slice(0, migrations.length).entries())
    if (checksum !== sha256(migrations[i]?.text ?? ""))
      throw new MemoryError("store.corrupt", `Migration ${i + 1} of this database is not the one we know.`, {
        fix: 'Another program uses the schema "tidemark". Use another database.',
      });
  return applied.length >= migrations.length;
}
