import type { TapeEnd } from "./store.ts";

/**
 * What binds a store to this user and machine. It lies in the user's state folder, where no repository can put
 * anything: the id that the store must have, and the anchor, which is the last head that was safely on the disk.
 */
export interface StoreBinding {
  readonly id: string;
  /** The database is another file than the one that was bound: only the very same tape is accepted. */
  readonly isReplaced: boolean;
  /** The highest head that was noted; undefined before the first. */
  anchor(): TapeEnd | undefined;
  /** Notes a head that is durable. A lower one than the noted one changes nothing, and a failure is no failure of the commit. */
  raise(head: TapeEnd): void;
  /** Binds the files as they are now, with this head, also where that is lower than the anchor. */
  accept(head: TapeEnd): void;
  close(): void;
}
