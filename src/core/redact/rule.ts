/** A stretch of text that must not be kept, and the rule that says so. */
export type SecretSpan = { readonly start: number; readonly end: number; readonly rule: string };

/** One form of secret that can be told by its shape alone. */
export type Rule = {
  readonly id: string;
  /** Whose secret it is, or why the shape is one. */
  readonly whose: string;
  /** Pieces in lower case, one of which every match has: a text without them is never searched. */
  readonly keys: readonly string[];
  /**
   * Group 1, where there is one, stands before the secret and is kept; the rest of the match is the secret.
   * What follows the secret is checked and not matched. Every repetition is bounded or ends the pattern, so
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

/** A rule whose pieces are known and whose rest is read when a text has one of them. */
export type Entry = {
  readonly keys: readonly string[];
  /** Further pieces, one of which every match has besides, where the first ones are common words. */
  readonly alsoKeys?: readonly string[];
  readonly rule: () => Rule;
};

/**
 * Rules are kept as text, three lines each: the id with what it asks for and whose it is; pieces one of which
 * every match has; the pattern. A hook loads all of them and needs few, so they are read as late as can be.
 * In a piece `␣` is a space; behind a `&` are pieces that every match has one of besides.
 */
export function entriesIn(table: string): Entry[] {
  const lines = table.split("\n");
  const entries: Entry[] = [];
  for (let i = 1; i + 2 < lines.length; i += 3) {
    let read: Rule | undefined;
    const [first = "", also] = (lines[i + 1] ?? "").split(" & ");
    const keys = keysIn(first.slice(2));
    const rule = () => {
      read ??= ruleOf(lines[i] ?? "", keys, lines[i + 2] ?? "");
      return read;
    };
    entries.push(also === undefined ? { keys, rule } : { keys, alsoKeys: keysIn(also), rule });
  }
  return entries;
}

function keysIn(line: string): string[] {
  const keys = line.split(" ");
  return line.includes("␣") ? keys.map((key) => key.replaceAll("␣", " ")) : keys;
}

function ruleOf(title: string, keys: readonly string[], pattern: string): Rule {
  const colon = title.indexOf(": ");
  const [id = "", ...asks] = title.slice(0, colon).split(" ");
  return {
    id,
    whose: title.slice(colon + 2),
    keys,
    pattern: pattern.slice(2),
    anyCase: asks.includes("any-case"),
    startsWord: asks.includes("word"),
    check: CHECKS.find((check) => asks.includes(check)),
  };
}

const CHECKS: readonly Check[] = ["random", "password", "typed", "chosen", "header"];
