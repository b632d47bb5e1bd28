import { accessSync, chmodSync, constants, lstatSync, readFileSync, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { MemoryError } from "../../../core/failure.ts";
import { codeOf, ELSEWHERE, readOnly, withDiskFailure } from "../../disk/disk-failure.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { ownedFolder } from "../../disk/owned-folder.ts";
import { type PlaceProbe, refusalOf, SYSTEM_PROBE } from "./refused-folder.ts";

/** The disk operations of the folder's preparation. Tests make one of them fail. */
export type FolderIo = PlaceProbe & {
  readonly mkdir: (path: string) => void;
  readonly write: (path: string, text: string) => void;
  readonly chmod: (path: string, mode: number) => void;
  readonly access: (path: string, mode: number) => void;
};

export type FolderOptions = { readonly env: NodeJS.ProcessEnv; readonly io?: Partial<FolderIo> };

const DISK: FolderIo = {
  ...SYSTEM_PROBE,
  mkdir: (path) => void makeFolder(path),
  write: (path, text) => ownedFolder(dirname(path)).replace(basename(path), text),
  chmod: chmodSync,
  access: accessSync,
};

const DATABASE_FILES = ["tidemark.db", "tidemark.db-wal", "tidemark.db-shm"];

/**
 * Creates the memory folder, private to its user and ignored by git, or reports why it must not be there.
 * If the folder is valid, this costs a few stat calls, so that every hook can run it.
 */
export function prepareMemoryFolder(dir: string, options: FolderOptions): void {
  const io = { ...DISK, ...options.io };
  const isAllowed = options.env.TIDEMARK_ALLOW_FOLDER === "1";
  const folder = ownFolder(dir);
  if (!isAllowed) refuseUnsafePlace(dir, io);
  withDiskFailure(dir, () => {
    if (folder) checkWritable(dir, folder, io);
    else io.mkdir(dir);
    const spool = join(dir, "spool");
    const spoolStat = ownFolder(spool);
    if (!spoolStat) io.mkdir(spool);
    hideFromGit(dir, io);
    const restrict = (path: string, stat: Stats, allowed: number) =>
      tighten({ path, stat, allowed, isAllowed, io });
    if (folder) restrict(dir, folder, 0o700);
    if (spoolStat) restrict(spool, spoolStat, 0o700);
    for (const path of DATABASE_FILES.map((name) => join(dir, name))) {
      const stat = notLinked(path);
      if (stat) restrict(path, stat, 0o600);
    }
  });
}

/** Makes the folder writable for its owner again. False if it is not ours to change, or still cannot be used. */
export function makeWritable(dir: string, options: FolderOptions): boolean {
  try {
    for (const path of [dir, join(dir, "spool")]) if (ownFolder(path)) chmodSync(path, 0o700);
    prepareMemoryFolder(dir, options);
    return true;
  } catch {
    return false;
  }
}

/** The state of one of our folders; undefined if it does not exist yet. */
function ownFolder(path: string): Stats | undefined {
  const stat = notLinked(path);
  if (!stat) return undefined;
  if (!stat.isDirectory())
    throw refuseFolder(path, "is not a folder", `Move that file away, or: ${ELSEWHERE}`);
  const user = process.geteuid?.();
  if (user === undefined || user === 0 || user === stat.uid) return stat;
  throw refuseFolder(
    path,
    "belongs to another user, who could read and change it",
    `Use one of your own: ${ELSEWHERE}`,
  );
}

/** A link could redirect our writes to any file of the user, and a repository can contain one. */
function notLinked(path: string): Stats | undefined {
  const stat = withDiskFailure(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (!stat?.isSymbolicLink()) return stat;
  throw refuseFolder(
    path,
    "is a symbolic link, which could lead writes anywhere",
    `Remove the link, and name the folder it was for: ${ELSEWHERE}`,
  );
}

function refuseUnsafePlace(dir: string, io: FolderIo): void {
  const reason = withDiskFailure(dir, () => refusalOf(dir, io));
  if (reason === undefined) return;
  throw refuseFolder(
    dir,
    `is ${reason}. File locks and the database's write-ahead log are not safe there: memory could be lost`,
    `Keep it on a local disk: ${ELSEWHERE}\nOr accept the risk: TIDEMARK_ALLOW_FOLDER=1 tidemark …`,
  );
}

/** Checks the mode as well as access: root can write everything, even a folder that was closed on purpose. */
function checkWritable(dir: string, stat: Stats, io: FolderIo): void {
  if (process.geteuid !== undefined && (stat.mode & 0o300) !== 0o300) throw readOnly(dir);
  io.access(dir, constants.W_OK);
}

/** Valid contents of the file that hides the folder from git: everything is hidden, optionally except the settings. */
const HIDING: readonly string[] = ["*\n", "*\n!config.yaml\n"];
const HIDING_BYTES_MAX = 1024;

/** A repository can bring a .gitignore that hides nothing, so its text is checked each time. */
function hideFromGit(dir: string, io: FolderIo): void {
  const path = join(dir, ".gitignore");
  const stat = notLinked(path);
  const text = stat?.isFile() && stat.size <= HIDING_BYTES_MAX ? readFileSync(path, "utf8") : "";
  if (!HIDING.includes(text))
    io.write(path, text.split(/\r?\n/).includes("!config.yaml") ? "*\n!config.yaml\n" : "*\n");
}

type ModeChange = {
  readonly path: string;
  readonly stat: Stats;
  readonly allowed: number;
  readonly isAllowed: boolean;
  readonly io: FolderIo;
};

/** Only removes permissions: what a user restricted further stays restricted. */
function tighten({ path, stat, allowed, isAllowed, io }: ModeChange): void {
  const mode = stat.mode & 0o777;
  if (io.platform === "win32" || (mode & ~allowed) === 0) return;
  try {
    io.chmod(path, mode & allowed);
  } catch (cause) {
    if (codeOf(cause) !== "EPERM") throw cause;
    if (isAllowed) return;
    throw refuseFolder(
      path,
      "can be read by other users, and its file system cannot change that",
      `Keep it elsewhere: ${ELSEWHERE}\nOr accept the risk: TIDEMARK_ALLOW_FOLDER=1 tidemark …`,
    );
  }
}

const refuseFolder = (path: string, why: string, fix: string): MemoryError =>
  new MemoryError("store.refused_folder", `Memory cannot be kept here: ${path} ${why}.`, { fix });
