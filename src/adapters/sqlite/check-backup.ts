import { statSync } from "node:fs";
import { MemoryError } from "../../core/failure.ts";
import { createAudit } from "../../core/tape/audit.ts";
import type { Sha256 } from "../../core/tape/chain.ts";
import { type Connection, connect } from "./connection.ts";
import type { Driver } from "./driver.ts";
import { isCorrupt } from "./failures.ts";
import { copyDatabase } from "./swap.ts";
import { recordedOf } from "./tape.ts";

type Checking = { readonly driver: Driver; readonly sha256: Sha256; readonly waitMs: number };

/** Copies a backup, migrates the copy and verifies it with SQLite's own check and every hash of its tape. The backup itself is only read. */
export async function checkedCopy(how: Checking, file: string, copy: string): Promise<{ events: number }> {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile();
  if (!isFile) throw unusable(file, "there is no such file");
  copyDatabase(file, copy);
  try {
    if (!holdsTape(how.driver, copy)) throw unusable(file, "it contains no tape");
    const connection = await connect(how.driver, copy, { waitMs: how.waitMs });
    try {
      return { events: provenEvents(connection, how.sha256, file) };
    } finally {
      connection.close();
    }
  } catch (error) {
    const isDamaged = isCorrupt(error) || (error instanceof MemoryError && error.code === "store.corrupt");
    throw isDamaged ? unusable(file, "it is damaged, or not a SQLite database", error) : error;
  }
}

/** True for a database of ours. */
export function holdsTape(driver: Driver, copy: string): boolean {
  const db = driver.open(copy);
  try {
    const version = Number(db.prepare("PRAGMA user_version").get()?.user_version ?? 0);
    return (
      version > 0 &&
      db.prepare("SELECT 1 AS found FROM sqlite_schema WHERE name = 'events'").get() !== undefined
    );
  } finally {
    db.close();
  }
}

function provenEvents({ sql }: Connection, sha256: Sha256, file: string): number {
  const said = String(sql("PRAGMA integrity_check(1)").get()?.integrity_check);
  if (said !== "ok") throw unusable(file, `it is damaged (${said})`);
  const audit = createAudit(sha256);
  let events = 0;
  for (const row of sql("SELECT * FROM events ORDER BY position").iterate()) {
    const [flaw] = audit.take(recordedOf(row));
    if (flaw) throw unusable(file, flaw.message);
    events++;
  }
  const [flaw] = audit.finish();
  if (flaw) throw unusable(file, flaw.message);
  return events;
}

function unusable(file: string, why: string, cause?: unknown): MemoryError {
  const reason = why.replace(/\.$/, "");
  return new MemoryError("input.invalid", `${file} cannot be restored: ${reason}. Nothing was changed.`, {
    cause,
    field: "file",
    fix: "Name a file that `tidemark backup FILE` made.",
  });
}
