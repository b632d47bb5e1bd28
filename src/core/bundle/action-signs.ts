import type { ItemRow } from "../items/items-view.ts";
import { mix } from "../mix.ts";
import { actOfProgram, actRun, actsNamed, choiceOf, extensionsRefused, placesIn } from "./action-words.ts";
import {
  type Action,
  addedOptions,
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

/** Maximum number of folders of a path that are checked. */
const DEPTH_MAX = 12;
/** Maximum number of words of a text, and maximum length of a word. A longer word is neither a program nor part of a command. */
const WORDS_MAX = 200;
const WORD_MAX = 100;
/** Number of characters of a command that are checked. A longer command is a script. */
const COMMAND_MAX = 2000;

/**
 * Signs describe in the same terms what an item is about and what a tool call does. An item can be about a call only if they share a sign.
 * So a hook can tell from the signs alone, without opening the memory, that nothing is known about a call.
 */
export type Signs = {
  /** `program word`: the beginning of a command that a trap is about. */
  readonly runs: readonly string[];
  /** Programs that need a prefix or an option, or with which a trap's text begins. */
  readonly programs: readonly string[];
  readonly paths: readonly string[];
  /** Identifiers: words that name one thing and seldom occur by chance. */
  readonly names: readonly string[];
  /** Places where a program runs, such as production, and branches. */
  readonly places: readonly string[];
  /** Purposes for which a project chose one program, such as its package manager. */
  readonly choices: readonly string[];
  readonly acts: readonly string[];
  readonly roots: readonly string[];
  /** The words in names of files and tables; for an action, the things that it changes. */
  readonly objects: readonly string[];
  /** The parent folders of a path, or folders that a command deletes. */
  readonly above: readonly string[];
  /** Whether the item or action concerns changing calls, reading calls, or both. */
  readonly reach: readonly ("change" | "read")[];
};

/** The signs of an item, from its text and fields. */
export function signsOfItem({ kind, command, instead, text, related_paths }: ItemRow): Signs {
  const related = Array.isArray(related_paths) ? related_paths.map((path) => plainPath(String(path))) : [];
  const named = typeof command === "string" ? [command] : commandsNamed(text);
  const calls = kind === "trap" ? named.flatMap(callsIn) : [];
  const words = plainWords(text);
  const pairs = kind === "trap" && typeof command !== "string" ? pairsOf(words) : [];
  const paths = [...related, ...pathsNamed(text)].filter(Boolean);
  return {
    runs: [...calls.map(({ program, words: [first = ""] }) => `${program} ${first}`), ...pairs],
    programs: [
      ...(prefixOf(command, instead) !== "" || addedOptions(command, instead).length > 0
        ? calls.flatMap((call) => [call.program, ...(isTestRun(call) ? [TEST_RUN] : [])])
        : []),
      ...(pairs.length > 0 ? words.slice(0, 1) : []),
    ],
    places: placesIn(typeof command === "string" ? prefixOf(command, instead) : text),
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

/** Paths and file names. They are compared as paths, so their folders and extensions are not words of a rule. */
const FILE_NAME = /[^\s`"'()]*(?:\/|\w\.\w)[^\s`"'()]*/gu;

/** The roots of the things that a rule names by a word, such as "notebooks". */
export const objectsNamed = (text: string): string[] => rootsIn(text.replace(FILE_NAME, " "));

/** The signs of a tool call: everything that it may share with an item. */
export function signsOfAction(action: Action): Signs {
  const { command = "" } = action;
  const calls = callsIn(command);
  const tokens = tokensOf(command);
  const written = signsOfText(action.text ?? "");
  return {
    runs: calls.flatMap(({ program, words, interpreter }) => [
      ...["", ...words].map((word) => `${program} ${word}`),
      `${interpreter} `,
    ]),
    programs: calls.flatMap((call) => [call.program, ...(isTestRun(call) ? [TEST_RUN] : [])]),
    places: placesIn(command.replace(MESSAGE, " ")),
    paths: [...pathsOf(action, calls), ...written.paths].flatMap(stretches),
    names: [
      ...new Set([
        ...tokens,
        ...written.names,
        ...action.paths.flatMap((path) => [...path.toLowerCase().split("/"), ...(/\.\w+$/.exec(path) ?? [])]),
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

/** A message for people inside a command, which is not code. */
const MESSAGE = /(?:\s-\w*m|--message|--title|--body|\becho|\bprintf)[\s=]+(?:"[^"]*"|'[^']*')/g;

/** Quoted code inside a command: SQL, or a line of a script. */
const codeIn = (command: string): string[] =>
  [
    ...command
      .slice(0, COMMAND_MAX)
      .replace(MESSAGE, " ")
      .matchAll(/"([^"]+)"|'([^']+)'/g),
  ].map(([, double, single]) => double ?? single ?? "");

/** Words of a command. A long program name is also read without its first letter: `scancel`. */
function rootsOfCommand(command: string, calls: readonly CommandCall[]): string[] {
  const words = command.slice(0, COMMAND_MAX).replace(MESSAGE, " ").split(/\s+/);
  const plain = words.map((word) => word.replace(/^-[\w-]*=?/, ""));
  const inner = calls.flatMap(({ program }) => (program.length > INNER_MIN ? [program.slice(1)] : []));
  return rootsIn([...plain, ...inner].join(" "));
}

const INNER_MIN = 5;

/** Common folder names and extensions: they say nothing about the files in them. */
const COMMON_PARTS = new Set(
  `src lib app apps main test tests spec specs doc docs index core common util utils helper helpers component components
  page pages api web server client config configs public assets static script scripts bin build dist out tmp package
  packages internal pkg cmd java kotlin python resource resources model models view views controller controllers service
  services route routes handler handlers home users opt var etc usr json html css toml lock txt readme changelog`
    .split(/\s+/)
    .flatMap(rootOf),
);

/** The words in the names of a path, without the common ones. */
const partsOfPath = (path: string): string[] => rootsIn(path).filter((root) => !COMMON_PARTS.has(root));

/** Tables that are named in a command's SQL. */
const tablesIn = (command: string): string[] =>
  [
    ...command.slice(0, COMMAND_MAX).matchAll(/\b(?:update|into|from|table|join|truncate)\s+"?([\w.]+)/gi),
  ].map(([, table = ""]) => table);

/** Longer texts share ordinary words with any rule by chance, so their words are not compared. */
const SHORT_TEXT_MAX = 400;
/** A called function. Short function names are too common to compare. */
const CALLED = /([\p{L}_]{5,})\(/gu;

/** The signs of a text that a tool writes into a file. */
export function signsOfText(text: string): Pick<Signs, "paths" | "names" | "roots" | "objects"> {
  const isShort = text.length <= SHORT_TEXT_MAX;
  return {
    paths: pathsNamed(text),
    names: [...tokensOf(text.replace(/[{}[\]!?*+#]/gu, " ")), ...methodsIn(text, /\.(\p{Lu}\w{3,})\(/gu)],
    roots: isShort ? rootsIn(text) : [],
    objects: isShort ? [...text.matchAll(CALLED)].flatMap(([, name = ""]) => rootsIn(name)) : [],
  };
}

const PREFIX = { change: "", read: "read " } as const;

/** The signs as short hashes, so that a hook's file contains no words that might be forgotten later. */
export function keysOf({ reach, ...signs }: Signs): string[] {
  const all = Object.entries(signs).flatMap(([sort, values]) =>
    values.flatMap((value) => reach.map((how) => `${PREFIX[how]}${sort} ${value.toLowerCase()}`)),
  );
  return [...new Set(all)].map((key) => mix(key)[0].toString(36));
}

/** What a trap's workaround puts before its own command: a variable, a wrapper, another command; empty if it is another one. */
export function prefixOf(command: unknown, instead: unknown): string {
  if (typeof command !== "string" || typeof instead !== "string") return "";
  return instead.endsWith(` ${command}`) ? instead.slice(0, -command.length - 1) : "";
}

const TEST_RUN = "test run";
const TEST_RUNNERS: readonly string[] = "pytest jest vitest mocha rspec phpunit ctest tox test".split(" ");

/** Whether a call runs tests, whatever starts them: `make test`, `cargo nextest run`, `pytest`. */
export const isTestRun = ({ program, words }: CommandCall): boolean =>
  TEST_RUNNERS.includes(program) || words[0] === "test" || words[0] === "nextest";

/** Words of a command, and the parts of compound words. */
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
/** A lower-case letter before an upper-case one, or a call: forms that occur only in code. */
const CODE_NAME = /\p{Ll}\p{Lu}|\p{L}\(\)$/u;
/** Letters on both sides of a connector, an option, or Latin letters followed by digits. */
const NAME =
  /^(?:-{1,2}[\p{L}][\p{L}\p{N}-]+|[\p{L}\p{N}]+(?:[-_.:][\p{L}\p{N}]+)+|\d{4,6}|[a-z]{3,}\d{2,}[a-z\d]*)$/u;
/** Ordinary words that people write with a connector and that name nothing. */
const PROSE_JOINT =
  /^(?:e\.g|i\.e|[a-z]+-(?:only|off|up|in|out|on|by|to|the|and|like|free|based|level|time|side))$/u;
const YEAR = /^(?:19|20)\d\d$/;

/** Identifiers in a text: text in backticks, options, and words with a connector inside. */
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
  const methods = methodsIn(text, /\p{L}\.(\p{Lu}\w{3,})/gu);
  return [...new Set([...quoted, ...below, ...coded, ...joined, ...methods, ...extensionsRefused(text)])];
}

/** Methods by their names alone: `client.Update` is called on a variable of any name. */
const methodsIn = (text: string, form: RegExp): string[] =>
  [...text.matchAll(form)].map(([, name = ""]) => `.${name.toLowerCase()}(`);

/** Every consecutive run of folders in a path. */
function stretches(path: string): string[] {
  const parts = path.split("/").slice(0, DEPTH_MAX);
  return parts.flatMap((_, from) =>
    parts.slice(from).map((__, i) => parts.slice(from, from + i + 1).join("/")),
  );
}
