import type { Spool } from "../../ports/spool.ts";

const nothing = (): void => {};

/** For a store that is opened beside another one: the events that wait belong to the other. */
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
