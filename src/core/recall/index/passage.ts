import type { Instant, Position } from "../../tape/event.ts";

/** A part of a text that is found and scored as one. A turn or a document may be split into several passages. */
export type Passage = {
  /** The key of its source: an item's id, `turn@12`, `commit@7`. */
  readonly key: string;
  /** The index of this passage within its text, from 0. */
  readonly part: number;
  readonly kind: string;
  readonly position: Position;
  readonly at: Instant;
  readonly session?: string;
  readonly speaker?: string;
  readonly role?: string;
  /** The files that it is about, relative to the project's root. */
  readonly paths?: readonly string[];
  /** Its words as `storedWords` returns them, in order, separated by spaces. Most passages are searched as a string and never split. */
  readonly words: string;
  readonly topic: readonly string[];
  /** A unit's confidence, 0 to 1. */
  readonly confidence?: number;
};

/** The words of a passage as a list. */
export const wordsIn = ({ words }: Pick<Passage, "words">): string[] =>
  words === "" ? [] : words.split(" ");

/** Statistics of all passages. */
export type Corpus = {
  readonly passages: number;
  /** Total number of words. */
  readonly words: number;
  /** Number of passages that contain each word. */
  readonly holders: ReadonlyMap<string, number>;
};
