import type { VectorStore } from "../core/recall/index/vectors.ts";

/** How the vectors that are kept fare. */
export type VectorsHealth = {
  /** Unreadable: recall goes on as if there were none, and the next worker makes them again. */
  readonly state: "none" | "good" | "unreadable";
  readonly passages: number;
  readonly bytes: number;
  /** What went wrong the last time that vectors were asked for. */
  readonly problem?: string;
};

/**
 * Vectors of passages, beside the tape. They can be lost at any moment: recall then goes on by words alone. An implementer
 * owes that a reader never sees half of what was written, that reading never fails, and that what is dropped or written
 * over cannot be read from its files any more.
 */
export interface Vectors {
  /**
   * The vectors of one space, or of whichever they are, with what other processes wrote; undefined where there are none
   * that can be read.
   */
  read(space?: string): VectorStore | undefined;
  /** Puts these in place of all that was there. */
  write(kept: VectorStore): void;
  drop(): void;
  health(): VectorsHealth;
  /** Counts tokens that are about to be sent on a day, if all that is counted stays within `most`; else false. */
  reserve(tokens: number, day: string, most: number): boolean;
  /** Tokens counted on a day. */
  sentOn(day: string): number;
}
