/** A stretch of text that must not be kept, and the rule that says so. */
export type Span = { readonly start: number; readonly end: number; readonly rule: string };

/** One form of secret that can be told by its shape alone. */
export type Rule = {
  readonly id: string;
  /** Whose secret it is, or why the shape is one. */
  readonly whose: string;
  /** Pieces in lower case, one of which every match has: a text without them is never searched. */
  readonly keys: readonly string[];
  /**
   * Group 1, where there is one, stands before the secret and is kept; the rest of the match is the secret.
   * What follows the secret is looked at and not matched. Every repetition is bounded or ends the pattern, so
   * that the work grows with the text and no faster.
   */
  readonly pattern: string;
  readonly anyCase: boolean;
  /** The shape also occurs inside longer words, so it counts only where a word begins. */
  readonly startsWord: boolean;
  /** What the shape leaves open and the value itself must show. Without it only masked examples are kept. */
  readonly check: Check | undefined;
};

/**
 * `random`: it was drawn by chance. `password`: it may be typed by a person, and is no plain word.
 * `typed`: it looks like a password by itself. `chosen`: anything but a stand-in. `header`: anything but a stand-in, a word or code.
 */
export type Check = "random" | "password" | "typed" | "chosen" | "header";
