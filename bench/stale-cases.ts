import { chanceOf, oneOf } from "./chance.ts";
import { CODE_FAMILIES } from "./stale-code-families.ts";
import { FILE_FAMILIES } from "./stale-file-families.ts";
import { PROGRAMS, type Program } from "./stale-programs.ts";
import type { Repository } from "./stale-repository.ts";

export type Part = "dev" | "test";

/** What somebody says about the code, and when. */
export type Said = {
  readonly text: string;
  readonly related_paths?: readonly string[];
  readonly day: number;
  /** Somebody looked again, later. */
  readonly confirmedOn?: number;
};

/** Where a family of cases is played: a repository, a program, and how things are called. */
export type Scene = {
  readonly repo: Repository;
  readonly program: Program;
  readonly part: Part;
  readonly name: string;
  readonly type: string;
  readonly path: string;
  /** How people cite a name of a file, each part in its own words. */
  readonly cite: (symbol: string, path: string) => string;
  readonly say: (said: Said) => void;
};

/** One sort of thing that happens to code, and whether what was said about it is then in doubt. */
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
  /** The commit was noted when it was said, as `remember` does; without, only the time is known. */
  readonly isNoted: boolean;
};

/** Different seeds and other words, so that no case of one part is in the other. */
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

/** How people cite, each part its own ways. */
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

/** All cases of one part, the same at every call. */
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

/** A name as the language writes it. */
function styled(words: string, language: string): string {
  const parts = words.split(" ");
  if (language === "Python" || language === "Rust") return parts.join("_");
  const [first = "", ...rest] = parts;
  const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return [language === "Go" ? capital(first) : first, ...rest.map(capital)].join("");
}
