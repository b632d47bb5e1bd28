import { wordsOf } from "../../src/core/recall/index/words.ts";
import type { Label, Reading } from "./read-corpus.ts";

/** Minimum share of the words of the shorter quote that the other quote must contain. */
const SHARED_MIN = 0.5;

/**
 * Merges the labels of two readers who worked independently. A label of both counts, with the kinds of both.
 * A label that one reader left out or doubted is optional.
 */
export function agreedOf(first: Reading, second: Reading): Reading {
  const partners = pairedOf(first.labels, second.labels);
  const taken = new Set(partners.values());
  // Renames each label of the second reader to the name of its partner.
  const nameOf = new Map<string, string>();
  for (const [one, other] of partners)
    if (other.name !== undefined) nameOf.set(other.name, one.name ?? secondName(other.name));
  const named = (name: string): string => nameOf.get(name) ?? secondName(name);
  const alone = second.labels.filter((label) => !taken.has(label));
  return {
    labels: [
      ...first.labels.map((label) => {
        const other = partners.get(label);
        return other ? both(label, { ...other, ...renamed(other, named) }) : doubtful(label);
      }),
      ...alone.map((label) => doubtful({ ...label, ...renamed(label, named) })),
    ],
    ...conflictsIn(
      first,
      second.conflicts.map(([one, other]) => [named(one), named(other)] as const),
    ),
  };
}

const secondName = (name: string): string => `second ${name}`;

function renamed({ name, amends }: Label, named: (name: string) => string): Partial<Label> {
  return {
    ...(name === undefined ? {} : { name: named(name) }),
    ...(amends === undefined ? {} : { amends: named(amends) }),
  };
}

const doubtful = (label: Label): Label => ({
  ...label,
  isMaybe: true,
  ...(label.amends === undefined ? {} : { mayAmend: true }),
});

function both(one: Label, other: Label): Label {
  const amends = one.amends ?? other.amends;
  const name = one.name ?? other.name;
  return {
    ...one,
    kinds: [...new Set([...one.kinds, ...other.kinds])],
    anchors: [...new Set([...one.anchors, ...other.anchors])],
    quotes: [...new Set([...one.quotes, ...other.quotes])],
    isMaybe: one.isMaybe || other.isMaybe,
    ...(name === undefined ? {} : { name }),
    ...(amends === undefined ? {} : { amends, mayAmend: one.amends !== other.amends }),
  };
}

/** Conflict pairs that both readers labelled, and (as `doubtful`) those that only one labelled. */
function conflictsIn(
  first: Reading,
  second: readonly (readonly [string, string])[],
): Pick<Reading, "conflicts" | "doubtful"> {
  const same = (a: readonly string[], b: readonly string[]): boolean => a.every((name) => b.includes(name));
  return {
    conflicts: first.conflicts.filter((pair) => second.some((each) => same(pair, each))),
    doubtful: [
      ...first.conflicts.filter((pair) => !second.some((each) => same(pair, each))),
      ...second.filter((pair) => !first.conflicts.some((each) => same(pair, each))),
    ],
  };
}

/** Pairs labels of both readers that say the same of the same turn, one to one, most similar first. */
function pairedOf(first: readonly Label[], second: readonly Label[]): Map<Label, Label> {
  const pairs = first.flatMap((one) =>
    second.flatMap((other) => {
      const score = alike(one, other);
      return score === 0 ? [] : [{ one, other, score }];
    }),
  );
  const found = new Map<Label, Label>();
  const used = new Set<Label>();
  for (const { one, other } of pairs.sort((a, b) => b.score - a.score)) {
    if (found.has(one) || used.has(other)) continue;
    found.set(one, other);
    used.add(other);
  }
  return found;
}

function alike(one: Label, other: Label): number {
  if (!one.anchors.some((anchor) => other.anchors.includes(anchor))) return 0;
  const shared = Math.max(...one.quotes.flatMap((a) => other.quotes.map((b) => sharedWords(a, b))));
  if (shared < SHARED_MIN) return 0;
  const isSameKind = one.kinds.some((kind) => other.kinds.includes(kind));
  const isSameTurn = one.anchors.at(-1) === other.anchors.at(-1);
  return shared + (isSameKind ? 1 : 0) + (isSameTurn ? 0.5 : 0);
}

function sharedWords(one: string, other: string): number {
  if (one.includes(other) || other.includes(one)) return 1;
  const [a, b] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, Math.min(a.size, b.size));
}
