import type { Check, Rule } from "./rule.ts";

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
