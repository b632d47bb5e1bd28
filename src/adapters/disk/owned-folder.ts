import { constants, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { flushFolder, readAndClose, writeAll } from "./descriptors.ts";
import { codeOf } from "./disk-failure.ts";
import { type FileCalls, SYSTEM_CALLS } from "./file-calls.ts";
import { makeFolder } from "./make-folder.ts";
import { refusalFromOpen, refusedKind, refusedLink, refusedOwner } from "./refusal.ts";

/** How a file is opened. `append` creates a missing file; `create` and `createForAppending` refuse an existing one; `update` reads and overwrites. */
export type OpenMode = "read" | "append" | "create" | "createForAppending" | "update";

/**
 * A folder that only we write to. A repository can ship one of the same name, so nothing in it is trusted: every folder from the trusted
 * parent down must be a real folder of ours, and every file a regular file of ours. A symbolic link, a device, a pipe or another user's
 * file is refused with a `MemoryError` and never opened. Names are single names, not paths. A missing file is `undefined`, even if its
 * folder is missing.
 */
export type OwnedFolder = {
  readonly path: string;
  readonly calls: FileCalls;
  /** A folder inside this one, checked together with it. */
  readonly below: (name: string) => OwnedFolder;
  /** True if the folder exists. */
  readonly exists: () => boolean;
  /** Creates the folder, readable by its owner only, with its parents below the trusted one. */
  readonly make: () => void;
  /** Names in the folder, unsorted; none if the folder is missing. */
  readonly list: () => string[];
  /** The state of a regular file. */
  readonly stat: (name: string) => Stats | undefined;
  /** The state of anything with this name, file or not. */
  readonly look: (name: string) => Stats | undefined;
  /** The inode of anything with this name. */
  readonly inode: (name: string) => bigint | undefined;
  /** A descriptor of a regular file. The caller closes it. */
  readonly open: (name: string, mode: OpenMode) => number;
  /** The whole file, which must not be larger than `maxBytes`. */
  readonly read: (name: string, maxBytes: number) => Buffer | undefined;
  readonly append: (name: string, text: string) => void;
  /** Creates a new file; returns false if the name exists. */
  readonly create: (name: string, text: string | Uint8Array) => boolean;
  /** Replaces a file: a reader sees the old text or the new one. */
  readonly replace: (name: string, text: string | Uint8Array, how?: ReplaceOptions) => void;
  readonly rename: (from: string, to: string) => void;
  /** Removes a file, or a link itself; with `recursive` also a folder. False if there was none, or if another process was first. */
  readonly remove: (name: string, how?: { readonly recursive: boolean }) => boolean;
  /** Removes this folder if it exists. Fails if it is not empty. */
  readonly removeEmpty: () => void;
  /** Makes the names in the folder durable. */
  readonly flush: () => void;
};

export type ReplaceOptions = {
  /** Waits until the text and the name are durable. */
  readonly isFlushed?: boolean;
  /** Called when the new text is complete, just before it replaces the file. */
  readonly onWritten?: () => void;
};

/** If a link replaces the file after the check, opening fails; a pipe does not block. Windows has neither. */
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
  /** The folders from the one below the trusted folder down to this one. */
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

/** True if all folders exist. Refuses anything that is not a folder of ours. */
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
  // The folders above belong to the user or the system, and may be links.
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

/** The state of a regular file, or undefined if there is nothing. */
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
 * The owner must be this user, the administrator, or the owner of the trusted folder, who could replace this folder at any time. A
 * container that runs as root over a user's project sees the last case.
 */
function checkOwner(place: Pick<FolderPath, "calls" | "trusted">, path: string, { uid }: Stats): void {
  if (!isOwnerTrusted(uid, () => place.calls.lstatSync(place.trusted).uid)) throw refusedOwner(path);
}

/** See `checkOwner`. The owner of the trusted folder is read only if needed. */
export function isOwnerTrusted(uid: number, ownerOfTrusted: () => number): boolean {
  const user = process.geteuid?.();
  return user === undefined || uid === user || uid === 0 || uid === ownerOfTrusted();
}

function openRegular(place: FolderPath, path: string, mode: OpenMode): number {
  const { calls } = place;
  const isNew = (FLAGS[mode] & constants.O_EXCL) !== 0;
  // The system creates no file if a link or anything else exists there.
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

/** Undefined if the file or its folder is missing. */
export function ifThere<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw cause;
  }
}

/** The suffix of a temporary file. Random is enough: the system refuses a name that exists. */
const uniqueEnding = (): string => `${process.pid}-${Math.random().toString(36).slice(2, 12)}`;
