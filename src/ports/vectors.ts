import type { VectorStore } from "../core/recall/index/vectors.ts";

/** The state of the stored vectors. */
export type VectorsHealth = {
  /** Unreadable: recall works without vectors, and the next worker makes them again. */
  readonly state: "none" | "good" | "unreadable";
  readonly passages: number;
  readonly bytes: number;
  /** Why vectors could not be made the last time. */
  readonly problem?: string;
};

/**
 * Vectors of passages, stored beside the tape. They can be lost at any moment: recall then uses words alone. An implementer must never show
 * a reader half of a write, never fail to read, and leave no dropped or overwritten vector readable in its files.
 */
export interface Vectors {
  /** The vectors of one space, or of the space in use, including what other processes wrote; undefined if none can be read. */
  read(space?: string): VectorStore | undefined;
  /** Replaces all stored vectors by these. */
  write(kept: VectorStore): void;
  drop(): void;
  health(): VectorsHealth;
  /** Counts tokens that are about to be sent on a day, unless the day's total would exceed `most`; false if it would. */
  reserve(tokens: number, day: string, most: number): boolean;
  /** Number of tokens counted on a day. */
  sentOn(day: string): number;
}
