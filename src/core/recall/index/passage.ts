import type { Instant, Position } from "../../tape/event.ts";

/** A stretch of a text that is found and scored as one: a turn or a document may be cut into several. */
export type Passage = {
  /** What it belongs to: an item's id, `turn@12`, `commit@7`. */
  readonly key: string;
  /** Which stretch of its text it is, from 0. */
  readonly part: number;
  readonly kind: string;
  readonly position: Position;
  readonly at: Instant;
  readonly session?: string;
  readonly speaker?: string;
  readonly role?: string;
  /** Files it is about, relative to the project's root. */
  readonly paths?: readonly string[];
  /** Its words as `storedWords` gives them, in order, with blanks between: most are searched and never taken apart. */
  readonly words: string;
  readonly topic: readonly string[];
  /** How sure a unit is, 0 to 1. */
  readonly confidence?: number;
};

/** The words of a passage, one by one. */
export const wordsIn = ({ words }: Pick<Passage, "words">): string[] =>
  words === "" ? [] : words.split(" ");

/** What is known of all passages together. */
export type Corpus = {
  readonly passages: number;
  /** Words in all of them. */
  readonly words: number;
  /** How many passages hold a word. */
  readonly holders: ReadonlyMap<string, number>;
};
