import { setTimeout as sleep } from "node:timers/promises";
import type { StoreBinding } from "../../ports/binding.ts";
import {
  checkDatabase,
  createEmptyDatabase,
  isSomethingAt,
  removeCompanions,
  sizeOf,
} from "../disk/database-file.ts";
import type { Database, Driver, Statement } from "./driver.ts";
import { isBusy, storeBusy, storeCorrupt, storeFailure } from "./failures.ts";
import { headOf, isBound, lossOf, setIdentity } from "./identity.ts";
import { isCurrent, migrate } from "./schema/migrate.ts";

/** The durability of a transaction: safe from power loss, or only from a crash, which is enough for data that can be rebuilt. */
export type Durability = "full" | "rebuildable";

/** An open database with its prepared statements and its place in the queue of writers. */
export type Connection = {
  /** A statement, prepared once. */
  readonly sql: (text: string) => Statement;
  readonly exec: (text: string) => void;
  /** Waits for its turn, then runs `work` in one transaction. `work` is synchronous, so no other write can interleave. */
  readonly write: <T>(work: () => T, durability?: Durability) => Promise<T>;
  /** Like `write`, but returns undefined at once if another process is writing. */
  readonly tryWrite: <T>(work: () => T, durability?: Durability) => DoneResult<T> | undefined;
  readonly close: () => void;
};

type DoneResult<T> = { readonly done: T };

/** First and longest pause between two tries for the write lock. Short, because holders keep it for milliseconds. */
const PAUSE_MIN_MS = 0.5;
const PAUSE_MAX_MS = 12;
/**
 * How long SQLite itself waits for the lock in one try. Its waiting costs a tenth of a timer's, which matters when many processes wait. A
 * longer wait would block this process's other work.
 */
const LOCK_MS = 25;
/** How long SQLite waits if we cannot: when it opens a log that another process is recovering. */
const BUSY_TIMEOUT_MS = 5000;
/**
 * Page cache in kilobytes, filled as pages are read. One question reads some hundred passages from all over the index. With SQLite's
 * default of 2 MB most of them would be read from the system again.
 */
const CACHE_KB = 8_000;

/** With a binding, only the bound database is opened, and its head is recorded after every durable commit. */
export async function connect(
  driver: Driver,
  path: string,
  { waitMs, binding }: { readonly waitMs: number; readonly binding?: StoreBinding | undefined },
): Promise<Connection> {
  // Before SQLite opens anything: a pipe in its place would never answer.
  checkDatabase(path);
  if (binding?.isReplaced) checkReplaced(driver, path, binding);
  const db = await openDatabase(driver, path);
  try {
    const isOurs = binding === undefined || isBound(db, binding);
    const bare = connectionOver(db, { waitMs });
    if (!isOurs || !isCurrent(db)) await bare.write(() => prepareTables(db, binding));
    if (binding === undefined) return bare;
    const loss = lossOf(bare.sql, binding);
    if (loss !== undefined) binding.noteLoss(loss);
    return connectionOver(db, { waitMs, ...(loss === undefined ? { binding } : {}) });
  } catch (error) {
    db.close();
    throw storeFailure(error);
  }
}

/** Read-only: nothing of a foreign database changes, and the empty log that opening it makes is removed again. */
function checkReplaced(driver: Driver, path: string, binding: StoreBinding): void {
  const hasLog = isSomethingAt(`${path}-wal`);
  const db = driver.open(path, { readOnly: true });
  try {
    isBound(db, binding);
  } catch (error) {
    throw storeFailure(error);
  } finally {
    db.close();
    if (!hasLog && sizeOf(`${path}-wal`) === 0) removeCompanions(path);
  }
}

/** In one transaction, so that no other process finds tables without an identity. */
function prepareTables(db: Database, binding: StoreBinding | undefined): void {
  const isOurs = binding === undefined || isBound(db, binding);
  migrate(db);
  if (!isOurs) setIdentity((text) => db.prepare(text), binding.id);
}

async function openDatabase(driver: Driver, path: string): Promise<Database> {
  const deadline = Date.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    let db: Database | undefined;
    try {
      createPrivate(path);
      db = driver.open(path);
      db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
      db.exec(`PRAGMA cache_size = -${CACHE_KB}`);
      return db;
    } catch (error) {
      db?.close();
      if (!isBusy(error) || Date.now() > deadline) throw storeFailure(error);
      await sleep(PAUSE_MAX_MS);
    }
  }
}

/**
 * Creates a new database that only its owner can read; SQLite gives its log the same permissions. An existing file is never opened here:
 * closing it would drop this process's locks on it.
 */
function createPrivate(path: string): void {
  const isThere = isSomethingAt(path);
  // SQLite would create a new database and delete the log that contains the old one's events.
  const isLogLeft =
    !(isThere && sizeOf(path) > 0) && isSomethingAt(`${path}-wal`) && sizeOf(`${path}-wal`) > 0;
  if (isLogLeft) throw storeCorrupt(new Error("the database file is missing or empty, but its log is not"));
  if (!isThere) createEmptyDatabase(path);
}

type ConnectionSettings = { readonly waitMs: number; readonly binding?: StoreBinding };

function connectionOver(db: Database, { waitMs, binding }: ConnectionSettings): Connection {
  const statements = new Map<string, Statement>();
  const sql = (text: string): Statement => {
    const known = statements.get(text);
    if (known) return known;
    const statement = db.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  let synchronous: Durability = "full";
  const setDurability = (wanted: Durability): void => {
    if (wanted === synchronous) return;
    db.exec(`PRAGMA synchronous = ${wanted === "full" ? "FULL" : "NORMAL"}`);
    synchronous = wanted;
  };
  const begin = (durability: Durability, lockMs: number): boolean => {
    try {
      setDurability(durability);
      db.exec(`PRAGMA busy_timeout = ${lockMs}`);
      const isOurs = isLocked(db);
      db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      return isOurs;
    } catch (error) {
      rollBack(db);
      throw storeFailure(error);
    }
  };
  /** A write that is not flushed is not recorded in the anchor: after a power cut it may return in another order. */
  const anchored = <T>(work: () => T, durability: Durability): T => {
    if (binding === undefined || durability !== "full") return inTransaction(db, work);
    const { done, head } = inTransaction(db, () => ({ done: work(), head: headOf(sql) }));
    binding.raise(head);
    return done;
  };
  // One step without awaiting: another write of this process must not find an open transaction.
  const attempt = <T>(work: () => T, durability: Durability, lockMs: number): DoneResult<T> | undefined =>
    begin(durability, lockMs) ? { done: anchored(work, durability) } : undefined;
  return {
    sql,
    exec: (text) => db.exec(text),
    write: async (work, durability = "full") =>
      (await turn(() => attempt(work, durability, LOCK_MS), waitMs)).done,
    tryWrite: (work, durability = "full") => attempt(work, durability, 0),
    close: () => {
      statements.clear();
      db.close();
      binding?.close();
    },
  };
}

/** Tries until it succeeds. Pauses are random, so that no process is always the last. */
async function turn<T>(attempt: () => DoneResult<T> | undefined, waitMs: number): Promise<DoneResult<T>> {
  const deadline = Date.now() + waitMs;
  let pause = PAUSE_MIN_MS;
  for (;;) {
    const done = attempt();
    if (done) return done;
    if (Date.now() >= deadline) throw storeBusy();
    await sleep(Math.random() * pause);
    pause = Math.min(PAUSE_MAX_MS, pause * 2);
  }
}

function inTransaction<T>(db: Database, work: () => T): T {
  try {
    const done = work();
    db.exec("COMMIT");
    return done;
  } catch (error) {
    rollBack(db);
    throw storeFailure(error);
  }
}

/** True if we hold the write lock, false if another process does. */
function isLocked(db: Database): boolean {
  try {
    db.exec("BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

function rollBack(db: Database): void {
  try {
    db.exec("ROLLBACK");
  } catch {
    // Nothing was started, or SQLite has rolled back itself. The first error is the one to report.
  }
}
