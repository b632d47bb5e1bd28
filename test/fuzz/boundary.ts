import type { Grammar } from "./mutate.ts";

/** A place where text from outside enters the program. */
export type Boundary = Grammar & {
  readonly name: string;
  /**
   * Sets up the reader, with files only below `root`, and returns the function that reads one text. It may refuse a text with a
   * `MemoryError`. Any other exception is a finding.
   */
  readonly open: (root: string) => Promise<ReadInput> | ReadInput;
};

export type ReadInput = (text: string) => unknown;

/** Thrown if a property does not hold for an input; the fuzzer reports it like a crash. */
export class BrokenProperty extends Error {}
