import { createRequire } from "node:module";

/** A value for SQLite. Booleans are excluded, because drivers disagree about them. */
export type SqlValue = string | number | null;
export type SqlRow = { readonly [column: string]: SqlValue };

export type Statement = {
  run(...values: SqlValue[]): { readonly changes: number | bigint };
  get(...values: SqlValue[]): SqlRow | undefined;
  all(...values: SqlValue[]): SqlRow[];
  iterate(...values: SqlValue[]): Iterable<SqlRow>;
};

/** Returns a statement for its text. Each is prepared once. */
export type Sql = (text: string) => Statement;

/** The six functions of SQLite that we use; both drivers provide them. */
export type Database = {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
};

export type Driver = {
  readonly name: "node:sqlite" | "@photostructure/sqlite";
  readonly version: string;
  open(path: string, options?: { readonly readOnly: boolean }): Database;
};

type DatabaseSync = new (path: string, options?: { readonly readOnly: boolean }) => Database;
type SqliteModule = { readonly DatabaseSync: DatabaseSync };

/** The first SQLite without the WAL-reset bug, which can corrupt a file that two processes write. */
const VERSION_MIN = [3, 51, 3] as const;

let chosen: Driver | undefined;

/** Node's own SQLite if it is new enough and has full text search, otherwise the packaged one. */
export async function chooseDriver(wanted = process.env.TIDEMARK_SQLITE): Promise<Driver> {
  if (chosen && wanted === process.env.TIDEMARK_SQLITE) return chosen;
  const builtin = wanted === "packaged" ? undefined : probe(loadBuiltin());
  const driver = builtin ?? (await loadPackaged());
  if (wanted === process.env.TIDEMARK_SQLITE) chosen = driver;
  return driver;
}

function probe(module: SqliteModule | undefined): Driver | undefined {
  if (!module) return undefined;
  const driver = driverOf("node:sqlite", module);
  if (!isFixed(driver.version)) return undefined;
  const db = driver.open(":memory:");
  try {
    db.exec("CREATE VIRTUAL TABLE probe USING fts5(words, tokenize='trigram')");
    return driver;
  } catch {
    return undefined;
  } finally {
    db.close();
  }
}

export function isFixed(version: string): boolean {
  const parts = version.split(".").map(Number);
  for (const [i, least] of VERSION_MIN.entries()) {
    const part = parts[i] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

/** Node 22 warns that its SQLite is experimental. Our check has decided, so the user need not see the warning. */
function loadBuiltin(): SqliteModule | undefined {
  const emit = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule?.("node:sqlite") as unknown as SqliteModule | undefined;
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emit;
  }
}

async function loadPackaged(): Promise<Driver> {
  // Required instead of imported: to import it, Node would first read the whole file for its exports.
  const module = createRequire(import.meta.url)("@photostructure/sqlite") as SqliteModule;
  return driverOf("@photostructure/sqlite", module);
}

function driverOf(name: Driver["name"], module: SqliteModule): Driver {
  const open: Driver["open"] = (path, options) =>
    options ? new module.DatabaseSync(path, options) : new module.DatabaseSync(path);
  const db = open(":memory:");
  const version = String(db.prepare("SELECT sqlite_version() AS version").get()?.version);
  db.close();
  return { name, version, open };
}
