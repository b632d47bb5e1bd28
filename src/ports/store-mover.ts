import type { Position } from "../core/tape/event.ts";
import type { Store, TapeEnd } from "./store.ts";
import type { Vault } from "./vault.ts";

/** How many events were written meanwhile that the other tape does not have, and the file in which they are kept. */
export type ReplacedTape = { readonly setAside: number; readonly file?: string };

/** What only the tape of a file can do when it is synced. */
export type SyncedFile = {
  /** Puts the tape of another store in place of this one's, all or nothing. */
  readonly replaceBy: (source: Store) => Promise<ReplacedTape>;
  /** How far its events are in the order in which a server has them. */
  readonly serverOrder: () => Position;
  readonly setServerOrder: (upTo: Position) => void;
};

/** One of two stores that are synced. */
export type SyncSide = {
  readonly store: Store;
  /** Its name for people. */
  readonly name: string;
  /** Absent on a server, whose tape others read. */
  readonly file?: SyncedFile;
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
