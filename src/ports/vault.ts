/** The database as a whole: copies of it, and what can be got out of a damaged one. */
export interface Vault {
  /** A consistent copy while others go on writing. Refuses to overwrite. */
  backup(file: string): Promise<{ readonly events: number; readonly bytes: number }>;
  /**
   * Puts a backup's tape in place of the current one, which is first saved beside it. Works also when
   * the current database cannot be opened.
   */
  restore(file: string): Promise<Restored>;
  /** Copies every event that can still be read into a new database, and keeps the damaged one. */
  salvage(): Promise<Salvaged>;
  /** What SQLite itself finds wrong with the file; empty when all is well. */
  integrity(): Promise<readonly string[]>;
  /** Writes the database anew, so that nothing erased lingers in its unused space. */
  compact(): Promise<void>;
  size(): Promise<number>;
  exists(): Promise<boolean>;
}

export type Restored = {
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
