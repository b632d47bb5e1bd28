import { basename, dirname, join } from "node:path";
import { familyOf } from "../../core/forget/file-families.ts";
import { isPaused, type ProjectConsent } from "../../core/recording/recording.ts";
import type { KnownMemory } from "../../ports/ownership.ts";
import { type OwnedFolder, ownedFolder } from "../disk/owned-folder.ts";
import { readRecord } from "../disk/store-record.ts";
import { trackedFiles } from "../disk/tracked-files.ts";
import type { ConsentFiles } from "./consent-files.ts";

const STORES = "stores";
/** Maximum number of memories and files that are checked. */
const MEMORIES_MAX = 10_000;
const FILES_MAX = 10_000;

/** Every memory with a record in the state folder, the last used first. */
export function knownMemories(state: OwnedFolder, consent: ConsentFiles): KnownMemory[] {
  const stores = state.below(STORES);
  const memories = stores
    .list()
    .slice(0, MEMORIES_MAX)
    .flatMap((name) => {
      // A record that was set aside is about a folder that another one replaced.
      const folder = name.includes(".") ? undefined : readRecord(stores.below(name))?.path;
      return folder === undefined ? [] : [memoryAt(folder, consent)];
    });
  return memories.sort((a, b) => (b.lastUsed ?? 0) - (a.lastUsed ?? 0) || (a.folder < b.folder ? -1 : 1));
}

function memoryAt(folder: string, consent: ConsentFiles): KnownMemory {
  const project = dirname(folder);
  const files = filesBelow(folder);
  const lastUsed = Math.max(0, ...files.map(({ mtimeMs }) => mtimeMs));
  return {
    folder,
    project,
    exists: files.length > 0,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    ...(lastUsed > 0 ? { lastUsed } : {}),
    consent: { ...pauseAround(consent, project), ...consent.project(project) },
  };
}

/** A pause of a folder also holds for the folders below it. */
function pauseAround({ around }: ConsentFiles, project: string): Pick<ProjectConsent, "off"> {
  const off = around(project).find((each) => isPaused(each.off, Date.now()))?.off;
  return off === undefined ? {} : { off };
}

type FileState = { readonly size: number; readonly mtimeMs: number };

/** The regular files below a folder, without following links; none if the folder is missing or not ours. */
function filesBelow(folder: string): FileState[] {
  const { calls, exists } = ownedFolder(folder);
  try {
    if (!exists()) return [];
    const found: FileState[] = [];
    const waiting = [folder];
    for (let at = waiting.pop(); at !== undefined && found.length < FILES_MAX; at = waiting.pop()) {
      for (const name of calls.readdirSync(at)) {
        const path = join(at, name);
        const stat = calls.lstatSync(path, { throwIfNoEntry: false });
        if (stat?.isDirectory()) waiting.push(path);
        else if (stat?.isFile()) found.push({ size: stat.size, mtimeMs: stat.mtimeMs });
      }
    }
    return found;
  } catch {
    return [];
  }
}

/**
 * Deletes the program's files in a memory folder with a record in the state folder, and the folder itself if it is empty then. Files that
 * git tracks or that somebody else put there stay. True if the folder is gone.
 */
export function deleteMemory({ folder, project }: KnownMemory): boolean {
  const memory = ownedFolder(folder);
  if (!memory.exists()) return true;
  const tracked = new Set(trackedFiles(folder, { root: project, commonDir: join(project, ".git") }));
  // An index that cannot be read is reported as the folder itself.
  const isTracked = (path: string): boolean =>
    ["", path].some((each) => tracked.has(`${basename(folder)}/${each}`));
  return removeOurFiles(memory, (path) => isOurFile(path) && !isTracked(path));
}

/** Copies of the database have names that we choose. Any other database was put there by somebody else. */
function isOurFile(path: string): boolean {
  const cleaning = familyOf("memory", path)?.cleaning;
  return cleaning === "database"
    ? /(?:^|\/)(?:tidemark\.db|server-copy\.db|before-restore-)/.test(path)
    : cleaning !== undefined;
}

/** Removes our files, and each folder that is empty then. True if this folder is gone. */
function removeOurFiles(folder: OwnedFolder, isOurs: (path: string) => boolean, above = ""): boolean {
  for (const name of folder.list()) {
    const path = `${above}${name}`;
    if (folder.look(name)?.isDirectory() === true) removeOurFiles(folder.below(name), isOurs, `${path}/`);
    else if (isOurs(path)) folder.remove(name);
  }
  if (folder.list().length > 0) return false;
  folder.removeEmpty();
  return true;
}

/** Files of the state folder for memories: the user's key, their records, and waiting events. */
const OF_MEMORIES: readonly string[] = ["key", STORES, "spool"];

/** Files of the state folder with earlier versions of hosts' files. */
const OF_HOSTS: readonly string[] = ["hosts"];

/** Deletes the content of the state folder that is no longer needed, and empty folders. */
export function clearState(
  state: OwnedFolder,
  { keepsMemories, keepsHosts }: { readonly keepsMemories: boolean; readonly keepsHosts: boolean },
): void {
  const kept = [...(keepsMemories ? OF_MEMORIES : []), ...(keepsHosts ? OF_HOSTS : [])];
  for (const name of state.list()) if (!kept.includes(name)) state.remove(name, { recursive: true });
  if (kept.length > 0) return;
  for (let folder = state.path; OWN_FOLDERS.includes(basename(folder)); folder = dirname(folder)) {
    try {
      state.calls.rmdirSync(folder);
    } catch {
      // The folder contains something of somebody else.
      return;
    }
  }
}

/** The state folder, and the two folders above it that may have been created for it: ~/.local/state/tidemark. */
const OWN_FOLDERS: readonly string[] = ["tidemark", "state", ".local"];
