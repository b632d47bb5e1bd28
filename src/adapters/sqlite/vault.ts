import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MemoryError } from "../../core/failure.ts";
import { fieldsIn } from "../../core/fields.ts";
import { FORGOTTEN } from "../../core/items/items-view.ts";
import { changedPrint, REDACTED } from "../../core/tape/audit.ts";
import type { Draft, Position, StoredEvent } from "../../core/tape/event.ts";
import { versionOf } from "../../core/tape/versions.ts";
import type { StoreBinding } from "../../ports/binding.ts";
import type { TapeEnd } from "../../ports/store.ts";
import type { RestoredMemory, SalvageResult, Vault } from "../../ports/vault.ts";
import { checkDatabase, createEmptyDatabase, isSomethingAt, sizeOf } from "../disk/database-file.ts";
import { ownedFolder } from "../disk/owned-folder.ts";
import { adopt, examine } from "./adopt.ts";
import { checkedCopy } from "./check-backup.ts";
import { cleanCopy, copyStates } from "./clean-copy.ts";
import { type Connection, connect } from "./connection.ts";
import type { Driver } from "./driver.ts";
import { erasePhrases } from "./erase-phrases.ts";
import { isBusy, storeFailure } from "./failures.ts";
import { headOf, setIdentity } from "./identity.ts";
import { removeLeftoversIn } from "./leftovers.ts";
import { carryForgotten, replaceTape } from "./replace-tape.ts";
import { type DamagedTape, openDamagedTape } from "./salvage.ts";
import type { SqliteOptions } from "./store.ts";
import { firstFree, incomingPath, putInPlace, removeDatabase, writeCopy } from "./swap.ts";
import { sqliteTape } from "./tape.ts";
import { clearAllViews } from "./views.ts";

export type VaultOptions = Pick<SqliteOptions, "driver" | "path" | "sha256" | "waitMs"> & {
  /** Called for every tape that replaces another one. */
  readonly binding?: StoreBinding;
  /** Moves spooled events onto the tape. Only called if the database can be opened. */
  readonly drain: () => Promise<unknown>;
  /** The header of the event that records the result of a salvage. */
  readonly stamp: () => Pick<Draft, "id" | "at" | "recordedAt" | "writer">;
  /** Backups and exports elsewhere. A killed one left its unfinished file beside them. */
  readonly copies?: () => Promise<readonly string[]>;
};

/** Lost positions that are listed. All of them are counted. */
const LOST_MAX = 1000;
/** Maximum number of SQLite's messages that are shown. */
const COMPLAINTS_MAX = 20;
/** Events that salvage writes at once. */
const BATCH_EVENTS = 2000;
const SCRUB_PAUSE_MS = 20;

/** The vault of one SQLite file. It opens the file again for each task, so it also works with a damaged one. */
export function openVault(options: VaultOptions): Vault {
  const { path } = options;
  return {
    backup: (file) => backup(options, resolve(file)),
    restore: (file) => restore(options, resolve(file)),
    salvage: () => salvage(options),
    integrity: () => integrity(options),
    examine: (use) => examine(options, use),
    adopt: () => adopt(options),
    clean: (file, cleaning) => cleanCopy(options, file, cleaning),
    states: async (file, isMeant) => copyStates(options.driver, file, isMeant),
    removeLeftovers: () => removeLeftovers(options),
    compact: () => withConnection(options, (connection) => compact(connection, options.waitMs)),
    size: async () => sizeOf(path) + sizeOf(`${path}-wal`),
    exists: async () => isSomethingAt(path),
  };
}

async function withConnection<T>(
  options: VaultOptions,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect(options.driver, options.path, { waitMs: options.waitMs });
  try {
    return await use(connection);
  } catch (error) {
    throw storeFailure(error);
  } finally {
    connection.close();
  }
}

async function removeLeftovers({ path, copies }: VaultOptions): Promise<void> {
  const own = [dirname(path), join(dirname(path), "backups")];
  const others = ((await copies?.()) ?? []).map((copy) => dirname(copy));
  for (const folder of new Set([...own, ...others])) removeLeftoversIn(folder);
}

async function backup(options: VaultOptions, file: string): ReturnType<Vault["backup"]> {
  await removeLeftovers(options);
  removeLeftoversIn(dirname(file));
  refuseAsTarget(file);
  requireDatabase(options.path);
  await options.drain();
  return withConnection(options, async (connection) => {
    writeCopy(connection, file);
    return { events: countEvents(options.driver, file), bytes: sizeOf(file) };
  });
}

function refuseAsTarget(file: string): void {
  if (isSomethingAt(file)) {
    throw new MemoryError("input.invalid", `${file} is there already; a backup never overwrites.`, {
      field: "file",
      fix: "Name a file that does not exist yet.",
    });
  }
  const folder = dirname(file);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new MemoryError("input.invalid", `There is no folder ${folder} to write a backup into.`, {
    field: "file",
    fix: "Make the folder first, or name a file in one that exists.",
  });
}

function requireDatabase(path: string): void {
  checkDatabase(path);
  if (isSomethingAt(path)) return;
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

async function restore(options: VaultOptions, file: string): Promise<RestoredMemory> {
  if (isSomethingAt(options.path) && file === resolve(options.path)) {
    throw new MemoryError("input.invalid", "That file is the memory itself, not a backup of it.", {
      field: "file",
    });
  }
  checkDatabase(options.path);
  await removeLeftovers(options);
  const incoming = incomingPath(options.path);
  try {
    await checkedCopy(options, file, incoming);
    const replaced = isSomethingAt(options.path) ? await restoreInPlace(options, incoming) : undefined;
    return replaced ?? (await restoreAside(options, incoming));
  } catch (error) {
    throw storeFailure(error);
  } finally {
    removeDatabase(incoming);
  }
}

/** Undefined if the current database is too damaged to be written. */
async function restoreInPlace(options: VaultOptions, incoming: string): Promise<RestoredMemory | undefined> {
  const folder = ownedFolder(dirname(options.path)).below("backups");
  try {
    return await withConnection(options, async (connection) => {
      if (complaintsOf(connection, "quick_check").length > 0) return undefined;
      folder.make();
      const previous = firstFree((n) => join(folder.path, `before-restore-${n}.db`));
      const { events, set_aside } = await replaceTape({ ...options, connection, incoming, previous });
      options.binding?.accept(headOf(connection.sql));
      await scrub(connection, options.waitMs);
      return { events, set_aside, previous };
    });
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

const isDamage = (error: unknown): boolean => error instanceof MemoryError && error.code === "store.corrupt";

/** Restores the backup if there is no database, or only one that cannot be written. */
async function restoreAside(options: VaultOptions, incoming: string): Promise<RestoredMemory> {
  const { driver, path, waitMs } = options;
  const connection = await connect(driver, incoming, { waitMs });
  let setAside = 0;
  let head: TapeEnd;
  try {
    if (isSomethingAt(path)) setAside = await carryOver(options, connection);
    head = await bindTo(options, connection);
  } finally {
    connection.close();
  }
  const events = countEvents(driver, incoming);
  const previous = putInPlace(incoming, path);
  options.binding?.accept(head);
  return { events, set_aside: setAside, ...(previous ? { previous } : {}) };
}

/** Gives a database that replaces the bound one its identity. */
async function bindTo({ binding, waitMs }: VaultOptions, connection: Connection): Promise<TapeEnd> {
  if (binding !== undefined) await connection.write(() => setIdentity(connection.sql, binding.id));
  await scrub(connection, waitMs);
  return headOf(connection.sql);
}

/** Compares a backup with the readable part of the damaged tape: erasures since, and missing events. */
async function carryOver(options: VaultOptions, connection: Connection): Promise<number> {
  const { driver, path, sha256 } = options;
  const wreck = openDamagedTape(driver, sha256, path);
  try {
    const naming: StoredEvent[] = [];
    const clean: Pick<StoredEvent, "id" | "payload">[] = [];
    let missing = 0;
    for (const { event } of wreck.intact()) {
      if (connection.sql("SELECT 1 AS found FROM events WHERE id = ?").get(event.id)) {
        if (changedPrint(sha256, event) !== undefined) clean.push({ id: event.id, payload: event.payload });
      } else if (event.type === FORGOTTEN || event.type === REDACTED) naming.push(event);
      else missing++;
    }
    await connection.write(() => {
      carryForgotten(connection, sha256, naming);
      sqliteTape(connection, sha256).rewrite(clean);
      erasePhrases({ ...options, connection });
      clearAllViews(connection.sql);
    });
    return missing;
  } finally {
    wreck.close();
  }
}

async function salvage(options: VaultOptions): Promise<SalvageResult> {
  // If the database is gone, its log may remain and contain its events.
  if (sizeOf(`${options.path}-wal`) > 0) createEmptyDatabase(options.path);
  requireDatabase(options.path);
  const { driver, path, sha256, waitMs } = options;
  await removeLeftovers(options);
  const incoming = incomingPath(path);
  const wreck = openDamagedTape(driver, sha256, path);
  try {
    const connection = await connect(driver, incoming, { waitMs });
    let counted: Omit<SalvageResult, "damaged">;
    let head: TapeEnd;
    try {
      counted = await copyIntact(options, connection, wreck);
      head = await bindTo(options, connection);
    } finally {
      connection.close();
    }
    const damaged = putInPlace(incoming, path) ?? "";
    options.binding?.accept(head);
    return { ...counted, damaged };
  } catch (error) {
    throw storeFailure(error);
  } finally {
    wreck.close();
    removeDatabase(incoming);
  }
}

/** Writes the intact events to a new tape, in order, followed by an event with the lost positions. */
async function copyIntact(
  options: VaultOptions,
  connection: Connection,
  wreck: DamagedTape,
): Promise<Omit<SalvageResult, "damaged">> {
  const tape = sqliteTape(connection, options.sha256);
  const positions: Position[] = [];
  const lost: Position[] = [];
  let lostCount = 0;
  let [found, mended] = [0, 0];
  let expected = 1;
  let batch: StoredEvent[] = [];
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
  for (const { event, isProved } of wreck.intact()) {
    missUpTo(event.position);
    found++;
    if (!isProved) mended++;
    batch.push(event);
    if (batch.length >= BATCH_EVENTS) await flush();
  }
  await flush();
  // The anchor in the user's state folder knows of events of which nothing is left.
  missUpTo(Math.max(wreck.last(), options.binding?.anchor()?.position ?? 0) + 1);
  const payload = { found, lost, lost_count: lostCount, mended };
  const said: Draft = {
    ...options.stamp(),
    type: "tape.salvaged",
    version: versionOf("tape.salvaged"),
    payload,
  };
  await connection.write(() => {
    erasePhrases({ ...options, connection });
    tape.insert([said]);
  });
  return payload;
}

/** Problems that SQLite reports; a file that cannot be opened counts as one problem. */
async function integrity(options: VaultOptions): Promise<readonly string[]> {
  if (!isSomethingAt(options.path)) return [];
  try {
    return await withConnection(options, async (connection) => complaintsOf(connection, "integrity_check"));
  } catch (error) {
    if (isDamage(error)) return [String(fieldsIn(error).message)];
    throw error;
  }
}

function complaintsOf({ sql }: Connection, check: "quick_check" | "integrity_check"): string[] {
  const rows = sql(`PRAGMA ${check}(${COMPLAINTS_MAX})`).all();
  return rows.map((row) => String(row[check])).filter((said) => said !== "ok");
}

/** Waits its turn: a database that others write to cannot be rewritten. */
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

/** Checkpoints and truncates the write-ahead log, as far as readers of other processes allow. */
async function scrub(connection: Connection, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs;
  while (connection.sql("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy !== 0 && Date.now() < deadline) {
    await sleep(SCRUB_PAUSE_MS);
  }
}
