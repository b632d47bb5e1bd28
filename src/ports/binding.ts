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
  /** True when the database is another file than the one that was bound: then only the same tape is accepted. */
  readonly isReplaced: boolean;
  /** The highest head that was noted; undefined before the first. */
  anchor(): TapeEnd | undefined;
  /** Records a durable head. A head lower than the recorded one changes nothing, and a failure here does not fail the commit. */
  raise(head: TapeEnd): void;
  /** The loss that was recorded first. It is outdated if it does not name the anchor's position. */
  loss(): NotedLoss | undefined;
  /** Records that the tape lacks the anchor. The first record stays, so that later events do not change the numbers. */
  noteLoss(loss: NotedLoss): void;
  /** Binds the files as they are now to this head, even if it is lower than the anchor. This settles a loss. */
  accept(head: TapeEnd): void;
  close(): void;
}
