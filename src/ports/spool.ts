import type { Draft } from "../core/tape/event.ts";

/** Events in the spool that are not on the tape yet. */
export type Batch = {
  readonly drafts: readonly Draft[];
  /** How far each file has now been read. */
  readonly offsets: ReadonlyMap<string, number>;
  /** Files that were read to their end and that no writer will add to. */
  readonly finished: readonly string[];
  /** False if the spool contained more than one drain may take. */
  readonly isAll: boolean;
};

export type DrainOptions = {
  readonly isLast?: boolean;
  /** Approximate maximum number of bytes to take; the rest waits for the next drain. */
  readonly bytesMax?: number;
};

/** Durable events that wait until a process with the write lock puts them on the tape. */
export interface Spool {
  /** The events are safe from power loss when this returns. */
  write(events: readonly Draft[]): void;
  /** A cheap check, made before every read. */
  hasWaiting(readTo: (file: string) => number): boolean;
  /**
   * Reads waiting events. It is synchronous because the write transaction calls it: the offsets are committed with the events, although an
   * event is recorded only once, by its id, even without them. With `isLast`, files that are still being written to are finished too, so
   * that nothing that was read stays in the spool.
   */
  read(readTo: (file: string) => number, options?: DrainOptions): Batch;
  /** Keeps aside, durably, lines or events that cannot go on the tape. */
  reject(why: string, what: string): void;
  rejectedCount(): number;
  /** Number of events that hooks could not store anywhere. */
  lostCount(): number;
  /** Number of files that were not written with this user's key. They are neither read nor removed. */
  foreignCount(): number;
  /** Deletes the finished files of a batch whose events are on the tape. */
  settle(batch: Batch): void;
  close(): void;
}
