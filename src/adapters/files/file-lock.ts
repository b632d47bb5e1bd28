import { randomBytes } from "node:crypto";
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { codeOf } from "../disk/disk-failure.ts";

/** Work under a lock takes a few milliseconds: a holder that is silent for this long is gone, or asleep. */
const SILENT_MS = 2_000;

/** The right to change a file, while it is held. */
export type Held = {
  /** False when somebody took the lock for one left behind: what was read under it may no longer hold. */
  readonly isStillMine: () => boolean;
};

/**
 * Runs work if no other process is at its own under the same lock, a file that only one can make; false when one is.
 * A lock whose holder is gone is taken away. The work must be short, and look whether the lock is still its own before
 * it writes. Throws when the file of the lock cannot be made.
 */
export function underFileLock(path: string, work: (held: Held) => void): boolean {
  const token = `${hostname()} ${process.pid} ${randomBytes(8).toString("hex")}`;
  if (!isTaken(path, token) && !(isLeftBehind(path) && takeAway(path) && isTaken(path, token))) return false;
  const isStillMine = (): boolean => tokenIn(path) === token;
  try {
    work({ isStillMine });
    return true;
  } finally {
    if (isStillMine()) rmSync(path, { force: true });
  }
}

function isTaken(path: string, token: string): boolean {
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (cause) {
    if (isOther(codeOf(cause))) return false;
    throw cause;
  }
  try {
    writeSync(file, token);
    return true;
  } catch (cause) {
    rmSync(path, { force: true });
    throw cause;
  } finally {
    closeSync(file);
  }
}

/** Somebody else has it. On Windows a file that is just being deleted is refused in other words. */
const isOther = (code: unknown): boolean =>
  code === "EEXIST" || (process.platform === "win32" && (code === "EPERM" || code === "EBUSY"));

function tokenIn(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Its process is gone, as far as can be seen from here, or it was silent for too long. */
function isLeftBehind(path: string): boolean {
  const [host, pid] = tokenIn(path)?.split(" ") ?? [];
  if (host === hostname() && isGone(Number(pid))) return true;
  try {
    return Math.abs(Date.now() - statSync(path).mtimeMs) > SILENT_MS;
  } catch {
    return false;
  }
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

/** Renamed first: of two who find the same lock left behind, one gets it. */
function takeAway(path: string): boolean {
  const aside = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    renameSync(path, aside);
    rmSync(aside, { force: true, recursive: true });
    return true;
  } catch {
    // Its holder let go meanwhile, or somebody else was first.
    return false;
  }
}
