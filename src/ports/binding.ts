import type { Position } from "../core/tape/event.ts";
import type { TapeEnd } from "./store.ts";

/** Where the tape was known to end, and where it ended when the loss was first noticed. */
export type NotedLoss = { readonly known: Position; readonly end: Position };

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
  /** The loss that was noted first. It is out of date where it does not name the anchor's position. */
  loss(): NotedLoss | undefined;
  /** Notes that the tape does not hold the anchor. The first note stays, so that later events do not change the numbers. */
  noteLoss(loss: NotedLoss): void;
  /** Binds the files as they are now, with this head, also where that is lower than the anchor. Settles a loss. */
  accept(head: TapeEnd): void;
  close(): void;
}
