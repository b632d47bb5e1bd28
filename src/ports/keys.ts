/** Somebody at a keyboard. An implementer owes that no key is lost or given twice, and that the terminal is as before after `close`. */
export interface Keys {
  /** The next key by its name: a letter, "return", "escape". "leave" for Ctrl-C, Ctrl-D and the end of the input. */
  next(): Promise<string>;
  /** A line that is edited from a beginning; undefined when whoever types leaves instead. */
  line(question: string, start: string): Promise<string | undefined>;
  close(): void;
}
