import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Driver, SqlRow } from "./driver.ts";

/**
 * Rows of another program's database. While its owner runs there is a log beside it, and one more reader
 * changes nothing. At rest even a reader would leave files there, so it is read from a copy: the owner's
 * folder is not ours to write in.
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

function readAll(driver: Driver, path: string, sql: string): SqlRow[] {
  try {
    const db = driver.open(path, { readOnly: true });
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  } catch (error) {
    // It is not our memory that is in trouble, so none of our own remedies apply.
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`its database cannot be read (${said})`, { cause: error });
  }
}
