/** A person at a keyboard. An implementer must lose no key, return none twice, and restore the terminal on `close`. */
export interface Keys {
  /** The next key by its name: a letter, "return", "escape". "leave" for Ctrl-C, Ctrl-D and the end of the input. */
  next(): Promise<string>;
  /** A line that the person edits, starting from `start`; undefined if the person leaves instead. */
  line(question: string, start: string): Promise<string | undefined>;
  close(): void;
}
