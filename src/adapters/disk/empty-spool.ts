import type { Spool } from "../../ports/spool.ts";

const nothing = (): void => {};

/** For a store that is opened beside another one: waiting events belong to the other store. */
export const EMPTY_SPOOL: Spool = {
  write: nothing,
  hasWaiting: () => false,
  read: () => ({ drafts: [], offsets: new Map(), finished: [], isAll: true }),
  reject: nothing,
  rejectedCount: () => 0,
  lostCount: () => 0,
  foreignCount: () => 0,
  settle: nothing,
  close: nothing,
};
