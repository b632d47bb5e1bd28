import type { Item } from "../items/item.ts";

/** A file or folder that a unit cites, with the cited symbols and lines. */
export type PathCite = {
  /** A path with forward slashes, relative to the project's root or to a folder in it. */
  readonly path: string;
  /** Whether the path is in `related_paths`, in the text, or in both. */
  readonly inField: boolean;
  readonly inText: boolean;
  /** Symbols defined there, like `parseQuantity` or `Cart.total`. */
  readonly symbols: readonly string[];
  /** Cited line ranges, first and last line. */
  readonly lines: readonly (readonly [first: number, last: number])[];
  /** The text says that the file will be removed or has been removed. */
  readonly isLeaving: boolean;
};

export type Cites = { readonly paths: readonly PathCite[]; readonly branches: readonly string[] };

/** Maximum number of paths per statement. A statement that cites more is a list, and only its first paths are checked. */
const PATHS_MAX = 12;
const SYMBOLS_MAX = 8;
const BRANCHES_MAX = 4;
/** Maximum number of lines of one cite that are compared. */
const LINES_MAX = 60;

/** File extensions by which a file name without a folder is recognised. */
const ENDINGS =
  "c cc cfg cjs cpp cs css csv cts cxx dart ex exs go gradle h hpp html ini ipynb java js json jsx kt kts less lock lua md mdx mjs mts php pl prisma proto ps1 py pyi r rb rs rst scala scss sh sql svelte swift tf toml ts tsx txt vue xml yaml yml zig";
const HAS_ENDING = new RegExp(`\\.(?:${ENDINGS.replaceAll(" ", "|")})$`, "i");

const NAME = "[\\p{L}\\p{N}_@.+~-]+";
const SYMBOL = "[\\p{L}_$][\\p{L}\\p{N}_$]*(?:(?:\\.|::|#)[\\p{L}_$][\\p{L}\\p{N}_$]*)*";
/** A path, optionally followed by a line (`:12`, `#L12-L20`) or a symbol (`:parse`, `#parse`, `::Cart.total`). */
const PATH = new RegExp(
  `(?<![\\p{L}\\p{N}_@./:~-])((?:\\.{0,2}/)?(?:${NAME}/)*${NAME}/?)` +
    `(?:#L(\\d+)(?:-L?(\\d+))?|:(\\d+)(?:-(\\d+))?(?::\\d+)?|(?:::|:|#)(${SYMBOL})(?:\\(\\))?)?`,
  "gu",
);
/** A symbol in backticks, or one followed by parentheses. */
const NAMED = new RegExp(
  `\`(${SYMBOL})(?:\\([^\`\\n]{0,80}\\))?\`|(?<![\\p{L}\\p{N}_$./])(${SYMBOL})\\(\\)`,
  "gu",
);
/** The name of a branch after "branch". An ordinary word counts only if it is quoted or is a common branch name. */
const BRANCH =
  /\bbranch(?:es)?\s+(?:named\s+|called\s+)?(?:[`'"]([\w./-]+)[`'"]|((?=[\w.]*[/\d_-])[A-Za-z0-9][\w./-]*\w|main|master|develop|trunk)\b)/g;
const BRANCH_AFTER = /(?:[`'"]([\w./-]+)[`'"]|\b([\w-]+\/[\w./-]*\w))\s+branch\b/g;
const LEAVES =
  /\b(?:remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|drop(?:s|ped|ping)?|retir(?:e|es|ed|ing)|replac(?:e|es|ed|ing)|renam(?:e|es|ed|ing)|mov(?:e|es|ed|ing)|(?:get|got) rid of)\s+(?:\w+\s+){0,2}[`'"(]*$/i;
const HAS_LEFT =
  /^[`'")]*\s+(?:is|was|were|are|has been|have been|gets?|will be)\s+(?:now\s+)?(?:removed|deleted|gone|dropped|retired|renamed|moved|replaced)/i;
const DENIED = /\b(?:not|never|no|without)\b|n't\b/i;
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;

/** The file that a word names, relative to the project's root, without line or anchor; undefined if the word names no file. */
export function fileNamed(word: string): string | undefined {
  const path = word.trim().replace(/(?:#\S*|(?::\d+(?:-\d+)?)+)$/, "");
  return /\s|:\/\/|^[/~\\]|^[a-z]:/i.test(path) || !HAS_ENDING.test(path) ? undefined : path;
}

/** Whether a unit cites code. The same as a non-empty result of `citesOf`, but cheaper. */
export function hasCites(item: Item): boolean {
  const { paths, branches } = citesOf(item);
  return paths.length > 0 || branches.length > 0;
}

/** The paths, symbols and branches that a unit cites. Whether they ever existed is not checked here. */
export function citesOf(item: Item): Cites {
  const found = new Map<string, PathCite>();
  const related = Array.isArray(item.related_paths) ? item.related_paths : [];
  for (const given of related.map(String)) {
    for (const cite of citesInField(given)) found.set(cite.path, joinCites(found.get(cite.path), cite));
  }
  for (const cite of sentencesOf(item.text.replace(ADDRESS, " ")).flatMap(citesInSentence))
    found.set(cite.path, joinCites(found.get(cite.path), cite));
  const branches = [BRANCH, BRANCH_AFTER].flatMap((form) =>
    [...item.text.matchAll(form)].map(([, first, second]) => first ?? second ?? ""),
  );
  return {
    paths: [...found.values()].slice(0, PATHS_MAX),
    branches: [...new Set(branches)].filter((name) => name !== "").slice(0, BRANCHES_MAX),
  };
}

/** A related path may also name a line or a symbol. Only a plain path can be corrected automatically. */
function citesInField(given: string): PathCite[] {
  const exact = citesInSentence(given).filter(({ symbols, lines }) => symbols.length + lines.length > 0);
  if (exact.length > 0) return exact;
  const path = cleanPath(given);
  return path === undefined
    ? []
    : [{ path, inField: true, inText: false, symbols: [], lines: [], isLeaving: false }];
}

function joinCites(before: PathCite | undefined, cite: PathCite): PathCite {
  if (!before) return cite;
  return {
    ...before,
    inField: before.inField || cite.inField,
    inText: before.inText || cite.inText,
    isLeaving: before.isLeaving || cite.isLeaving,
    symbols: [...new Set([...before.symbols, ...cite.symbols])].slice(0, SYMBOLS_MAX),
    lines: [...before.lines, ...cite.lines],
  };
}

/** A path in the form for look-ups: without a leading `./`, without a final slash, and not outside the project. */
function cleanPath(given: string): string | undefined {
  const fixed = given.trim().replaceAll("\\", "/").split(/[*?{]/)[0] ?? "";
  const isCut = fixed.length < given.trim().length;
  const whole = isCut ? fixed.slice(0, fixed.lastIndexOf("/") + 1) : fixed;
  const path = whole.replace(/^(?:\.?\/)+/, "").replace(/(?<!\/)\/+$/, "");
  const isOutside = path.split("/").includes("..") || /^(?:[A-Za-z]:|~)/.test(path);
  return path === "" || path === "." || isOutside ? undefined : path;
}

/** Splits a text into sentences. A dot ends a sentence only before a space, so that paths stay whole. */
const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?;])\s+|\n+/);

type PlacedCite = { readonly at: number; readonly cite: PathCite };

function citesInSentence(sentence: string): PathCite[] {
  const placed = [...sentence.matchAll(PATH)].flatMap(placedCite);
  if (placed.length === 0) return [];
  const named = [...sentence.matchAll(NAMED)].flatMap(({ index, 1: quoted, 2: called }) => {
    const name = quoted ?? called ?? "";
    return name === "" || HAS_ENDING.test(name) ? [] : [{ name, near: nearest(placed, index) }];
  });
  return placed.map(({ cite, at }) => {
    const own = named.filter(({ near }) => near === at).map(({ name }) => name);
    return { ...cite, symbols: [...new Set([...cite.symbols, ...own])].slice(0, SYMBOLS_MAX) };
  });
}

/** Assigns a symbol in a sentence with several files to the nearest file. */
function nearest(placed: readonly PlacedCite[], at: number): number {
  const [first, ...rest] = placed.map((each) => each.at);
  return rest.reduce((best, each) => (Math.abs(each - at) < Math.abs(best - at) ? each : best), first ?? 0);
}

function placedCite(match: RegExpMatchArray): PlacedCite[] {
  const [, given = "", from, to, line, lineTo, symbol] = match;
  const path = cleanPath(given.replace(/(?<!\.)\.+$/, ""));
  if (path === undefined || !(HAS_ENDING.test(path) || path.includes("/"))) return [];
  const first = Number(from ?? line ?? 0);
  const last = Math.min(Math.max(Number(to ?? lineTo ?? first), first), first + LINES_MAX);
  const cite: PathCite = {
    path,
    inField: false,
    inText: true,
    symbols: symbol === undefined || !HAS_ENDING.test(path) ? [] : [symbol],
    lines: first > 0 ? [[first, last]] : [],
    isLeaving: isLeaving(match),
  };
  return [{ at: match.index ?? 0, cite }];
}

/** Number of characters before and after a path that are checked for words of removal. */
const AROUND = 60;

function isLeaving(match: RegExpMatchArray): boolean {
  const { input = "", index = 0 } = match;
  const before = input.slice(Math.max(0, index - AROUND), index);
  const after = input.slice(index + match[0].length, index + match[0].length + AROUND);
  return (LEAVES.test(before) && !DENIED.test(before)) || HAS_LEFT.test(after);
}
