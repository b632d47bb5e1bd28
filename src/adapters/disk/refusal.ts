import { MemoryError } from "../../core/failure.ts";
import { codeOf } from "./disk-failure.ts";

/** A path without special meaning for a shell or a terminal. Otherwise the name itself may be an attack. */
const PLAIN_PATH = /^[\p{L}\p{N} _./\\:@%+=,~-]+$/u;

/** Refuses something else in place of our file or folder. It is never followed, opened or overwritten. */
function refusePath(path: string, why: string, command: (quoted: string) => string): MemoryError {
  const isPlain = PLAIN_PATH.test(path);
  const fix = isPlain ? command(`"${path}"`) : "Remove it by hand: its name is unsafe in a shell.";
  return new MemoryError("store.refused_file", `${isPlain ? path : JSON.stringify(path)} ${why}.`, { fix });
}

const moveAway = (quoted: string): string => `Move it away: mv ${quoted} ${quoted}.moved`;

export const isRefusal = (error: unknown): error is MemoryError =>
  error instanceof MemoryError &&
  (error.code === "store.refused_file" || error.code === "store.refused_folder");

export const refusedLink = (path: string): MemoryError =>
  refusePath(
    path,
    "is a symbolic link, which could lead writes anywhere",
    (quoted) => `Remove the link: rm ${quoted}`,
  );

export const refusedKind = (path: string, wanted: "file" | "folder"): MemoryError =>
  refusePath(path, wanted === "file" ? "is not a regular file" : "is not a folder", moveAway);

export const refusedOwner = (path: string): MemoryError =>
  refusePath(
    path,
    "belongs to another user, who could read and change it",
    (quoted) =>
      `If it is yours, take it over: chown "$(id -u)" ${quoted}. Otherwise remove it: rm -r ${quoted}`,
  );

export const refusedSize = (path: string, most: number): MemoryError =>
  refusePath(path, `has more than ${most} bytes, the most that is read`, moveAway);

/** Error codes of the system for a link that must not be followed, and for a pipe without a reader. */
export function refusalFromOpen(path: string, cause: unknown): unknown {
  const code = codeOf(cause);
  if (code === "ELOOP" || code === "EMLINK") return refusedLink(path);
  if (code === "ENXIO" || code === "EISDIR") return refusedKind(path, "file");
  return cause;
}
