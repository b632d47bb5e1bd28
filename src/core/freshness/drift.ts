import type { Instant } from "../tape/event.ts";
import type { PathCite } from "./cites.ts";
import { definitionOf, linesOf } from "./definition.ts";
import type { Drift } from "./warning.ts";

/** A file by its path and what it holds. */
export type Source = { readonly path: string; readonly text: string };

/** The state of one cited path in version control. */
export type PathFacts = {
  readonly cite: PathCite;
  /** It was there when the unit was last known to hold. */
  readonly wasThere: boolean;
  /** It is in the current commit or in the working tree. */
  readonly isThere: boolean;
  readonly movedTo?: string;
  /** What it held then. Where it is not certain which state was meant, any of them may be. */
  readonly before: readonly Source[];
  /** Its text in the current commit, and in the working tree. */
  readonly after: readonly Source[];
  /** Other files in which a name that it no longer defines is found. */
  readonly elsewhere: ReadonlyMap<string, readonly Source[]>;
};

export type BranchFacts = {
  readonly branch: string;
  readonly isThere: boolean;
  /** The last sign of its life; absent when nobody knows that there ever was such a branch. */
  readonly aliveAt?: Instant;
};

/** All that version control says of what one unit cites, since it was last known to hold. */
export type CodeFacts = {
  readonly heldAt: Instant;
  readonly paths: readonly PathFacts[];
  readonly branches: readonly BranchFacts[];
  /** Commits since then to any file that it cites. */
  readonly commits: number;
};

/**
 * What happened to the code that a unit cites. Only code that existed when the unit was stated can have gone. Code that
 * is unchanged in the working tree or in the current commit has not changed, so that current work raises no doubt
 * before it is committed.
 */
export function driftOf({ heldAt, paths, branches, commits }: CodeFacts): Drift[] {
  return [
    ...paths.flatMap(pathDrift),
    ...branches.flatMap(({ branch, isThere, aliveAt }): Drift[] =>
      !isThere && aliveAt !== undefined && aliveAt > heldAt ? [{ what: "branch_gone", branch }] : [],
    ),
    ...(commits > 0 ? [{ what: "behind", commits } as const] : []),
  ];
}

function pathDrift(facts: PathFacts): Drift[] {
  const { cite, wasThere, isThere, movedTo } = facts;
  if (!isThere && !wasThere) return [];
  if (isThere && isUnchanged(facts)) return [];
  if (isThere) return [...cite.symbols.flatMap((name) => symbolDrift(facts, name)), ...lineDrift(facts)];
  if (cite.isLeaving && !cite.inField) return [];
  if (movedTo === undefined) return [{ what: "file_gone", path: cite.path }];
  const in_field = cite.inField && !cite.inText;
  return [{ what: "file_moved", path: cite.path, to: movedTo, in_field }];
}

function symbolDrift({ cite, before, after, elsewhere }: PathFacts, symbol: string): Drift[] {
  const meant = definitions(before, symbol);
  if (meant.length === 0) return [];
  const means = definitions(after, symbol);
  if (means.some((each) => meant.includes(each))) return [];
  if (means.length > 0) return [{ what: "symbol_changed", path: cite.path, symbol }];
  const moved = (elsewhere.get(symbol) ?? []).find((source) => definitions([source], symbol).length > 0);
  return [{ what: "symbol_gone", path: cite.path, symbol, ...(moved ? { to: moved.path } : {}) }];
}

const definitions = (sources: readonly Source[], symbol: string): string[] =>
  sources.flatMap(({ path, text }) => definitionOf(text, path, symbol) ?? []);

/** Names that a file defined when a unit was last known to hold, and does not define any more. */
export function lostNames(facts: PathFacts): string[] {
  const { cite, before, after } = facts;
  if (isUnchanged(facts)) return [];
  return cite.symbols.filter(
    (symbol) => definitions(before, symbol).length > 0 && definitions(after, symbol).length === 0,
  );
}

/** Letter for letter what it was: most files are, and need not be read. */
const isUnchanged = ({ before, after }: PathFacts): boolean =>
  after.some(({ text }) => before.some((earlier) => earlier.text === text));

/** Lines are unchanged if their text is anywhere in the file, whatever its layout. */
function lineDrift({ cite, before, after }: PathFacts): Drift[] {
  const whole = after.map(({ path, text }) => ` ${linesOf(text, path, [1, Number.POSITIVE_INFINITY])} `);
  return cite.lines.flatMap((lines): Drift[] => {
    const meant = before.map(({ path, text }) => linesOf(text, path, lines)).filter((text) => text !== "");
    const holds = meant.some((text) => whole.some((each) => each.includes(` ${text} `)));
    if (meant.length === 0 || holds) return [];
    const [first, last] = lines;
    const symbol = last > first ? `L${first}-L${last}` : `L${first}`;
    return [{ what: "symbol_changed", path: cite.path, symbol }];
  });
}
