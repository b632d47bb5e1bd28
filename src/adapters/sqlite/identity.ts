import { MemoryError } from "../../core/failure.ts";
import { GENESIS } from "../../core/tape/chain.ts";
import type { NotedLoss, StoreBinding } from "../../ports/binding.ts";
import type { TapeEnd } from "../../ports/store.ts";
import type { Database, Sql } from "./driver.ts";

/**
 * Refuses a database that is not the bound one, before anything in it is used or changed. False if it has no tables yet: their creator sets
 * its identity.
 */
export function isBound(db: Database, { id, isReplaced, anchor }: StoreBinding): boolean {
  const tables = db.prepare("SELECT name FROM sqlite_schema").all();
  if (tables.length === 0) return false;
  const isNamed = tables.some(({ name }) => name === "store_identity");
  const found = isNamed ? db.prepare("SELECT id FROM store_identity").get()?.id : undefined;
  if (found !== id) throw foreign("Its database was not made here.");
  if (!isReplaced) return true;
  const [head, last] = [headOf((text) => db.prepare(text)), anchor()];
  if (head.position === last?.position && head.hash === last.hash) return true;
  throw foreign("Its database was replaced by another file.");
}

/** Runs in a transaction. */
export function setIdentity(sql: Sql, id: string): void {
  sql("DELETE FROM store_identity").run();
  sql("INSERT INTO store_identity (id) VALUES (?)").run(id);
}

/** The end of the tape. */
export function headOf(sql: Sql): TapeEnd {
  const row = sql("SELECT position, hash FROM events ORDER BY position DESC LIMIT 1").get();
  return row ? { position: Number(row.position), hash: String(row.hash) } : { position: 0, hash: GENESIS };
}

/** Present if the last recorded head is missing on the tape. A newer head must not hide that. */
export function lossOf(sql: Sql, { anchor }: StoreBinding): NotedLoss | undefined {
  const last = anchor();
  if (last === undefined || last.position === 0) return undefined;
  const isThere = sql("SELECT hash FROM events WHERE position = ?").get(last.position)?.hash === last.hash;
  return isThere ? undefined : { known: last.position, end: headOf(sql).position };
}

const foreign = (why: string): MemoryError => new MemoryError("store.foreign", why);
