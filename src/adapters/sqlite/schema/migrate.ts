import { MemoryError } from "../../../core/failure.ts";
import type { Database } from "../driver.ts";
import { tapeSchema } from "./001-tape.ts";
import { rowsSchema, VIEW_TABLES, wordsSchema } from "./views.ts";

/** Turns are read by session, and a worker holds a lease on the session that it reads. */
const sessionsSchema = `
CREATE INDEX events_by_session ON events (session, position) WHERE session IS NOT NULL;
CREATE TABLE leases (
  name  TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT;
`;

/** The id that binds a store to the user who made or adopted it. It has one row; none in a copy that is being prepared. */
const identitySchema = `
CREATE TABLE store_identity (
  id TEXT NOT NULL
) STRICT;
`;

/** Each entry moves a database to the next version. Entries are only ever added. */
const MIGRATIONS: readonly string[] = [tapeSchema, sessionsSchema, identitySchema];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** True if the database is current, which is all that an ordinary start has to check. */
export function isCurrent(db: Database): boolean {
  const version = versionOf(db);
  if (version > SCHEMA_VERSION) {
    throw new MemoryError("store.newer", "A newer Tidemark has changed this memory's database.", {
      fix: "Update Tidemark (npm install -g tidemark@latest) and try again. Nothing was changed.",
    });
  }
  return version === SCHEMA_VERSION && hasItsViews(db);
}

/** Migrates the tape's tables, and creates view tables that are missing or outdated. Runs in a transaction. */
export function migrate(db: Database): void {
  for (let version = versionOf(db); version < SCHEMA_VERSION; version++) {
    db.exec(MIGRATIONS[version] ?? "");
    db.exec(`PRAGMA user_version = ${version + 1}`);
  }
  if (!hasItsViews(db)) remakeViews(db);
}

/** Deletes all views. A view that lost a table does not know up to which position it had read. */
function remakeViews(db: Database): void {
  for (const table of VIEW_TABLES.keys()) db.exec(`DROP TABLE IF EXISTS ${table}`);
  db.exec(rowsSchema);
  db.exec(wordsSchema);
}

function versionOf(db: Database): number {
  return Number(db.prepare("PRAGMA user_version").get()?.user_version ?? 0);
}

/** False if a view table is missing, or has the columns of another version. */
function hasItsViews(db: Database): boolean {
  const rows = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").all();
  const present = new Map(rows.map((row) => [row.name, row.sql]));
  return [...VIEW_TABLES].every(([name, sql]) => present.get(name) === sql);
}
