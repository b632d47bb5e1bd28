import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Driver, Statement } from "./driver.ts";
import { busy, isBusy, storeFailure } from "./failures.ts";
import { isCurrent, migrate } from "./schema/migrate.ts";

/** How a transaction ends: safe from power loss, or only from a crash, which is enough for what can be rebuilt. */
export type Durability = "full" | "rebuildable";

/** One open database with its prepared statements and its place in the queue of writers. */
export type Connection = {
  /** A statement, prepared once. */
  readonly sql: (text: string) => Statement;
  readonly exec: (text: string) => void;
  /** Waits for its turn, then runs `work` in one transaction. `work` is synchronous, so nothing can slip in. */
  readonly write: <T>(work: () => T, durability?: Durability) => Promise<T>;
  /** As `write`, but gives undefined at once when another process is writing. */
  readonly tryWrite: <T>(work: () => T) => { readonly done: T } | undefined;
  readonly close: () => void;
};

/** First and longest pause between two tries for the write lock. Short: holders keep it for milliseconds. */
const PAUSE_MIN_MS = 0.5;
const PAUSE_MAX_MS = 12;
/** How long SQLite itself waits where we cannot: opening a log that another process is recovering. */
const BUSY_TIMEOUT_MS = 5000;

export async function connect(driver: Driver, path: string, waitMs: number): Promise<Connection> {
  const db = await opened(driver, path);
  try {
    const connection = connectionOver(db, waitMs);
    if (!isCurrent(db)) await connection.write(() => migrate(db));
    return connection;
  } catch (error) {
    db.close();
    throw storeFailure(error);
  }
}

async function opened(driver: Driver, path: string): Promise<Database> {
  const deadline = Date.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    let db: Database | undefined;
    try {
      db = driver.open(path);
      db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
      return db;
    } catch (error) {
      db?.close();
      if (!isBusy(error) || Date.now() > deadline) throw storeFailure(error);
      await sleep(PAUSE_MAX_MS);
    }
  }
}

function connectionOver(db: Database, waitMs: number): Connection {
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
  const begin = (): boolean => {
    try {
      db.exec("PRAGMA busy_timeout = 0");
      db.exec("BEGIN IMMEDIATE");
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw storeFailure(error);
    } finally {
      db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  };
  return {
    sql,
    exec: (text) => db.exec(text),
    write: async (work, durability = "full") => {
      await turn(begin, waitMs, () => setDurability(durability));
      return inTransaction(db, work);
    },
    tryWrite: (work) => {
      setDurability("full");
      return begin() ? { done: inTransaction(db, work) } : undefined;
    },
    close: () => {
      statements.clear();
      db.close();
    },
  };
}

/** Waits until `begin` gets the lock. Pauses are random, so that no process is always the last to look. */
async function turn(begin: () => boolean, waitMs: number, prepare: () => void): Promise<void> {
  const deadline = Date.now() + waitMs;
  let pause = PAUSE_MIN_MS;
  for (;;) {
    prepare();
    if (begin()) return;
    if (Date.now() >= deadline) throw busy();
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
    try {
      db.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled back by itself; the first error is the one to tell.
    }
    throw storeFailure(error);
  }
}
