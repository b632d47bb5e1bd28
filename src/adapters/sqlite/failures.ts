import { MemoryError, messageOf } from "../../core/failure.ts";
import { fieldsIn } from "../../core/fields.ts";

const BUSY = 5;
const LOCKED = 6;
const READ_ONLY = 8;
const IO = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;
/** Extended result code: the shared-memory file of the write-ahead log could not grow, because the disk is full. */
const NO_SHARED_MEMORY = 4874;

/** SQLite's own messages: for many rows the packaged driver reports these without a code. */
const SAID: readonly (readonly [begins: string, code: number])[] = [
  ["database is locked", BUSY],
  ["database table is locked", LOCKED],
  ["attempt to write a readonly database", READ_ONLY],
  ["disk I/O error", IO],
  ["database disk image is malformed", CORRUPT],
  ["malformed database schema", CORRUPT],
  ["database or disk is full", FULL],
  ["unable to open database file", CANNOT_OPEN],
  ["file is not a database", NOT_A_DATABASE],
];

/** The result code of an SQLite error, without its extension; zero for any other error. */
function codeOf(error: unknown): number {
  const { errcode, code } = fieldsIn(error);
  if (typeof errcode === "number") return errcode & 0xff;
  if (code !== "ERR_SQLITE_ERROR") return 0;
  return SAID.find(([begins]) => messageOf(error).startsWith(begins))?.[1] ?? 0;
}

export function isBusy(error: unknown): boolean {
  return codeOf(error) === BUSY || codeOf(error) === LOCKED;
}

export function isCorrupt(error: unknown): boolean {
  return codeOf(error) === CORRUPT || codeOf(error) === NOT_A_DATABASE;
}

/** Describes a failure of the disk or the database, and what to do about it. */
export function storeFailure(error: unknown): unknown {
  if (error instanceof MemoryError) return error;
  const file = fieldsIn(error).code;
  const code = codeOf(error);
  if (isCorrupt(error)) return storeCorrupt(error);
  if (fieldsIn(error).errcode === NO_SHARED_MEMORY) {
    return new MemoryError("store.full", "The disk is full: the memory cannot even be read.", {
      cause: error,
      retryable: true,
      fix: "Free some space and try again: reading takes 32 KB beside the database. What was recorded before is safe.",
    });
  }
  if (code === FULL || file === "ENOSPC" || file === "EDQUOT") {
    return new MemoryError("store.full", "The disk is full: nothing more can be recorded.", {
      cause: error,
      retryable: true,
      fix: "Free some space and try again. What was recorded before is safe.",
    });
  }
  if (code === READ_ONLY || file === "EROFS" || file === "EACCES" || file === "EPERM") {
    return new MemoryError("store.read_only", "The memory folder cannot be written to.", {
      cause: error,
      fix: "Make .tidemark/ and the files in it writable for you, or set TIDEMARK_DIR to a folder that is.",
    });
  }
  if (isBusy(error)) return storeBusy(error);
  if (code === IO || code === CANNOT_OPEN || typeof file === "string") {
    return new MemoryError("store.io", `The memory cannot be read or written (${messageOf(error)}).`, {
      cause: error,
      retryable: true,
      fix: "Check the disk and the rights of .tidemark/, then run: tidemark verify",
    });
  }
  return error;
}

/** Runs work, and explains failures of SQLite. */
export function withSqliteErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeFailure(error);
  }
}

/** The events are in the spool already, so repeating them would record them twice. */
export function eventsNotYetReadable(): MemoryError {
  return new MemoryError(
    "store.busy",
    "The events are safe, but other processes kept the memory busy, so they are not on the tape yet.",
    { fix: "You need not repeat anything: the next command records them." },
  );
}

export function storeBusy(cause?: unknown): MemoryError {
  return new MemoryError("store.busy", "Other processes kept the memory busy for the whole waiting time.", {
    cause,
    retryable: true,
    fix: "Try again. If it happens often, raise store.wait_ms in config.yaml.",
  });
}

export function storeCorrupt(cause: unknown): MemoryError {
  return new MemoryError("store.corrupt", "The memory's database is damaged.", {
    cause,
    fix:
      "Get back every event that can still be read: tidemark restore --salvage  " +
      "(or a backup: tidemark restore FILE). The damaged file is kept.",
  });
}
