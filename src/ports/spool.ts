import type { Draft } from "../core/tape/event.ts";

/** What lies in the spool and is not on the tape yet. */
export type Batch = {
  readonly drafts: readonly Draft[];
  /** How far each file has now been read. */
  readonly offsets: ReadonlyMap<string, number>;
  /** Files read to their end that no writer will add to. */
  readonly finished: readonly string[];
  /** False when there was more than one drain may take. */
  readonly isAll: boolean;
};

export type DrainOptions = {
  readonly isLast?: boolean;
  /** About so much is taken; the rest waits for the next drain. */
  readonly bytesMax?: number;
};

/** Events that are durable and wait for whoever next has the write lock to put them on the tape. */
export interface Spool {
  /** The events are safe from power loss when this returns. */
  write(events: readonly Draft[]): void;
  /** One cheap look, for every read. */
  hasWaiting(readTo: (file: string) => number): boolean;
  /**
   * Reads what waits. Synchronous, for use inside the write transaction: the offsets belong in the same
   * commit as the events, though even without them an event is recorded once, by its id. With `isLast` also
   * files that are still written to are finished, so that nothing of what was read stays in the spool.
   */
  read(readTo: (file: string) => number, options?: DrainOptions): Batch;
  /** Keeps aside, durably, lines or events that cannot go on the tape. */
  reject(why: string, what: string): void;
  rejectedCount(): number;
  /** Events that hooks could not keep anywhere. */
  lostCount(): number;
  /** Files that were not written with this user's key. They are neither read nor taken away. */
  foreignCount(): number;
  /** Deletes the finished files of a batch whose events are on the tape. */
  settle(batch: Batch): void;
  close(): void;
}
