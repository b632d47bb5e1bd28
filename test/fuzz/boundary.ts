import type { Grammar } from "./mutate.ts";

/** Where a text from outside enters the program. */
export type Boundary = Grammar & {
  readonly name: string;
  /**
   * Prepares what reads the texts, with files only below `root`, and gives the function that reads one. It may refuse a text with a
   * `MemoryError`. Anything else that it throws is a finding.
   */
  readonly open: (root: string) => Promise<ReadInput> | ReadInput;
};

export type ReadInput = (text: string) => unknown;

/** A property that does not hold for an input: found like a crash. */
export class BrokenProperty extends Error {}
