import { MemoryError } from "../../core/failure.ts";
import type { Sha256 } from "../../core/tape/chain.ts";
import type { StoredEvent } from "../../core/tape/event.ts";
import type { ChangedEvent, CopyCleaned, CopyCleaning } from "../../ports/vault.ts";
import { holdsTape } from "./check-backup.ts";
import { type Connection, connect } from "./connection.ts";
import type { Driver } from "./driver.ts";
import { isCorrupt } from "./failures.ts";
import { recordedOf, sqliteTape } from "./tape.ts";
import { clearAllViews } from "./views.ts";

type Opening = { readonly driver: Driver; readonly sha256: Sha256; readonly waitMs: number };

/**
 * Changes payloads in a copy of the database, records the change on its tape, and rewrites the file, so
 * that unused pages keep no old text. A damaged copy is not changed.
 */
export async function cleanCopy(how: Opening, file: string, cleaning: CopyCleaning): Promise<CopyCleaned> {
  try {
    if (!holdsTape(how.driver, file)) return "unreadable";
    const connection = await connect(how.driver, file, { waitMs: how.waitMs });
    try {
      return await cleanPayloads(connection, how.sha256, cleaning);
    } finally {
      connection.close();
    }
  } catch (error) {
    const isDamaged = isCorrupt(error) || (error instanceof MemoryError && error.code === "store.corrupt");
    if (isDamaged) return "unreadable";
    throw error;
  }
}

/** Opens a copy read-only, because it may be a person's own file. */
export function copyStates(
  driver: Driver,
  file: string,
  isMeant: (event: StoredEvent) => boolean,
): boolean | undefined {
  try {
    const db = driver.open(file, { readOnly: true });
    try {
      const rows = db.prepare("SELECT * FROM events WHERE payload IS NOT NULL ORDER BY position").iterate();
      for (const row of rows) if (isMeant(recordedOf(row))) return true;
      return false;
    } finally {
      db.close();
    }
  } catch {
    // It is damaged, no database, or gone: the caller searches its bytes.
    return undefined;
  }
}

async function cleanPayloads(
  connection: Connection,
  sha256: Sha256,
  { change, naming, isRewritten }: CopyCleaning,
): Promise<CopyCleaned> {
  const { sql } = connection;
  const changed: ChangedEvent[] = [];
  for (const row of sql("SELECT * FROM events WHERE payload IS NOT NULL ORDER BY position").iterate()) {
    const event = recordedOf(row);
    const payload = change(event);
    // Only headers are kept while a long tape is read.
    if (payload !== undefined) changed.push({ event: { ...event, payload: {} }, payload });
  }
  if (changed.length === 0 && !isRewritten) return "untouched";
  const tape = sqliteTape(connection, sha256);
  await connection.write(() => {
    if (changed.length > 0) tape.insert(naming(changed));
    tape.rewrite(changed.map(({ event, payload }) => ({ id: event.id, payload })));
    clearAllViews(sql);
  });
  connection.exec("VACUUM");
  // The log contains the old pages.
  connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  return "cleaned";
}
