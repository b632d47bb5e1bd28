export const MATTERS = ["export job timeout", "geocode cache lifetime", "audit log retention"] as const;

/** A broken invariant. The message begins with the seed that reproduces it. */
export class Violation extends Error {}

type StatedValue = {
  readonly id: string;
  readonly matter: string;
  readonly amount: number;
  readonly session: string;
};

type KnownItem = { readonly text: string; readonly by: string; isLive: boolean; isEnded?: boolean };

/**
 * What happened in a run, recorded independently of the program: it says what must be on the tape and what must not
 * be told.
 */
export type Oracle = {
  words: number;
  readonly newWord: () => string;
  readonly lastWord: () => string;
  /** Ids of events that were sent, acknowledged or not. */
  readonly sent: Set<string>;
  /** Events that the store has acknowledged. */
  readonly acknowledged: Map<string, { readonly text: string }>;
  readonly stated: StatedValue[];
  /** Texts that must each become exactly one fact, by the id of their turn. */
  readonly facts: Map<string, string>;
  readonly items: Map<string, KnownItem>;
  /** Words whose forgetting has begun, and words that were forgotten completely. */
  readonly half: Set<string>;
  readonly forgotten: Set<string>;
  /** The position up to which each agent has got a delta. */
  readonly reached: Map<string, number>;
};

export function newOracle(): Oracle {
  const oracle: Oracle = {
    words: 0,
    newWord: () => {
      oracle.words += 1;
      return oracle.lastWord();
    },
    lastWord: () => wordNumber(oracle.words),
    sent: new Set(),
    acknowledged: new Map(),
    stated: [],
    facts: new Map(),
    items: new Map(),
    half: new Set(),
    forgotten: new Set(),
    reached: new Map(),
  };
  return oracle;
}

const SYLLABLES = [
  "ba",
  "do",
  "fi",
  "gu",
  "ke",
  "lo",
  "mi",
  "nu",
  "pa",
  "ro",
  "si",
  "tu",
  "ve",
  "zo",
] as const;

/** A unique word for a number, so that statements about two numbers have two subjects. */
const wordNumber = (n: number): string =>
  ["qu", ...[n % 14, Math.floor(n / 14) % 14, (n * 5) % 14].map((at) => SYLLABLES[at]), "x"].join("");
