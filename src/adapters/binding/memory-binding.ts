import type { BigIntStats } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SipKey } from "../../core/siphash.ts";
import { sipHash } from "../../core/siphash.ts";
import type { StoreBinding } from "../../ports/binding.ts";
import { inState } from "../disk/in-state.ts";
import { type OwnedFolder, ownedFolder } from "../disk/owned-folder.ts";
import { isSetAside } from "../disk/set-aside.ts";
import { folderName } from "../disk/state-folder.ts";
import { readRecord, type StoreRecord, writeRecord } from "../disk/store-record.ts";
import { type AnchorFile, anchorFile } from "./anchor-file.ts";

/**
 * Who owns a memory folder. "Ours" was made or adopted by this user on this machine; "free" contains nothing that anybody could have
 * shipped; anything else is foreign.
 */
export type MemoryBinding = {
  readonly standing: "ours" | "free" | "foreign";
  /** A memory folder exists, and this user's state folder has a record of it. */
  readonly isKnown: boolean;
  /** The database file differs from the bound one. Only the store can tell whether its tape is the same. */
  readonly isReplaced: boolean;
  /** The record in the state folder is about another folder, which was at this path before. */
  readonly isOfOtherFolder: boolean;
  /** Records that the folder is ours. Called before the folder is made, so that no other process takes it for a foreign one. */
  readonly claim: () => void;
  /** Records the identity of folder and database, once they exist. */
  readonly confirm: () => void;
  /** The binding that the store must match. */
  readonly store: () => StoreBinding;
};

export type BindingPlace = {
  readonly memoryDir: string;
  /** Our folder in the user's state folder. */
  readonly state: OwnedFolder;
  readonly key: () => SipKey;
  /** Git tracks files of the memory, so a pull can change its statements. */
  readonly isTracked: () => boolean;
};

const DATABASE = "tidemark.db";
/** Files that a project may ship on purpose: settings, none of which is dangerous, the file that hides the rest from git, and a recorded refusal. */
const HARMLESS: ReadonlySet<string> = new Set(["config.yaml", ".gitignore", "recording.json"]);
const STORES = "stores";
/** Records that are searched for a memory whose folder was renamed. */
const RECORDS_MAX = 10_000;

/** The current identity of the memory folder on its disk. */
type FolderIdentity = Pick<StoreRecord, "device" | "folder" | "database">;

/** Reads the folder and then the record, because the record is made before the folder. */
export function memoryBinding(place: BindingPlace): MemoryBinding {
  const home = homeOf(place);
  const found = lookAt(place.memoryDir);
  const record = inState(place.state, () => recordAt(home, place.memoryDir));
  const isSameFolder =
    found !== undefined &&
    record !== undefined &&
    (record.folder === "" || isSameFile(record.folder, found.folder));
  const isReplaced = record !== undefined && isOtherDatabase(record, found);
  // The project was moved away with its memory, and another project is at its path: the record is not about this one.
  let isMovedAway = record !== undefined && isOtherProject(record, place.memoryDir, found);
  const isTracked = found !== undefined && place.isTracked();
  const known = isMovedAway ? undefined : record;
  const standing = isTracked ? "foreign" : standingOf({ ...place, found, record: known, isSameFolder });
  return {
    standing,
    isKnown: found !== undefined && known !== undefined,
    isReplaced,
    isOfOtherFolder:
      record !== undefined &&
      (isMovedAway || (record.folder !== "" && !isSameFile(record.folder, found?.folder))),
    claim: () => {
      inState(place.state, () => claim({ ...place, home, found, record }));
      isMovedAway = false;
    },
    confirm: () => {
      try {
        // Something that was missing at the first look may exist by now.
        const isSettled = found !== undefined && found.database !== "" && isSameIdentity(record, found);
        if (!isSettled) confirm(place.memoryDir, home);
      } catch {
        // The id still shows the owner. The next process that opens the memory records the rest.
      }
    },
    store: () => storeBinding(place, { isReplaced, isMovedAway: () => isMovedAway }),
  };
}

/** Whether the state folder has a record of a memory, even if the memory's folder cannot be read. */
export const hasRecord = (place: Pick<BindingPlace, "state" | "memoryDir">): boolean =>
  recordAt(homeOf(place), place.memoryDir) !== undefined;

/** The folder in the state folder with everything recorded about a memory. */
export const homeOf = ({ state, memoryDir }: Pick<BindingPlace, "state" | "memoryDir">): OwnedFolder =>
  state.below(STORES).below(folderName(memoryDir));

type BindingInput = BindingPlace & {
  readonly found: FolderIdentity | undefined;
  readonly record: StoreRecord | undefined;
  readonly isSameFolder: boolean;
};

function standingOf({ memoryDir, found, record, isSameFolder }: BindingInput): MemoryBinding["standing"] {
  if (found === undefined) return record === undefined ? "free" : "ours";
  // For a folder of the same name elsewhere, the store itself shows whether it is the database that was bound.
  if (record !== undefined && (isSameFolder || found.database !== "")) return "ours";
  return foreignEntries(memoryDir).length === 0 ? "free" : "foreign";
}

/** Names in a memory folder that only a memory has. A hook that could store nothing leaves only a counter. */
export function foreignEntries(memoryDir: string): readonly string[] {
  const folder = ownedFolder(memoryDir);
  const isBare = (name: string): boolean =>
    name === "spool" &&
    folder
      .below(name)
      .list()
      .every((inside) => inside === "lost");
  return folder
    .list()
    .filter((name) => !HARMLESS.has(name) && !isSetAside(name) && !isBare(name))
    .sort();
}

function isOtherDatabase(record: StoreRecord, found: FolderIdentity | undefined): boolean {
  if (found === undefined || found.database === "") return false;
  return (
    (record.database !== "" && !isSameFile(record.database, found.database)) ||
    (record.folder !== "" && !isSameFile(record.folder, found.folder))
  );
}

/** True if another project is at this path. Deleting a memory does not change its project's folder. */
function isOtherProject(record: StoreRecord, memoryDir: string, found: FolderIdentity | undefined): boolean {
  const isWithoutDatabase = found === undefined || found.database === "";
  const known = record.project ?? "";
  return isWithoutDatabase && known !== "" && known !== projectNumber(memoryDir);
}

function projectNumber(memoryDir: string): string {
  const { calls } = ownedFolder(memoryDir);
  const stat = calls.lstatSync(dirname(memoryDir), { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? "" : String(stat.ino);
}

function lookAt(memoryDir: string): FolderIdentity | undefined {
  const folder = ownedFolder(memoryDir);
  if (!folder.exists()) return undefined;
  const own = folder.calls.lstatSync(memoryDir, { bigint: true, throwIfNoEntry: false });
  if (own === undefined) return undefined;
  const database = folder.calls.lstatSync(join(memoryDir, DATABASE), { bigint: true, throwIfNoEntry: false });
  return {
    device: String(own.dev),
    folder: fileNumber(own),
    database: database === undefined ? "" : fileNumber(database),
  };
}

/**
 * The number of a file and its creation time: systems give a deleted file's number to the next file. A creation time that equals the last
 * change may be unknown to the file system, and is left out.
 */
const fileNumber = ({ ino, birthtimeNs, ctimeNs }: BigIntStats): string =>
  birthtimeNs > 0n && birthtimeNs !== ctimeNs ? `${ino}-${birthtimeNs}` : String(ino);

/** Whether two texts of `fileNumber` can belong to one file. Either may lack the time. */
function isSameFile(known: string, found: string | undefined): boolean {
  if (found === undefined) return false;
  const [[number, time], [foundNumber, foundTime]] = [known.split("-"), found.split("-")];
  return number === foundNumber && (time === undefined || foundTime === undefined || time === foundTime);
}

/** A name is a hash of a path, so two paths may share one. */
function recordAt(home: OwnedFolder, memoryDir: string): StoreRecord | undefined {
  const record = readRecord(home);
  return record?.path === memoryDir ? record : undefined;
}

type ClaimInput = BindingPlace & {
  readonly home: OwnedFolder;
  readonly found: FolderIdentity | undefined;
  readonly record: StoreRecord | undefined;
};

function claim({ memoryDir, key, home, state, found, record }: ClaimInput): void {
  const hasDatabase = found !== undefined && found.database !== "";
  if (record !== undefined && hasDatabase) return;
  const isOtherFolder =
    record !== undefined && record.folder !== "" && !isSameFile(record.folder, found?.folder);
  // The folder may have been moved, not deleted: its record is stored where the folder's number finds it.
  if (isOtherFolder) setAside(state, home, record);
  else if (record !== undefined && record.folder !== "" && record.database === "") return;
  const id = record?.id ?? idFor(key(), memoryDir);
  const { device = "", folder = "" } = found ?? {};
  const loss = isOtherFolder || record?.loss === undefined ? {} : { loss: record.loss };
  const project = projectNumber(memoryDir);
  writeRecord(home, { id, path: memoryDir, device, folder, database: "", project, ...loss });
}

function setAside(state: OwnedFolder, home: OwnedFolder, { folder }: StoreRecord): void {
  // If two processes recreate it at once, the faster one wins.
  if (readRecord(home)?.folder !== folder) return;
  const stores = state.below(STORES);
  const name = basename(home.path);
  stores.remove(`${name}.${folder}`, { recursive: true });
  stores.rename(name, `${name}.${folder}`);
}

/** Nobody can guess it without the user's key, and two processes that begin at once compute the same id. */
const idFor = (key: SipKey, memoryDir: string): string =>
  sipHash(key, `store 1 ${memoryDir}`) + sipHash(key, `store 2 ${memoryDir}`);

function confirm(memoryDir: string, home: OwnedFolder): void {
  const [found, record] = [lookAt(memoryDir), recordAt(home, memoryDir)];
  if (found === undefined || record === undefined) return;
  if (!isSameIdentity(record, found))
    writeRecord(home, { ...record, ...found, project: projectNumber(memoryDir) });
}

const isSameIdentity = (
  record: StoreRecord | undefined,
  { device, folder, database }: FolderIdentity,
): boolean => record?.device === device && record.folder === folder && record.database === database;

type BindingState = { readonly isReplaced: boolean; readonly isMovedAway: () => boolean };

/** The binding that the store of a memory folder must match. */
export function storeBinding(
  place: BindingPlace,
  { isReplaced, isMovedAway }: BindingState = { isReplaced: false, isMovedAway: () => false },
): StoreBinding {
  const { memoryDir, state, key } = place;
  const home = homeOf(place);
  const anchor: AnchorFile = anchorFile(home);
  // Computed when a store is opened, so that reading without a memory makes no key.
  const idOf = (): string => recordAt(home, memoryDir)?.id ?? idFor(key(), memoryDir);
  return {
    get id() {
      return idOf();
    },
    isReplaced,
    anchor: () => (isMovedAway() ? undefined : anchor.read()),
    loss: () => recordAt(home, memoryDir)?.loss,
    noteLoss: (loss) => {
      try {
        const record = recordAt(home, memoryDir);
        if (record === undefined || record.loss?.known === loss.known) return;
        writeRecord(home, { ...record, loss });
      } catch {
        // If it cannot be recorded, the next process counts it again.
      }
    },
    raise: (head) => {
      try {
        anchor.raise(head);
      } catch {
        // The events are safe. An outdated anchor notices less, and never causes a false alarm.
      }
    },
    accept: (head) => {
      const { device = "", folder = "", database = "" } = lookAt(memoryDir) ?? {};
      inState(state, () => {
        const project = projectNumber(memoryDir);
        writeRecord(home, { id: idOf(), path: memoryDir, device, folder, database, project });
        anchor.reset(head);
      });
    },
    close: anchor.close,
  };
}

/**
 * Finds the record of a memory whose folder was renamed, by the numbers of folder and database, and stores the new path in it. A copy has
 * other numbers. False if there is no such record.
 */
export function followMovedFolder({ memoryDir, state }: BindingPlace): boolean {
  const found = lookAt(memoryDir);
  if (found === undefined || found.database === "") return false;
  const stores = state.below(STORES);
  const here = folderName(memoryDir);
  for (const name of stores.list().slice(0, RECORDS_MAX)) {
    const record = name === here ? undefined : readRecord(stores.below(name));
    if (record?.device !== found.device || !isSameFile(record.folder, found.folder)) continue;
    if (!isSameFile(record.database, found.database)) continue;
    stores.remove(here, { recursive: true });
    stores.rename(name, here);
    writeRecord(stores.below(here), { ...record, path: memoryDir, project: projectNumber(memoryDir) });
    return true;
  }
  return false;
}
