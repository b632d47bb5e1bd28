import { closeSync, copyFileSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { fieldsIn } from "../../core/fields.ts";
import { isSomethingAt, sizeOf } from "../disk/database-file.ts";
import type { Connection } from "./connection.ts";
import { unfinishedName } from "./leftovers.ts";

/** Files that SQLite keeps next to a database. */
const COMPANIONS = ["-wal", "-shm"] as const;

/** The first of the names that no file has. */
export function firstFree(name: (n: number) => string): string {
  for (let n = 1; ; n++) if (!isSomethingAt(name(n))) return name(n);
}

/** Where a database is made ready before it replaces the current one. */
export const incomingPath = (path: string): string => unfinishedName(path, "incoming");

export function removeDatabase(path: string): void {
  for (const ending of ["", ...COMPANIONS]) rmSync(`${path}${ending}`, { force: true });
}

/** A copy of the files as they are, for reading what must not be touched. An empty log is as good as none. */
export function copyDatabase(from: string, to: string): void {
  for (const ending of ["", "-wal"]) {
    if (ending !== "" && sizeOf(`${from}${ending}`) === 0) continue;
    // Made by us and empty first: a copy of a readable file must not be readable to others.
    closeSync(openSync(`${to}${ending}`, "wx", 0o600));
    copyFileSync(`${from}${ending}`, `${to}${ending}`);
  }
}

/** A consistent copy of an open database as one new file: whole and on the disk, or not there. */
export function writeCopy(connection: Connection, file: string): void {
  const partial = unfinishedName(file, "partial");
  try {
    closeSync(openSync(partial, "wx", 0o600));
    connection.sql("VACUUM INTO ?").run(partial);
    flush(partial);
    giveName(partial, file);
    flushFolder(dirname(file));
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Like a rename, but refuses to overwrite where the file system can tell. */
function giveName(partial: string, file: string): void {
  try {
    linkSync(partial, file);
  } catch (error) {
    if (fieldsIn(error).code === "EEXIST") throw error;
    renameSync(partial, file);
  }
}

/**
 * Puts a database whose log is empty in the place of the current one, which is kept under another name.
 * The log goes before the new file comes: a log beside a database that it does not belong to destroys it.
 * What comes is a copy, because a driver may still hold the file it was made in, and the name of its log.
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
  flushFolder(dirname(path));
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

function flushFolder(folder: string): void {
  if (process.platform === "win32") return;
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
