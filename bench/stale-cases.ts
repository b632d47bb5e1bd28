import { chanceOf, oneOf } from "./chance.ts";
import { CODE_FAMILIES } from "./stale-code-families.ts";
import { FILE_FAMILIES } from "./stale-file-families.ts";
import { PROGRAMS, type Program } from "./stale-programs.ts";
import type { Repository } from "./stale-repository.ts";

export type Part = "dev" | "test";

/** A statement about the code and its day. */
export type Said = {
  readonly text: string;
  readonly related_paths?: readonly string[];
  readonly day: number;
  /** The later day on which somebody confirmed the statement. */
  readonly confirmedOn?: number;
};

/** The setting of a case: repository, program and names. */
export type Scene = {
  readonly repo: Repository;
  readonly program: Program;
  readonly part: Part;
  readonly name: string;
  readonly type: string;
  readonly path: string;
  /** Cites a symbol of a file in the words of the part. */
  readonly cite: (symbol: string, path: string) => string;
  readonly say: (said: Said) => void;
};

/** A kind of code change, and whether it makes a statement about the code doubtful. */
export type Family = {
  readonly family: string;
  readonly isStale: boolean;
  readonly play: (scene: Scene) => void;
};

export type Case = {
  readonly id: string;
  readonly part: Part;
  readonly family: Family;
  readonly program: Program;
  readonly name: string;
  readonly type: string;
  readonly path: string;
  readonly phrase: number;
  /** True if the statement records the commit, as `remember` does. Otherwise only its time is known. */
  readonly isNoted: boolean;
};

/** Seeds and words differ, so that no case occurs in both parts. */
const SEEDS: { readonly [part in Part]: number } = { dev: 20_260_201, test: 27_182_818 };
export const seedOf = (part: Part): number => SEEDS[part];

const WORDS: { readonly [part in Part]: readonly [string, ...string[]] } = {
  dev: ["parse quantity", "round price", "clamp retry", "load badge", "split ledger"],
  test: ["merge invoice", "pick courier", "trim label", "rank offer", "mask token"],
};
const TYPES: { readonly [part in Part]: readonly [string, ...string[]] } = {
  dev: ["Cart", "Basket", "Meter"],
  test: ["Order", "Shelf", "Gauge"],
};
const FOLDERS: { readonly [part in Part]: readonly [string, ...string[]] } = {
  dev: ["src", "lib/core", "internal/money"],
  test: ["app/models", "pkg/util", "source"],
};

type Phrase = (symbol: string, path: string) => string;

/** Phrases with citations, different ones for each part. */
export const PHRASES: { readonly [part in Part]: readonly Phrase[] } = {
  dev: [
    (symbol, path) => `${path}:${symbol} caps what it is given.`,
    (symbol, path) => `\`${symbol}\` in ${path} caps its input, and callers rely on that.`,
    (symbol, path) => `Careful: \`${symbol}()\` (see \`${path}\`) never returns more than the limit.`,
  ],
  test: [
    (symbol, path) => `The limit is kept by ${path}#${symbol}; do not check it twice.`,
    (symbol, path) => `We decided that \`${symbol}\` from \`${path}\` stays the only place for this rule.`,
    (symbol, path) => `${path} holds the rule: ${symbol}() drops what is too long.`,
  ],
};

/** All cases of one part, deterministic. */
export function casesOf(part: Part): Case[] {
  const chance = chanceOf(SEEDS[part]);
  const families = [...CODE_FAMILIES, ...FILE_FAMILIES];
  return families.flatMap((family, i) =>
    PROGRAMS[part].map((program, j): Case => {
      const words = oneOf(chance, WORDS[part]);
      const folder = oneOf(chance, FOLDERS[part]);
      const phrase = Math.floor(chance() * PHRASES[part].length);
      const name = styled(words, program.language);
      return {
        id: `${part} ${family.family}, ${program.language}`,
        part,
        family,
        program,
        name,
        type: oneOf(chance, TYPES[part]),
        path: `${folder}/${words.replace(" ", "_")}.${program.ending}`,
        phrase,
        isNoted: (i + j) % 2 === 0,
      };
    }),
  );
}

/** The name in the naming convention of the language. */
function styled(words: string, language: string): string {
  const parts = words.split(" ");
  if (language === "Python" || language === "Rust") return parts.join("_");
  const [first = "", ...rest] = parts;
  const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return [language === "Go" ? capital(first) : first, ...rest.map(capital)].join("");
}
