import type { Store, TapeEnd } from "./store.ts";
import type { Vault } from "./vault.ts";

/** One of two stores that are synced. */
export type SyncSide = {
  readonly store: Store;
  /** Its name for people. */
  readonly name: string;
  /**
   * Replaces the tape by another store's, all or nothing, and returns how many events were written here meanwhile that the other store
   * lacks. They are kept in a file beside it. Absent on a server, whose tape others read.
   */
  readonly replaceBy?: (source: Store) => Promise<{ readonly setAside: number; readonly file?: string }>;
  readonly close: () => Promise<void>;
};

export type OpenMemoryParts = {
  readonly store: Store;
  readonly vault: Vault;
  readonly project: { readonly memoryDir: string; readonly server?: string };
};

/** Opens stores other than the one in use, and records which store keeps the memory. */
export interface StoreMover {
  /** The store at an address, or the one of the memory folder for "local". The caller closes it. */
  open(to: string): Promise<{ readonly store: Store; readonly name: string }>;
  /** The open memory as one side of a sync. */
  own(open: OpenMemoryParts): SyncSide;
  /** Another store to sync with: at an address, or the memory of another folder of this user's. The caller closes it. */
  side(where: string): Promise<SyncSide>;
  /** Renames the database that a move left in the memory folder, so that a new one can be made. */
  setLocalAside(): void;
  /** Changes whenever the memory is moved. */
  identity(): string;
  /**
   * From now on the memory is kept at this address, at least up to this end. Returns the environment variable that still names another
   * place, if any.
   */
  settle(to: string, end: TapeEnd): string | undefined;
}
