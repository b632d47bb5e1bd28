import type { ItemRow } from "../items/items-view.ts";
import { mix } from "../mix.ts";
import { actOfProgram, actRun, actsNamed, choiceOf } from "./action-words.ts";
import {
  type Action,
  type CommandCall,
  callsIn,
  commandsNamed,
  foldersAbove,
  onlyReads,
  pathsNamed,
  pathsOf,
  plainPath,
  removedPaths,
  speaksOfReading,
} from "./call.ts";
import { rootOf, rootsIn } from "./word-roots.ts";

/** Folders of a path that are checked. */
const DEPTH_MAX = 12;
/** Words of a text that are checked, and letters of one: a longer one is no program and no part of a command. */
const WORDS_MAX = 200;
const WORD_MAX = 100;
/** Letters of a command that are checked. A longer one is a program. */
const COMMAND_MAX = 2000;

/**
 * What an item says about tool calls, and what a tool call is, in the same terms. An item is about a call only if they
 * share a sign, so a hook can tell by the signs alone, without opening the memory, that nothing is known about a call.
 */
export type Signs = {
  /** `program word`: a command that a trap is about. */
  readonly runs: readonly string[];
  /** Programs that need something in front of them, whatever they are given. */
  readonly programs: readonly string[];
  readonly paths: readonly string[];
  /** Identifiers: words that name one thing and seldom stand in a text by chance. */
  readonly names: readonly string[];
  /** What a project chose one program for. */
  readonly choices: readonly string[];
  readonly acts: readonly string[];
  readonly roots: readonly string[];
  /** The words in the names of files and tables: of an action, what it changes. */
  readonly objects: readonly string[];
  /** Folders that lie above a path, or that a command deletes. */
  readonly above: readonly string[];
  /** Whether it is about calls that change something, about calls that only read, or about both. */
  readonly reach: readonly ("change" | "read")[];
};

/** What an item's text and fields say about tool calls. */
export function signsOfItem({ kind, command, instead, text, related_paths }: ItemRow): Signs {
  const related = Array.isArray(related_paths) ? related_paths.map((path) => plainPath(String(path))) : [];
  const named = typeof command === "string" ? [command] : commandsNamed(text);
  const calls = kind === "trap" ? named.flatMap(callsIn) : [];
  const words = plainWords(text);
  const pairs = kind === "trap" && typeof command !== "string" ? pairsOf(words) : [];
  const paths = [...related, ...pathsNamed(text)].filter(Boolean);
  return {
    runs: [...calls.map(({ program, words: [first = ""] }) => `${program} ${first}`), ...pairs],
    programs: isPrefixed(command, instead) ? calls.map(({ program }) => program) : [],
    paths,
    names: namesIn(text),
    choices: words.flatMap((word) => choiceOf(word)?.choice ?? []),
    acts: actsNamed(text, words),
    roots: rootsIn(text),
    objects: objectsNamed(text),
    above: paths.flatMap(foldersAbove),
    reach: kind === "trap" || speaksOfReading(text) ? ["change", "read"] : ["change"],
  };
}

/** Paths and files are compared as such: their endings and folders are no words of a rule. */
const FILE_NAME = /[^\s`"'()]*(?:\/|\w\.\w)[^\s`"'()]*/gu;

/** The things that a rule names by a word, such as "notebooks". */
export const objectsNamed = (text: string): string[] => rootsIn(text.replace(FILE_NAME, " "));

/** The same of a tool call: all that an item may share with it. */
export function signsOfAction(action: Action): Signs {
  const { command = "" } = action;
  const calls = callsIn(command);
  const tokens = tokensOf(command);
  const written = signsOfText(action.text ?? "");
  return {
    runs: calls.flatMap(({ program, words }) => ["", ...words].map((word) => `${program} ${word}`)),
    programs: calls.map(({ program }) => program),
    paths: [...pathsOf(action, calls), ...written.paths].flatMap(stretches),
    names: [
      ...new Set([
        ...tokens,
        ...written.names,
        ...action.paths.flatMap((path) => path.toLowerCase().split("/")),
      ]),
    ],
    choices: tokens.flatMap((token) => choiceOf(token)?.choice ?? []),
    acts: [
      ...callsIn(command.replace(MESSAGE, " ")).flatMap(({ program, words }) => [
        ...actOfProgram(program, words),
        ...[program, ...words.slice(0, 2)].flatMap(actsOfWord),
      ]),
      ...codeIn(command).flatMap((code) => code.split(/[^\p{L}_]+/u).flatMap(actsOfWord)),
    ],
    roots: [...rootsOfCommand(command, calls), ...written.roots],
    objects: [
      ...pathsOf(action, calls).flatMap(partsOfPath),
      ...tablesIn(command).flatMap(rootsIn),
      ...written.objects,
    ],
    above: removedPaths(calls),
    reach: [onlyReads(action, calls) ? "read" : "change"],
  };
}

const actsOfWord = (word: string): string[] =>
  word.split(/[:_-]/).flatMap((part) => actRun(part.toLowerCase()) ?? []);

/** What a person will read, and no program. */
const MESSAGE = /(?:\s-\w*m|--message|--title|--body|\becho|\bprintf)[\s=]+(?:"[^"]*"|'[^']*')/g;

/** Code that a command is given between quotes: SQL, or a line of a script. */
const codeIn = (command: string): string[] =>
  [
    ...command
      .slice(0, COMMAND_MAX)
      .replace(MESSAGE, " ")
      .matchAll(/"([^"]+)"|'([^']+)'/g),
  ].map(([, double, single]) => double ?? single ?? "");

/** Words of a command, also those that a program's name has an ending or a letter in front of: `scancel`. */
function rootsOfCommand(command: string, calls: readonly CommandCall[]): string[] {
  const words = command.slice(0, COMMAND_MAX).replace(MESSAGE, " ").split(/\s+/);
  const plain = words.map((word) => word.replace(/^-[\w-]*=?/, ""));
  const inner = calls.flatMap(({ program }) => (program.length > INNER_MIN ? [program.slice(1)] : []));
  return rootsIn([...plain, ...inner].join(" "));
}

const INNER_MIN = 5;

/** Folders and endings that most projects have: their names tell nothing of what is in them. */
const COMMON_PARTS = new Set(
  `src lib app apps main test tests spec specs doc docs index core common util utils helper helpers component components
  page pages api web server client config configs public assets static script scripts bin build dist out tmp package
  packages internal pkg cmd java kotlin python resource resources model models view views controller controllers service
  services route routes handler handlers home users opt var etc usr json html css toml lock txt readme changelog`
    .split(/\s+/)
    .flatMap(rootOf),
);

/** The words in the names of a path, but for those that say little. */
const partsOfPath = (path: string): string[] => rootsIn(path).filter((root) => !COMMON_PARTS.has(root));

/** Tables that SQL in a command is about. */
const tablesIn = (command: string): string[] =>
  [
    ...command.slice(0, COMMAND_MAX).matchAll(/\b(?:update|into|from|table|join|truncate)\s+"?([\w.]+)/gi),
  ].map(([, table = ""]) => table);

/** Ordinary words of a longer text meet those of any rule by chance. */
const SHORT_TEXT_MAX = 400;
/** Functions with short names do what many others do. */
const CALLED = /([\p{L}_]{5,})\(/gu;

/** What a tool writes into a file, in the terms of what an item forbids. */
export function signsOfText(text: string): Pick<Signs, "paths" | "names" | "roots" | "objects"> {
  const isShort = text.length <= SHORT_TEXT_MAX;
  return {
    paths: pathsNamed(text),
    names: tokensOf(text.replace(/[{}[\]!?*+#]/gu, " ")),
    roots: isShort ? rootsIn(text) : [],
    objects: isShort ? [...text.matchAll(CALLED)].flatMap(([, name = ""]) => rootsIn(name)) : [],
  };
}

const PREFIX = { change: "", read: "read " } as const;

/** The signs as short keys that hold none of the words, so that nothing that was forgotten lies in a hook's file. */
export function keysOf({ reach, ...signs }: Signs): string[] {
  const all = Object.entries(signs).flatMap(([sort, values]) =>
    values.flatMap((value) => reach.map((how) => `${PREFIX[how]}${sort} ${value.toLowerCase()}`)),
  );
  return [...new Set(all)].map((key) => mix(key)[0].toString(36));
}

/** The way out of a trap is its own command with something in front: an environment, a wrapper, another command. */
function isPrefixed(command: unknown, instead: unknown): boolean {
  return typeof command === "string" && typeof instead === "string" && instead.endsWith(` ${command}`);
}

/** Words of a command, and the parts of those that are joined. */
function tokensOf(command: string): string[] {
  const words = command
    .slice(0, COMMAND_MAX)
    .toLowerCase()
    .split(/[\s"'`()<>|;&$,]+/);
  return [
    ...new Set(
      words.slice(0, WORDS_MAX).flatMap((word) => [word, ...word.split(/[=:@/.]+/), ...word.split("/")]),
    ),
  ].filter((word) => word.length > 1);
}

const plainWords = (text: string): string[] =>
  text
    .split(/[\s,;:()"'、，。「」]+/)
    .slice(0, WORDS_MAX)
    .map((word) =>
      word
        .slice(0, WORD_MAX)
        .replace(/^[^\p{L}\p{N}.]+|[^\p{L}\p{N}]+$/gu, "")
        .toLowerCase(),
    )
    .filter(Boolean);

const pairsOf = (words: readonly string[]): string[] =>
  words.slice(1).map((word, at) => `${words[at]} ${word}`);

const NAME_MIN = 4;
/** Small letters before a large one, or a call: what only code is written like. */
const CODE_NAME = /\p{Ll}\p{Lu}|\p{L}\(\)$/u;
/** Letters on both sides of a joint, an option, or Latin letters with digits behind them. */
const NAME =
  /^(?:-{1,2}[\p{L}][\p{L}\p{N}-]+|[\p{L}\p{N}]+(?:[-_.:][\p{L}\p{N}]+)+|\d{4,6}|[a-z]{3,}\d{2,}[a-z\d]*)$/u;
/** Written with a joint by everybody, and names of nothing. */
const PROSE_JOINT =
  /^(?:e\.g|i\.e|[a-z]+-(?:only|off|up|in|out|on|by|to|the|and|like|free|based|level|time|side))$/u;
const YEAR = /^(?:19|20)\d\d$/;

/** Identifiers in a text: what stands in backticks, options, and words with a joint inside. */
function namesIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]{3,80})`/g)].map(([, name = ""]) => name.toLowerCase());
  const words = text.slice(0, WORDS_MAX * 10).split(/[\s`"'(),;=、，。「」]+/);
  const below = words.flatMap((word) => /^([\p{L}\p{N}_-]{3,})\.\*$/u.exec(word)?.[1]?.toLowerCase() ?? []);
  const coded = text
    .split(/[\s`"',;=、，。「」]+/u)
    .filter((word) => CODE_NAME.test(word) && word.length <= WORD_MAX)
    .map((word) =>
      word
        .replace(/\(\)$/, "")
        .replace(/[().:!?*]+/gu, "")
        .toLowerCase(),
    )
    .filter((word) => word.length >= NAME_MIN);
  const joined = words
    .flatMap((word) => word.replace(/[.:!?*]+$/, "").toLowerCase())
    .filter(
      (word) => word.length >= NAME_MIN && NAME.test(word) && !PROSE_JOINT.test(word) && !YEAR.test(word),
    );
  return [...new Set([...quoted, ...below, ...coded, ...joined])];
}

/** Every run of folders in a path. */
function stretches(path: string): string[] {
  const parts = path.split("/").slice(0, DEPTH_MAX);
  return parts.flatMap((_, from) =>
    parts.slice(from).map((__, i) => parts.slice(from, from + i + 1).join("/")),
  );
}
