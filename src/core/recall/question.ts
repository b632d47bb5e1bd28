import { queryWords } from "./words.ts";

/** A question, read once. */
export type Question = {
  readonly text: string;
  /** The words it is searched by, each once. */
  readonly terms: readonly string[];
};

export function readQuestion(text: string): Question {
  return { text, terms: [...new Set(queryWords(text))] };
}
