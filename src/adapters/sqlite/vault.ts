import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MemoryError } from "../../core/failure.ts";
import { FORGOTTEN } from "../../core/items/items-view.ts";
import type { Sha256 } from "../../core/tape/chain.ts";
import type { Draft, Position, Recorded } from "../../core/tape/event.ts";
import { versionOf } from "../../core/tape/versions.ts";
import type { Restored, Salvaged, Vault } from "../../ports/vault.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { checkedCopy } from "./check-backup.ts";
import { type Connection, connect } from "./connection.ts";
import type { Driver } from "./driver.ts";
import { isBusy, storeFailure } from "./failures.ts";
import { carryForgotten, replaceTape } from "./replace-tape.ts";
import { openWreck, type Wreck } from "./salvage.ts";
import {
  firstFree,
  incomingPath,
  putInPlace,
  removeDatabase,
  removeLeftovers,
  sizeOf,
  writeCopy,
} from "./swap.ts";
import { sqliteTape } from "./tape.ts";
import { clearAllViews } from "./views.ts";

export type VaultOptions = {
  readonly driver: Driver;
  readonly path: string;
  readonly sha256: Sha256;
  readonly waitMs: number;
  /** Puts what waits in the spool on the tape. Only called where the database can be opened. */
  readonly drain: () => Promise<unknown>;
  /** The header of the event that says what a salvage found. */
  readonly stamp: () => Pick<Draft, "id" | "at" | "recordedAt" | "writer">;
};

/** Lost positions that are listed one by one; all of them are counted. */
const LOST_MAX = 1000;
/** Complaints of SQLite that are worth reading. */
const COMPLAINTS_MAX = 20;
/** Events that salvage writes at once. */
const BATCH_EVENTS = 2000;
const SCRUB_PAUSE_MS = 20;

/** The vault over one SQLite file. It opens the file anew for each thing it does, so it also works on a damaged one. */
export function openVault(options: VaultOptions): Vault {
  const { path } = options;
  return {
    backup: (file) => backup(options, resolve(file)),
    restore: (file) => restore(options, resolve(file)),
    salvage: () => salvage(options),
    integrity: () => integrity(options),
    compact: () => withConnection(options, (connection) => compact(connection, options.waitMs)),
    size: async () => sizeOf(path) + sizeOf(`${path}-wal`),
    exists: async () => existsSync(path),
  };
}

async function withConnection<T>(
  options: VaultOptions,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect(options.driver, options.path, options.waitMs);
  try {
    return await use(connection);
  } catch (error) {
    throw storeFailure(error);
  } finally {
    connection.close();
  }
}

async function backup(options: VaultOptions, file: string): ReturnType<Vault["backup"]> {
  refuseAsTarget(file);
  requireDatabase(options.path);
  await options.drain();
  return withConnection(options, async (connection) => {
    writeCopy(connection, file);
    return { events: countEvents(options.driver, file), bytes: sizeOf(file) };
  });
}

function refuseAsTarget(file: string): void {
  if (existsSync(file)) {
    throw new MemoryError("input.invalid", `${file} is there already; a backup never overwrites.`, {
      field: "file",
      fix: "Name a file that does not exist yet.",
    });
  }
  const folder = dirname(file);
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  throw new MemoryError("input.invalid", `There is no folder ${folder} to write a backup into.`, {
    field: "file",
    fix: "Make the folder first, or name a file in one that exists.",
  });
}

function requireDatabase(path: string): void {
  if (existsSync(path)) return;
  throw new MemoryError("input.invalid", "This project has no memory yet: there is no database.", {
    fix: "Begin one: tidemark init",
  });
}

function countEvents(driver: Driver, file: string): number {
  const db = driver.open(file, { readOnly: true });
  try {
    return Number(db.prepare("SELECT count(*) AS events FROM events").get()?.events ?? 0);
  } finally {
    db.close();
  }
}

async function restore(options: VaultOptions, file: string): Promise<Restored> {
  if (existsSync(options.path) && file === resolve(options.path)) {
    throw new MemoryError("input.invalid", "That file is the memory itself, not a backup of it.", {
      field: "file",
    });
  }
  removeLeftovers(options.path);
  const incoming = incomingPath(options.path);
  try {
    await checkedCopy(options, file, incoming);
    const replaced = existsSync(options.path) ? await restoreInPlace(options, incoming) : undefined;
    return replaced ?? (await restoreAside(options, incoming));
  } catch (error) {
    throw storeFailure(error);
  } finally {
    removeDatabase(incoming);
  }
}

/** Undefined when the current database is too damaged to be written to. */
async function restoreInPlace(options: VaultOptions, incoming: string): Promise<Restored | undefined> {
  const folder = join(dirname(options.path), "backups");
  try {
    return await withConnection(options, async (connection) => {
      if (complaintsOf(connection, "quick_check").length > 0) return undefined;
      makeFolder(folder);
      const previous = firstFree((n) => join(folder, `before-restore-${n}.db`));
      const { events, set_aside } = await replaceTape({ ...options, connection, incoming, previous });
      await scrub(connection, options.waitMs);
      return { events, set_aside, previous };
    });
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

const isDamage = (error: unknown): boolean => error instanceof MemoryError && error.code === "store.corrupt";

/** Puts the backup where no database is, or where one was that nobody can write to. */
async function restoreAside(options: VaultOptions, incoming: string): Promise<Restored> {
  const { driver, path, waitMs } = options;
  const connection = await connect(driver, incoming, waitMs);
  let setAside = 0;
  try {
    if (existsSync(path)) setAside = await carryOver(options, connection);
    await scrub(connection, waitMs);
  } finally {
    connection.close();
  }
  const events = countEvents(driver, incoming);
  const previous = putInPlace(incoming, path);
  return { events, set_aside: setAside, ...(previous ? { previous } : {}) };
}

/** Holds a backup against what can be read of the damaged tape: what was forgotten there, and what it lacks. */
async function carryOver({ driver, path, sha256 }: VaultOptions, connection: Connection): Promise<number> {
  const wreck = openWreck(driver, sha256, path);
  try {
    const forgotten: Recorded[] = [];
    let missing = 0;
    for (const { event } of wreck.intact()) {
      if (connection.sql("SELECT 1 AS found FROM events WHERE id = ?").get(event.id)) continue;
      if (event.type === FORGOTTEN) forgotten.push(event);
      else missing++;
    }
    await connection.write(() => {
      carryForgotten(connection, sha256, forgotten);
      clearAllViews(connection.sql);
    });
    return missing;
  } finally {
    wreck.close();
  }
}

async function salvage(options: VaultOptions): Promise<Salvaged> {
  requireDatabase(options.path);
  const { driver, path, sha256, waitMs } = options;
  removeLeftovers(path);
  const incoming = incomingPath(path);
  const wreck = openWreck(driver, sha256, path);
  try {
    const connection = await connect(driver, incoming, waitMs);
    let counted: Omit<Salvaged, "damaged">;
    try {
      counted = await copyIntact(options, connection, wreck);
      await scrub(connection, waitMs);
    } finally {
      connection.close();
    }
    return { ...counted, damaged: putInPlace(incoming, path) ?? "" };
  } catch (error) {
    throw storeFailure(error);
  } finally {
    wreck.close();
    removeDatabase(incoming);
  }
}

/** Writes the events that are whole onto a new tape, in order, and at its end what was lost, as the old one counted. */
async function copyIntact(
  options: VaultOptions,
  connection: Connection,
  wreck: Wreck,
): Promise<Omit<Salvaged, "damaged">> {
  const tape = sqliteTape(connection, options.sha256);
  const positions: Position[] = [];
  const lost: Position[] = [];
  let lostCount = 0;
  let [found, mended] = [0, 0];
  let expected = 1;
  let batch: Recorded[] = [];
  const flush = async (): Promise<void> => {
    const events = batch;
    batch = [];
    const placed = await connection.write(() => tape.merge(events, (there) => positions[there]));
    for (const [i, { position }] of events.entries()) positions[position] = placed[i]?.position ?? 0;
  };
  const missUpTo = (position: Position): void => {
    lostCount += position - expected;
    for (; expected < position && lost.length < LOST_MAX; expected++) lost.push(expected);
    expected = position + 1;
  };
  for (const { event, isMended } of wreck.intact()) {
    missUpTo(event.position);
    found++;
    if (isMended) mended++;
    batch.push(event);
    if (batch.length >= BATCH_EVENTS) await flush();
  }
  await flush();
  missUpTo(wreck.last() + 1);
  const payload = { found, lost, lost_count: lostCount, mended };
  const said: Draft = {
    ...options.stamp(),
    type: "tape.salvaged",
    version: versionOf("tape.salvaged"),
    payload,
  };
  await connection.write(() => void tape.insert([said]));
  return payload;
}

/** What SQLite finds wrong; a file it cannot open at all is one complaint. */
async function integrity(options: VaultOptions): Promise<readonly string[]> {
  if (!existsSync(options.path)) return [];
  try {
    return await withConnection(options, async (connection) => complaintsOf(connection, "integrity_check"));
  } catch (error) {
    if (isDamage(error)) return [(error as Error).message];
    throw error;
  }
}

function complaintsOf({ sql }: Connection, check: "quick_check" | "integrity_check"): string[] {
  const rows = sql(`PRAGMA ${check}(${COMPLAINTS_MAX})`).all();
  return rows.map((row) => String(row[check])).filter((said) => said !== "ok");
}

/** Waits its turn: a database that others write to cannot be written anew. */
async function compact(connection: Connection, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    try {
      connection.exec("VACUUM");
      break;
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      await sleep(SCRUB_PAUSE_MS);
    }
  }
  await scrub(connection, waitMs);
}

/** Folds the write-ahead log into the file and cuts it to nothing, as far as readers of other processes let it. */
async function scrub(connection: Connection, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs;
  while (connection.sql("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy !== 0 && Date.now() < deadline) {
    await sleep(SCRUB_PAUSE_MS);
  }
}
