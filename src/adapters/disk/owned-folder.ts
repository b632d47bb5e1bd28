import { constants, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { flushFolder, readAndClose, writeAll } from "./descriptors.ts";
import { codeOf } from "./disk-failure.ts";
import { type FileCalls, SYSTEM_CALLS } from "./file-calls.ts";
import { makeFolder } from "./make-folder.ts";
import { refusalFromOpen, refusedKind, refusedLink, refusedOwner } from "./refusal.ts";

/**
 * How a file is opened. `append` makes it where it is missing; `create` and `createForAppending` refuse one that is
 * there; `update` reads and writes over what is there.
 */
export type OpenMode = "read" | "append" | "create" | "createForAppending" | "update";

/**
 * A folder that only we write to. A repository can ship one of the same name, so nothing in it is taken on trust:
 * every folder from the trusted parent down must be a real folder of ours, and every file a regular file of ours. A
 * symbolic link, a device, a pipe or another user's file is refused with a `MemoryError` and never opened.
 *
 * Names are single names, not paths. A file that is not there is `undefined`, also where its folder is missing.
 */
export type OwnedFolder = {
  readonly path: string;
  readonly calls: FileCalls;
  /** A folder inside this one, checked together with it. */
  readonly below: (name: string) => OwnedFolder;
  /** True when the folder is there. */
  readonly exists: () => boolean;
  /** Makes the folder, readable by its owner alone, and those above it up to the trusted parent. */
  readonly make: () => void;
  /** Names in the folder, unsorted; none where there is no folder. */
  readonly list: () => string[];
  /** A regular file's state. */
  readonly stat: (name: string) => Stats | undefined;
  /** The state of whatever has this name, which may be no file. */
  readonly look: (name: string) => Stats | undefined;
  /** The number by which the system knows whatever has this name now. */
  readonly inode: (name: string) => bigint | undefined;
  /** A descriptor of a regular file. The caller closes it. */
  readonly open: (name: string, mode: OpenMode) => number;
  /** The whole file, which must not be larger than `maxBytes`. */
  readonly read: (name: string, maxBytes: number) => Buffer | undefined;
  readonly append: (name: string, text: string) => void;
  /** Creates a new file; returns false if the name exists. */
  readonly create: (name: string, text: string | Uint8Array) => boolean;
  /** Puts a text in place of a file: a reader sees the old one or the new one. */
  readonly replace: (name: string, text: string | Uint8Array, how?: ReplaceOptions) => void;
  readonly rename: (from: string, to: string) => void;
  /** Removes a file, or a link itself; with `recursive` also a folder. False when there was none, or another was first. */
  readonly remove: (name: string, how?: { readonly recursive: boolean }) => boolean;
  /** Removes this folder if it is there; fails when something is in it. */
  readonly removeEmpty: () => void;
  /** Makes the names of the folder safe from power loss. */
  readonly flush: () => void;
};

export type ReplaceOptions = {
  /** Waits until the text and the name are safe from power loss. */
  readonly isFlushed?: boolean;
  /** Called when the text lies beside the file, just before it takes its place. */
  readonly onWritten?: () => void;
};

/** A link that takes a file's place after the check makes opening fail, and a pipe does not wait. Windows has neither. */
const SAFE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const NEW = constants.O_CREAT | constants.O_EXCL;
const FLAGS: { readonly [mode in OpenMode]: number } = {
  read: SAFE | constants.O_RDONLY,
  append: SAFE | constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT,
  create: SAFE | constants.O_WRONLY | NEW,
  createForAppending: SAFE | constants.O_WRONLY | constants.O_APPEND | NEW,
  update: SAFE | constants.O_RDWR,
};

/** The folder at a path. The path's own parent is trusted; the folder itself is checked at every use. */
export function ownedFolder(path: string, calls: FileCalls = SYSTEM_CALLS): OwnedFolder {
  return folderOf({ calls, trusted: dirname(path), folders: [path] });
}

type FolderPath = {
  readonly calls: FileCalls;
  readonly trusted: string;
  /** From the one below the trusted folder down to this one. */
  readonly folders: readonly string[];
};

function folderOf(place: FolderPath): OwnedFolder {
  const { calls, folders } = place;
  const path = pathOf(place);
  return {
    path,
    calls,
    below: (name) => folderOf({ ...place, folders: [...folders, nameIn(path, name)] }),
    exists: () => isThere(place),
    make: () => makeFolders(place),
    list: () => (isThere(place) ? (ifThere(() => calls.readdirSync(path)) ?? []) : []),
    stat: (name) => regularAt(place, checkedAt(place, name)),
    look: (name) => calls.lstatSync(checkedAt(place, name), { throwIfNoEntry: false }),
    inode: (name) => calls.lstatSync(checkedAt(place, name), { bigint: true, throwIfNoEntry: false })?.ino,
    open: (name, mode) => openRegular(place, checkedAt(place, name), mode),
    read: (name, maxBytes) => {
      const file = checkedAt(place, name);
      const fd = ifThere(() => openRegular(place, file, "read"));
      return fd === undefined ? undefined : readAndClose(calls, fd, { path: file, maxBytes });
    },
    ...writingIn(place),
    rename: (from, to) => calls.renameSync(checkedAt(place, from), nameIn(path, to)),
    remove: (name, { recursive } = { recursive: false }) => {
      const file = checkedAt(place, name);
      return ifThere(() => calls.rmSync(file, { recursive }) ?? true) ?? false;
    },
    removeEmpty: () => {
      if (isThere(place)) calls.rmdirSync(path);
    },
    flush: () => flushFolder(calls, path),
  };
}

function writingIn(place: FolderPath): Pick<OwnedFolder, "append" | "create" | "replace"> {
  const { calls } = place;
  return {
    append: (name, text) => writeText(place, checkedAt(place, name), { mode: "append", text }),
    create: (name, text) => {
      try {
        writeText(place, checkedAt(place, name), { mode: "create", text });
        return true;
      } catch (cause) {
        if (codeOf(cause) === "EEXIST") return false;
        throw cause;
      }
    },
    replace: (name, text, { isFlushed = false, onWritten } = {}) => {
      const file = checkedAt(place, name);
      const beside = `${file}.${uniqueEnding()}`;
      regularAt(place, file);
      try {
        writeText(place, beside, { mode: "create", text, isFlushed });
        onWritten?.();
        calls.renameSync(beside, file);
      } catch (cause) {
        calls.rmSync(beside, { force: true });
        throw cause;
      }
      if (isFlushed) flushFolder(calls, pathOf(place));
    },
  };
}

const pathOf = ({ folders, trusted }: FolderPath): string => folders.at(-1) ?? trusted;

function nameIn(path: string, name: string): string {
  if (basename(name) !== name || name === "" || name === ".." || name === ".")
    throw new Error(`bug: "${name}" is not a file name`);
  return join(path, name);
}

/** The path of a file, after the folders above it have been checked. */
function checkedAt(place: FolderPath, name: string): string {
  isThere(place);
  return nameIn(pathOf(place), name);
}

type Writing = {
  readonly mode: OpenMode;
  readonly text: string | Uint8Array;
  readonly isFlushed?: boolean;
};

function writeText(place: FolderPath, path: string, { mode, text, isFlushed = false }: Writing): void {
  const { calls } = place;
  const fd = openRegular(place, path, mode);
  try {
    writeAll(calls, fd, text);
    if (isFlushed) calls.fsyncSync(fd);
  } finally {
    calls.closeSync(fd);
  }
}

/** True when all folders are there. Refuses what is no folder of ours. */
function isThere({ calls, trusted, folders }: FolderPath): boolean {
  for (const folder of folders) {
    const found = calls.lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) return false;
    if (found.isSymbolicLink()) throw refusedLink(folder);
    if (!found.isDirectory()) throw refusedKind(folder, "folder");
    checkOwner({ calls, trusted }, folder, found);
  }
  return true;
}

function makeFolders(place: FolderPath): void {
  if (isThere(place)) return;
  const { calls, trusted, folders } = place;
  // What lies above belongs to the user or to the system, and may well be linked.
  makeFolder(trusted, 0o777);
  for (const folder of folders) {
    try {
      calls.mkdirSync(folder, { mode: 0o700 });
    } catch (cause) {
      if (codeOf(cause) !== "EEXIST") throw cause;
    }
  }
  isThere(place);
}

/** The state of a file that is one, or undefined where there is none. */
function regularAt(place: FolderPath, path: string): Stats | undefined {
  const found = place.calls.lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) throw refusedLink(path);
  checkRegular(place, path, found);
  return found;
}

function checkRegular(place: FolderPath, path: string, found: Stats): void {
  if (!found.isFile()) throw refusedKind(path, "file");
  checkOwner(place, path, found);
}

/**
 * Ours, or the administrator's, or of whoever owns the trusted folder: they could put another folder in place of this
 * one at any time. The last is what a container sees that runs as root over a user's project.
 */
function checkOwner(place: Pick<FolderPath, "calls" | "trusted">, path: string, { uid }: Stats): void {
  if (!isOwnerTrusted(uid, () => place.calls.lstatSync(place.trusted).uid)) throw refusedOwner(path);
}

/** See `checkOwner`. The owner of the trusted folder is only asked for where it matters. */
export function isOwnerTrusted(uid: number, ownerOfTrusted: () => number): boolean {
  const user = process.geteuid?.();
  return user === undefined || uid === user || uid === 0 || uid === ownerOfTrusted();
}

function openRegular(place: FolderPath, path: string, mode: OpenMode): number {
  const { calls } = place;
  const isNew = (FLAGS[mode] & constants.O_EXCL) !== 0;
  // The system makes no new file where a link or anything else lies.
  if (!isNew) regularAt(place, path);
  let fd: number;
  try {
    fd = calls.openSync(path, FLAGS[mode], 0o600);
  } catch (cause) {
    throw refusalFromOpen(path, cause);
  }
  if (isNew) return fd;
  try {
    checkRegular(place, path, calls.fstatSync(fd));
    return fd;
  } catch (cause) {
    calls.closeSync(fd);
    throw cause;
  }
}

/** What is not there, or has no folder to be in, is nothing. */
function ifThere<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw cause;
  }
}

/** Of a file that is written beside another one. Chance is enough: a name that is taken is refused by the system. */
const uniqueEnding = (): string => `${process.pid}-${Math.random().toString(36).slice(2, 12)}`;
