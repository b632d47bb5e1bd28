import type { Store, TapeEnd } from "./store.ts";
import type { Vault } from "./vault.ts";

/** One of two stores that are synced. */
export type SyncSide = {
  readonly store: Store;
  /** What it is called for people. */
  readonly name: string;
  /**
   * Puts the tape of another store in place of this one's, all or nothing, and gives how many events were written here
   * meanwhile that the other does not have; they are kept in a file beside it. Absent on a server, whose tape others read.
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
  /** Keeps the database that a move left in the memory folder under another name, so that a new one can be made. */
  setLocalAside(): void;
  /** Changes whenever the memory is moved. */
  identity(): string;
  /** From now on the memory is kept there, up to this end at least. Gives the variable that still says otherwise, if any. */
  settle(to: string, end: TapeEnd): string | undefined;
}
