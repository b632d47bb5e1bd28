import { parseSessionFileName } from "./session-name.ts";
import { isDeviceName } from "./task-id.ts";

/** The active-context file, and the other files in its folder. */
export const ACTIVE_FILE = "active_context.md";
export const REGISTRY_FILE = "context_history/contexts_index.yaml";
export const LONG_HISTORY_FILE = "memory.md";

export const archivePath = (name: string): string => `context_history/${name}`;
export const sessionPath = (name: string): string => `session_history/${name}`;

/** File names that every disk accepts. The length fits the dated copy of the task with the longest id. */
const ARCHIVE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,140}\.md$/;
/** Long enough for any number of sessions on one day. */
const SESSION_NAME_LENGTH_MAX = 40;
const FOLDER_NAME = /^[A-Za-z0-9._-]{1,64}$/;
const FOLDERS_MAX = 6;
/** Folders of our own and of other programs, which must not contain these files. */
const TAKEN = [".git", ".tidemark", "node_modules"];

/** Whether a path, relative to the folder of the active context, can belong to one of its files. */
export function isContextPath(path: string): boolean {
  if (path === ACTIVE_FILE || path === REGISTRY_FILE || path === LONG_HISTORY_FILE) return true;
  const [folder, name = "", ...deeper] = path.split("/");
  if (deeper.length > 0) return false;
  if (folder === "session_history")
    return name.length <= SESSION_NAME_LENGTH_MAX && parseSessionFileName(name) !== undefined;
  return folder === "context_history" && isArchiveName(name);
}

const isArchiveName = (name: string): boolean =>
  ARCHIVE_NAME.test(name) && !name.includes("..") && !isDeviceName(name);

/** The problem with the name of a folder that should hold the active context. */
export function problemOfFolder(folder: string): string | undefined {
  const names = folder.split("/");
  if (names.length > FOLDERS_MAX) return `it is more than ${FOLDERS_MAX} folders deep`;
  for (const name of names) {
    if (!FOLDER_NAME.test(name) || name.endsWith(".")) return `"${name}" is not a plain folder name`;
    if (isDeviceName(name)) return `"${name}" is a device name on Windows`;
    if (TAKEN.includes(name.toLowerCase())) return `"${name}" belongs to another program`;
  }
  return undefined;
}
