import { dirname, join } from "node:path";
import type { StoreNotes } from "./adapters/binding/store-note.ts";
import { EMPTY_SPOOL } from "./adapters/disk/empty-spool.ts";
import { openMemoryStore } from "./adapters/memory-store/store.ts";
import { lazyVault } from "./adapters/sqlite/lazy-vault.ts";
import { unfinishedName } from "./adapters/sqlite/leftovers.ts";
import { openSqliteStore, type SqliteOptions } from "./adapters/sqlite/store.ts";
import { removeDatabase } from "./adapters/sqlite/swap.ts";
import type { VaultOptions } from "./adapters/sqlite/vault.ts";
import { sha256 } from "./adapters/system/sha256.ts";
import { copyTape } from "./app/upkeep/copy-tape.ts";
import { foreignRefusal } from "./app/upkeep/foreign-memory.ts";
import { MemoryError } from "./core/failure.ts";
import type { Position } from "./core/tape/event.ts";
import { foreignAt, type Ground } from "./open-ground.ts";
import type { OpenMemoryOptions } from "./open-memory.ts";
import type { OpenServerStore } from "./open-server-store.ts";
import type { ForeignMemory } from "./ports/ownership.ts";
import type { Store } from "./ports/store.ts";
import type { OpenMemoryParts, SyncedFile, SyncSide } from "./ports/store-mover.ts";
import type { Vault } from "./ports/vault.ts";

type StoreEffect = OpenMemoryOptions["effect"];

/** Effects that do not create a missing folder. */
export const READING_EFFECTS: readonly StoreEffect[] = ["reads", "examines"];
/** Effects that see a foreign memory as an empty one; all others are refused there. */
export const WITHOUT_MEMORY: readonly StoreEffect[] = [...READING_EFFECTS, "mends"];

export type StoreParts = {
  readonly hasMemory: boolean;
  readonly ground: Ground;
  readonly parts: SqliteOptions;
  /** Opens the server, if the memory is stored on one. */
  readonly openServer?: () => Promise<OpenServerStore>;
};

export type OpenedStore = {
  readonly store: Store;
  readonly foreign?: ForeignMemory;
  readonly onServer?: Omit<OpenServerStore, "store">;
};

/** Opens the store of the memory. If there is no memory yet and none is created, an empty store is returned. */
export async function storeFor(
  effect: StoreEffect,
  { hasMemory, ground, parts, openServer }: StoreParts,
): Promise<OpenedStore> {
  if (ground.foreign) return { store: openMemoryStore(sha256), foreign: ground.foreign };
  if (READING_EFFECTS.includes(effect) && !hasMemory) return { store: openMemoryStore(sha256) };
  try {
    if (openServer) {
      const { store, ...onServer } = await openServer();
      // Records the identity of the folder, so that another folder at this path is not mistaken for it.
      ground.binding.confirm();
      return { store, onServer };
    }
    const store = await openSqliteStore(parts);
    ground.binding.confirm();
    return { store };
  } catch (error) {
    const isFailure = error instanceof MemoryError;
    if (isFailure && error.code === "store.foreign") return foreignStore(effect, parts.path, error);
    if (isFailure && effect === "mends" && error.code === "store.corrupt") return { store: unusable(error) };
    if (isFailure && effect === "examines") return { store: unusable(error) };
    throw error;
  }
}

/** The folder is ours, but the database in it is not: somebody replaced it, for example by a git pull. */
function foreignStore(effect: StoreEffect, path: string, error: MemoryError): OpenedStore {
  const foreign = foreignAt(dirname(path), error.message);
  if (!WITHOUT_MEMORY.includes(effect)) throw foreignRefusal(foreign);
  return { store: openMemoryStore(sha256), foreign };
}

/** The vault of a memory in a file, or of one on a server together with its copies on this machine. */
export function vaultFor(options: VaultOptions, { foreign, onServer }: OpenedStore): Vault {
  const vault = lazyVault(options);
  if (foreign) return closedVault(vault, foreign);
  return onServer ? { ...vault, ...onServer.vault } : vault;
}

/** Until a person adopts a foreign database, only a copy of it is checked. */
function closedVault({ examine, adopt }: Vault, foreign: ForeignMemory): Vault {
  const refuse = (): Promise<never> => Promise.reject(foreignRefusal(foreign));
  return {
    examine,
    adopt,
    backup: refuse,
    restore: refuse,
    salvage: refuse,
    compact: refuse,
    clean: refuse,
    states: refuse,
    removeLeftovers: async () => {},
    integrity: async () => [],
    size: async () => 0,
    exists: async () => false,
  };
}

/** A placeholder for a store that cannot be opened: every use fails with the reason, but closing works. */
function unusable(error: MemoryError): Store {
  const refuse = async (): Promise<never> => {
    throw error;
  };
  const tape = { append: refuse, enqueue: refuse, commit: refuse, merge: refuse, end: refuse };
  const lookups = { history: refuse, sessionEvents: refuse, sessionTail: refuse, known: refuse };
  const space = { checkpoint: refuse, rows: refuse, publish: refuse, scan: refuse };
  return {
    tape,
    events: { read: refuse, eventsAt: refuse, ...lookups },
    views: { ...space, select: refuse, isWhole: refuse, reset: refuse },
    search: { candidates: refuse },
    leases: { claim: refuse, release: refuse, leased: refuse },
    upkeep: { scratch: refuse, adopt: refuse, intake: refuse, extend: refuse },
    close: async () => {},
  };
}

export type SyncedFileParts = Pick<SqliteOptions, "driver" | "path" | "sha256" | "waitMs"> & {
  readonly vault: Pick<Vault, "restore">;
};

/** Replaces the tape by another store's tape, which is first written to a file and then put in place in one transaction. */
export function replacingFile({ vault, ...file }: SyncedFileParts): SyncedFile["replaceBy"] {
  return async (source) => {
    const path = unfinishedName(file.path, "incoming");
    try {
      const copy = await openSqliteStore({ ...file, path, spool: EMPTY_SPOOL });
      try {
        await copyTape(source, copy);
      } finally {
        await copy.close();
      }
      const { set_aside, previous } = await vault.restore(path);
      if (set_aside > 0)
        return { setAside: set_aside, ...(previous === undefined ? {} : { file: previous }) };
      if (previous !== undefined) removeDatabase(previous);
      return { setAside: 0 };
    } finally {
      removeDatabase(path);
    }
  };
}

/** An open memory as one side of a sync. The caller that opened it closes it. */
export function sideOf(
  { store, vault, project }: OpenMemoryParts,
  { notes, ...parts }: Omit<SyncedFileParts, "vault" | "path"> & { readonly notes: StoreNotes },
): SyncSide {
  const path = join(project.memoryDir, "tidemark.db");
  const file = {
    replaceBy: replacingFile({ ...parts, path, vault }),
    serverOrder: () => notes.read().server_order ?? 0,
    setServerOrder: (upTo: Position) => {
      const note = notes.read();
      if (upTo !== (note.server_order ?? 0)) notes.write({ ...note, server_order: upTo });
    },
  };
  const name = project.server ?? project.memoryDir;
  return { store, name, ...(project.server === undefined ? { file } : {}), close: async () => {} };
}
