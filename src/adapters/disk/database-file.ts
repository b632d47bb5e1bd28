import { closeSync, fchmodSync, lstatSync, openSync, type Stats } from "node:fs";
import { basename, dirname } from "node:path";
import { codeOf } from "./disk-failure.ts";
import { ownedFolder } from "./owned-folder.ts";

/** The files that SQLite opens by itself next to a database. */
const COMPANIONS = ["-wal", "-shm", "-journal"] as const;

/** Refuses a database of ours if the database, its folder or a file that SQLite opens with it is not a regular file of ours. */
export function checkDatabase(path: string): void {
  const folder = ownedFolder(dirname(path));
  for (const ending of ["", ...COMPANIONS]) folder.stat(`${basename(path)}${ending}`);
}

/** Removes the extra files of SQLite for a database that no process has open. */
export function removeCompanions(path: string): void {
  const folder = ownedFolder(dirname(path));
  for (const ending of COMPANIONS) folder.remove(`${basename(path)}${ending}`);
}

/** Whether something has this name, including a dangling link. */
export const isSomethingAt = (path: string): boolean => stateOf(path) !== undefined;

/** Size of a file in bytes; zero if it is missing or not a file. */
export function sizeOf(path: string): number {
  const found = stateOf(path);
  return found?.isFile() ? found.size : 0;
}

/** If something else is in place of the folder, there are no files either. */
function stateOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Creates an empty file that only its owner can read, unless a file of that name exists. */
export function createEmptyDatabase(path: string): void {
  try {
    const fd = openSync(path, "wx", 0o600);
    // The umask reduces the requested permissions, and could lock us out of our own file.
    fchmodSync(fd, 0o600);
    closeSync(fd);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** A descriptor of a database of ours, for reading its pages without SQLite; undefined if there is no file. */
export function openDatabaseFile(path: string): number | undefined {
  const folder = ownedFolder(dirname(path));
  return folder.stat(basename(path)) === undefined ? undefined : folder.open(basename(path), "read");
}
