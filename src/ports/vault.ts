import type { Draft, Payload, StoredEvent } from "../core/tape/event.ts";
import type { Store } from "./store.ts";

/** The database as a whole: copies of it, and what can be got out of a damaged one. */
export interface Vault {
  /** A consistent copy while others go on writing. Refuses to overwrite. */
  backup(file: string): Promise<{ readonly events: number; readonly bytes: number }>;
  /**
   * Puts a backup's tape in place of the current one, which is first saved beside it. Works also when
   * the current database cannot be opened.
   */
  restore(file: string): Promise<RestoredMemory>;
  /** Copies every event that can still be read into a new database, and keeps the damaged one. */
  salvage(): Promise<Salvaged>;
  /** Problems that SQLite's own check finds in the file; empty if there are none. */
  integrity(): Promise<readonly string[]>;
  /**
   * Changes payloads inside a copy of the database, such as a backup, and rewrites the file. One that is damaged is
   * left as it was.
   */
  clean(file: string, cleaning: CopyCleaning): Promise<CopyCleaned>;
  /** Whether an event of a copy anywhere meets a condition. Only reads; undefined for a file that is no sound database of ours. */
  states(file: string, isMeant: (event: StoredEvent) => boolean): Promise<boolean | undefined>;
  /** Removes what a backup, restore or salvage left whose process was killed; never what a living process makes. */
  removeLeftovers(): Promise<void>;
  /** Writes the database again, so that nothing erased lingers in its unused space. */
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
  /** Events of the replaced tape that the backup does not have. */
  readonly set_aside: number;
  /** Where the replaced tape was saved, or its damaged database was put. */
  readonly previous?: string;
};

export type Salvaged = {
  readonly found: number;
  readonly lost: readonly number[];
  readonly lost_count: number;
  /** Of those found, events whose ids hold characters that an older version could not store as they were given. */
  readonly mended: number;
  readonly damaged: string;
};

/** An event of a copy with the payload it is to have; null erases it. Only its header is kept. */
export type ChangedEvent = { readonly event: StoredEvent; readonly payload: Payload | null };

export type CopyCleaning = {
  /** What becomes of an event: null erases its payload, undefined leaves it as it is. */
  readonly change: (event: StoredEvent) => Payload | null | undefined;
  /** The events that say so on the tape of that copy. */
  readonly naming: (changed: readonly ChangedEvent[]) => readonly Draft[];
  /** Writes the file again also where no event changed: words may linger in its unused pages. */
  readonly isRewritten?: boolean;
};

export type CopyCleaned = "cleaned" | "untouched" | "unreadable";
