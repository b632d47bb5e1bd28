import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database, Driver, SqlRow } from "./driver.ts";

/**
 * Rows of another program's database. While its owner runs, a log exists beside it, and one more reader changes nothing. Otherwise even a
 * reader would create files there, so a copy is read: the owner's folder is not ours to write to.
 */
export async function* foreignRows(driver: Driver, path: string, sql: string): AsyncGenerator<SqlRow> {
  if (existsSync(`${path}-wal`)) return yield* readAll(driver, path, sql);
  const folder = mkdtempSync(join(tmpdir(), "tidemark-read-"));
  try {
    const copy = join(folder, "copy.db");
    copyFileSync(path, copy);
    yield* readAll(driver, copy, sql);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Maximum number of rows of one query: more than any tool stores of one person's work. */
const ROWS_MAX = 1_000_000;
/** A file up to this size is copied and read. A larger one is not the history of one person. */
const BYTES_MAX = 8 * 1024 ** 3;

function* readAll(driver: Driver, path: string, sql: string): Generator<SqlRow> {
  try {
    if (statSync(path).size > BYTES_MAX) throw new Error("it is too large");
    const db = driver.open(path, { readOnly: true });
    try {
      refuseComputed(db, sql);
      yield* db.prepare(`SELECT * FROM (${sql}) LIMIT ${ROWS_MAX}`).iterate();
    } finally {
      db.close();
    }
  } catch (error) {
    // The failure does not concern our memory, so none of our own fixes apply.
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`its database cannot be read (${said})`, { cause: error });
  }
}

/**
 * A hostile file may have a view, a virtual table or a computed column in place of the tool's table. It can run for ever, and nothing can
 * stop SQLite within one step, so only plain tables are read.
 */
function refuseComputed(db: Database, sql: string): void {
  for (const [, name = ""] of sql.matchAll(/\b(?:from|join)\s+"?(\w+)/gi)) {
    const found = db.prepare("SELECT type, sql FROM sqlite_schema WHERE name = ? COLLATE NOCASE").get(name);
    if (found === undefined) continue;
    const isPlain = found.type === "table" && !/^\s*create\s+virtual/i.test(String(found.sql));
    const computed = db.prepare("SELECT count(*) AS n FROM pragma_table_xinfo(?) WHERE hidden <> 0");
    if (!isPlain || computed.get(name)?.n !== 0) throw new Error(`${name} is not a plain table`);
  }
}
