import type { NotedLoss } from "./binding.ts";
import type { TapeEnd } from "./store.ts";

/** Whose the memory is, and what it is known to have had. */
export interface Ownership {
  /** Present where the memory folder was not made by this user on this machine: then nothing in it is read. */
  readonly foreign?: ForeignMemory;
  /** The highest head that was safely on the disk. */
  anchor(): TapeEnd | undefined;
  /** The loss that was noted when the tape was first found without its anchor. */
  loss(): NotedLoss | undefined;
  /** Files of the memory folder that git tracks, from the root of the repository. */
  tracked(): readonly string[];
}

export type ForeignMemory = {
  readonly folder: string;
  /** Why it is not ours, as a sentence. */
  readonly why: string;
  /** The command that settles it, where adopting does not. */
  readonly settle?: string;
  /** Names of what lies in it. */
  readonly entries: readonly string[];
};
