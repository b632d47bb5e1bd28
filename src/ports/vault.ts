import type { Draft, Payload, StoredEvent } from "../core/tape/event.ts";
import type { Store } from "./store.ts";

/** The database as a whole: copies of it, and what can be recovered from a damaged one. */
export interface Vault {
  /** A consistent copy while other processes continue to write. Refuses to overwrite a file. */
  backup(file: string): Promise<{ readonly events: number; readonly bytes: number }>;
  /** Replaces the current tape by a backup's. The current one is first saved beside it. Also works if the current database cannot be opened. */
  restore(file: string): Promise<RestoredMemory>;
  /** Copies every readable event into a new database, and keeps the damaged one. */
  salvage(): Promise<SalvageResult>;
  /** Problems that SQLite's own check finds in the file; empty if there are none. */
  integrity(): Promise<readonly string[]>;
  /** Changes payloads in a copy of the database, such as a backup, and rewrites the file. A damaged copy is left unchanged. */
  clean(file: string, cleaning: CopyCleaning): Promise<CopyCleaned>;
  /** Whether an event of a copy meets a condition. Read-only; undefined if the file is not an intact database of ours. */
  states(file: string, isMeant: (event: StoredEvent) => boolean): Promise<boolean | undefined>;
  /** Deletes what killed backups, restores and salvages left; never files of a living process. */
  removeLeftovers(): Promise<void>;
  /** Rewrites the database, so that nothing erased remains in its unused space. */
  compact(): Promise<void>;
  /** Opens a checked copy of a foreign database, so that a person can see its content. Undefined if there is none. */
  examine<T>(use: (copy: Store) => Promise<T>): Promise<T | undefined>;
  /** Makes the memory this user's own. Views are dropped: only the tape is trusted. */
  adopt(): Promise<void>;
  size(): Promise<number>;
  exists(): Promise<boolean>;
}

export type RestoredMemory = {
  readonly events: number;
  /** Number of events of the replaced tape that the backup lacks. */
  readonly set_aside: number;
  /** Where the replaced tape, or its damaged database, was saved. */
  readonly previous?: string;
};

export type SalvageResult = {
  readonly found: number;
  readonly lost: readonly number[];
  readonly lost_count: number;
  /** Number of recovered events with whole text whose ids and times the chain cannot prove: a neighbour is lost, or a character of an id. */
  readonly mended: number;
  readonly damaged: string;
};

/** An event of a copy with its new payload. Null erases the payload: only the header stays. */
export type ChangedEvent = { readonly event: StoredEvent; readonly payload: Payload | null };

export type CopyCleaning = {
  /** The new payload of an event: null erases it, undefined leaves it unchanged. */
  readonly change: (event: StoredEvent) => Payload | null | undefined;
  /** The events that record these changes on the tape of that copy. */
  readonly naming: (changed: readonly ChangedEvent[]) => readonly Draft[];
  /** Rewrites the file even if no event changed: words may remain in its unused pages. */
  readonly isRewritten?: boolean;
};

export type CopyCleaned = "cleaned" | "untouched" | "unreadable";
