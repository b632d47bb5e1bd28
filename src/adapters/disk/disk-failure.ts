import { MemoryError } from "../../core/failure.ts";

/** The alternative that every refusal offers. */
export const ELSEWHERE = "TIDEMARK_DIR=/a/local/folder tidemark …";

/** Works on a file of the memory folder, and turns failures of the system into messages with a fix. */
export function withDiskFailure<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (cause instanceof MemoryError) throw cause;
    const code = codeOf(cause);
    if (code === "EROFS" || code === "EACCES" || code === "EPERM") throw readOnly(path, cause);
    if (code === "ENOSPC" || code === "EDQUOT") throw diskFull(path, cause);
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new MemoryError("store.io", `The memory folder could not be prepared at ${path}: ${message}.`, {
      cause,
      fix: `Put right what the message names, or keep memory elsewhere: ${ELSEWHERE}`,
    });
  }
}

export const readOnly = (path: string, cause?: unknown): MemoryError =>
  new MemoryError("store.read_only", `Memory cannot be written: ${path} is read-only for this user.`, {
    cause,
    fix: `Make it writable (chmod u+rwx), or keep memory elsewhere: ${ELSEWHERE}`,
  });

const diskFull = (path: string, cause: unknown): MemoryError =>
  new MemoryError("store.full", `The disk that holds ${path} is full. Nothing was recorded.`, {
    cause,
    fix: `Free some space and try again, or keep memory elsewhere: ${ELSEWHERE}`,
  });

export function codeOf(cause: unknown): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}

/** The result of reading; undefined for what cannot be read, such as a link or another user's folder. Opening the memory reports it. */
export function unlessUnusable<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
