/** A range of text that must not be stored, and the rule that found it. */
export type SecretSpan = { readonly start: number; readonly end: number; readonly rule: string };

/** One form of secret that is recognised by its shape alone. */
export type Rule = {
  readonly id: string;
  /** The owner of the secret, or the reason why the shape is a secret. */
  readonly whose: string;
  /** Lower-case substrings of which every match contains one. A text without any of them is not searched. */
  readonly keys: readonly string[];
  /**
   * Group 1, if present, precedes the secret and is kept; the rest of the match is the secret. Text after the secret is checked but not
   * matched. Every repetition is bounded or at the end of the pattern, so that the time is proportional to the text.
   */
  readonly pattern: string;
  readonly anyCase: boolean;
  /** The shape also occurs inside longer words, so it counts only at the start of a word. */
  readonly startsWord: boolean;
  /** An additional check of the value itself. Without it, only masked examples are kept. */
  readonly check: Check | undefined;
};

/**
 * `random`: it is random. `password`: a person may have typed it, and it is not a plain word. `typed`: it looks like a password by itself.
 * `chosen`: anything but a placeholder. `header`: anything but a placeholder, a word or code.
 */
export type Check = "random" | "password" | "typed" | "chosen" | "header";

/** A rule whose keys are known. The rest is parsed when a text contains one of them. */
export type Entry = {
  readonly keys: readonly string[];
  /** Further substrings of which every match also contains one, if the first keys are common words. */
  readonly alsoKeys?: readonly string[];
  readonly rule: () => Rule;
};

/**
 * Rules are stored as text, three lines each: the id with its check and its owner; the keys; the pattern. A hook loads all rules but needs
 * few, so they are parsed as late as possible. In a key `␣` is a space; after a `&` are further keys of which every match must contain one.
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
