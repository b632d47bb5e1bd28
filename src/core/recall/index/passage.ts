import type { Doc } from "../../tape/projection.ts";

/** A part of a text that is found and scored as one. A turn or a document may be split into several passages. */
export type Passage = Omit<Doc, "text" | "topic" | "by"> & {
  /** The key of its source: an item's id, `turn@12`, `commit@7`. */
  readonly key: string;
  /** The index of this passage within its text, from 0. */
  readonly part: number;
  /** Its words as `storedWords` returns them, in order, separated by spaces. Most passages are searched as a string and never split. */
  readonly words: string;
  readonly topic: readonly string[];
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
