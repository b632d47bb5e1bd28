import type { Instant } from "../tape/event.ts";
import type { PathCite } from "./cites.ts";
import { definitionOf, linesOf } from "./definition.ts";
import type { Drift } from "./warning.ts";

/** A file: its path and its text. */
export type Source = { readonly path: string; readonly text: string };

/** The state of one cited path in version control. */
export type PathFacts = {
  readonly cite: PathCite;
  /** Whether it existed when the unit was last known to hold. */
  readonly wasThere: boolean;
  /** Whether it is in the current commit or in the working tree. */
  readonly isThere: boolean;
  readonly movedTo?: string;
  /** Its text when the unit was last known to hold. If that commit is uncertain, the texts of all possible commits. */
  readonly before: readonly Source[];
  /** Its text in the current commit, and in the working tree. */
  readonly after: readonly Source[];
  /** Other files that contain a name which this file no longer defines. */
  readonly elsewhere: ReadonlyMap<string, readonly Source[]>;
};

export type BranchFacts = {
  readonly branch: string;
  readonly isThere: boolean;
  /** The last known time at which the branch existed; absent if it is not known that it ever existed. */
  readonly aliveAt?: Instant;
};

/** The facts from version control about everything that one unit cites, since it was last known to hold. */
export type CodeFacts = {
  readonly heldAt: Instant;
  readonly paths: readonly PathFacts[];
  readonly branches: readonly BranchFacts[];
  /** Number of commits since then to any cited file. */
  readonly commits: number;
};

/**
 * Changes of the code that a unit cites. Only code that existed when the unit was stated can be reported as gone. Code that is unchanged in
 * the working tree or in the current commit counts as unchanged, so that uncommitted work raises no doubt.
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

/** Names that a file defined when a unit was last known to hold, and no longer defines. */
export function lostNames(facts: PathFacts): string[] {
  const { cite, before, after } = facts;
  if (isUnchanged(facts)) return [];
  return cite.symbols.filter(
    (symbol) => definitions(before, symbol).length > 0 && definitions(after, symbol).length === 0,
  );
}

/** Whether the text is exactly the same. This is true of most files, which then need no parsing. */
const isUnchanged = ({ before, after }: PathFacts): boolean =>
  after.some(({ text }) => before.some((earlier) => earlier.text === text));

/** Lines count as unchanged if their text is anywhere in the file, in any layout. */
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
