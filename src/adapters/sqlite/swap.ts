import { closeSync, copyFileSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { fieldsIn } from "../../core/fields.ts";
import { isSomethingAt, sizeOf } from "../disk/database-file.ts";
import { flushFolder } from "../disk/descriptors.ts";
import { SYSTEM_CALLS } from "../disk/file-calls.ts";
import type { Connection } from "./connection.ts";
import { unfinishedName } from "./leftovers.ts";

/** Files that SQLite keeps next to a database. */
const COMPANIONS = ["-wal", "-shm"] as const;

/** The first of these names that no file has. */
export function firstFree(name: (n: number) => string): string {
  for (let n = 1; ; n++) if (!isSomethingAt(name(n))) return name(n);
}

/** Where a database is made ready before it replaces the current one. */
export const incomingPath = (path: string): string => unfinishedName(path, "incoming");

export function removeDatabase(path: string): void {
  for (const ending of ["", ...COMPANIONS]) rmSync(`${path}${ending}`, { force: true });
}

/** A copy of the files as they are, for reading what must not be touched. An empty log is ignored. */
export function copyDatabase(from: string, to: string): void {
  for (const ending of ["", "-wal"]) {
    if (ending !== "" && sizeOf(`${from}${ending}`) === 0) continue;
    // Created by us first, and empty: a copy must not be readable by others, even if the original is.
    closeSync(openSync(`${to}${ending}`, "wx", 0o600));
    copyFileSync(`${from}${ending}`, `${to}${ending}`);
  }
}

/** A consistent copy of an open database as one new file, either complete and durable or absent. */
export function writeCopy(connection: Connection, file: string): void {
  const partial = unfinishedName(file, "partial");
  try {
    closeSync(openSync(partial, "wx", 0o600));
    connection.sql("VACUUM INTO ?").run(partial);
    flush(partial);
    giveName(partial, file);
    flushFolder(SYSTEM_CALLS, dirname(file));
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Like a rename, but refuses to overwrite if the file system can tell. */
function giveName(partial: string, file: string): void {
  try {
    linkSync(partial, file);
  } catch (error) {
    if (fieldsIn(error).code === "EEXIST") throw error;
    renameSync(partial, file);
  }
}

/**
 * Replaces the current database, which is kept under another name, by one with an empty log. The old log is removed before the new file
 * arrives, because a log beside a foreign database destroys it. The new file is a copy, because a driver may still hold the original and
 * the name of its log.
 */
export function putInPlace(made: string, path: string): string | undefined {
  const incoming = incomingPath(path);
  copyDatabase(made, incoming);
  flush(incoming);
  const aside = isSomethingAt(path) ? firstFree((n) => `${path}.damaged-${n}`) : undefined;
  if (aside !== undefined) {
    keepAside(path, aside);
    for (const ending of COMPANIONS) {
      if (isSomethingAt(`${path}${ending}`)) renameSync(`${path}${ending}`, `${aside}${ending}`);
    }
  }
  renameSync(incoming, path);
  flushFolder(SYSTEM_CALLS, dirname(path));
  return aside;
}

/** The old file has both names for a moment, so that a crash never leaves a project without a database. */
function keepAside(path: string, aside: string): void {
  try {
    linkSync(path, aside);
  } catch {
    renameSync(path, aside);
  }
}

function flush(path: string): void {
  const fd = openSync(path, "r+");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
