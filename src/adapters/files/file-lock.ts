import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { codeOf } from "../disk/disk-failure.ts";
import type { OwnedFolder } from "../disk/owned-folder.ts";
import { isRefusal } from "../disk/refusal.ts";

/** Work under a lock takes a few milliseconds. A holder that is silent for this long is gone or asleep. */
const SILENT_MS = 2_000;

/** The right to change a file, while it is held. */
export type HeldLock = {
  /** False if another process broke the lock as abandoned: data read under it may be outdated. */
  readonly isStillMine: () => boolean;
};

/** A lock contains the name of a machine, a process number and a few letters. */
const TOKEN_BYTES_MAX = 1024;

/** A file in a folder of ours that only one process can create. */
export type LockFile = { readonly folder: OwnedFolder; readonly name: string };

/**
 * Runs work unless another process works under the same lock, a file that only one process can create; false if one does. A lock whose
 * holder is gone is removed. The work must be short, and must check that the lock is still its own before it writes. Throws if the lock
 * file cannot be created or is not a file.
 */
export function underFileLock(lock: LockFile, work: (held: HeldLock) => void): boolean {
  const token = `${hostname()} ${process.pid} ${randomBytes(8).toString("hex")}`;
  if (!isTaken(lock, token) && !(isLeftBehind(lock) && takeAway(lock) && isTaken(lock, token))) return false;
  const isStillMine = (): boolean => tokenIn(lock) === token;
  try {
    work({ isStillMine });
    return true;
  } finally {
    if (isStillMine()) lock.folder.remove(lock.name);
  }
}

function isTaken({ folder, name }: LockFile, token: string): boolean {
  let file: number;
  try {
    file = folder.open(name, "create");
  } catch (cause) {
    if (isOther(codeOf(cause))) return false;
    throw cause;
  }
  try {
    folder.calls.writeSync(file, token);
    return true;
  } catch (cause) {
    folder.remove(name);
    throw cause;
  } finally {
    folder.calls.closeSync(file);
  }
}

/** True if another process has it. On Windows a file that is being deleted gives another error. */
const isOther = (code: unknown): boolean =>
  code === "EEXIST" || (process.platform === "win32" && (code === "EPERM" || code === "EBUSY"));

const tokenIn = ({ folder, name }: LockFile): string | undefined => textIn(folder, name, TOKEN_BYTES_MAX);

/** The text of a file of ours. An unreadable file counts as missing. */
export function textIn(folder: OwnedFolder, name: string, bytesMax: number): string | undefined {
  try {
    return folder.read(name, bytesMax)?.toString("utf8");
  } catch (cause) {
    if (isRefusal(cause)) throw cause;
    return undefined;
  }
}

/** True if its process seems to be gone, or was silent for too long. */
function isLeftBehind(lock: LockFile): boolean {
  const [host, pid] = tokenIn(lock)?.split(" ") ?? [];
  if (host === hostname() && isGone(Number(pid))) return true;
  const found = lock.folder.stat(lock.name);
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) > SILENT_MS;
}

function isGone(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (cause) {
    return codeOf(cause) === "ESRCH";
  }
}

/** Renamed first: if two processes find the same abandoned lock, only one gets it. */
function takeAway({ folder, name }: LockFile): boolean {
  const aside = `${name}.${randomBytes(6).toString("hex")}`;
  try {
    folder.rename(name, aside);
    folder.remove(aside, { recursive: true });
    return true;
  } catch {
    // Its holder released it meanwhile, or another process was first.
    return false;
  }
}
