import type { ItemRow } from "../items/items-view.ts";
import type { KindName } from "../items/kinds.ts";
import { mix } from "../mix.ts";
import { actOfProgram, actRun, actsNamed, choiceOf } from "./action-words.ts";
import {
  type Action,
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

/** Folders of a path that are looked at. */
const DEPTH_MAX = 12;
/** Words of a text that are looked at, and letters of one: a longer one is no program and no part of a command. */
const WORDS_MAX = 200;
const WORD_MAX = 100;
/** Letters of a command that are looked at. A longer one is a program. */
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
    roots: WORDED.includes(kind) ? words.flatMap(rootOf) : [],
    above: paths.flatMap(foldersAbove),
    reach: kind === "trap" || speaksOfReading(text) ? ["change", "read"] : ["change"],
  };
}

/** Kinds that ordinary words may tie to a command. */
const WORDED: readonly string[] = ["constraint", "preference", "candidate"] satisfies readonly KindName[];

/** The same of a tool call: all that an item may share with it. */
export function signsOfAction(action: Action): Signs {
  const calls = callsIn(action.command ?? "");
  const tokens = tokensOf(action.command ?? "");
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
    acts: calls.flatMap(({ program, words }) => [
      ...actOfProgram(program, words),
      ...[program, ...words.slice(0, 2)].flatMap((word) =>
        word.split(/[:_-]/).flatMap((part) => actRun(part.toLowerCase()) ?? []),
      ),
    ]),
    roots: [...tokens.flatMap(rootOf), ...written.roots],
    above: removedPaths(calls),
    reach: [onlyReads(action, calls) ? "read" : "change"],
  };
}

/** Ordinary words of a longer text meet those of any rule by chance. */
const SHORT_TEXT_MAX = 400;

/** What a tool writes into a file, in the terms of what an item forbids. */
export function signsOfText(text: string): Pick<Signs, "paths" | "names" | "roots"> {
  const names = tokensOf(text.replace(/[{}[\]!?*+#]/gu, " "));
  return {
    paths: pathsNamed(text),
    names,
    roots: text.length <= SHORT_TEXT_MAX ? names.flatMap(rootOf) : [],
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
  return [...new Set(words.slice(0, WORDS_MAX).flatMap((word) => [word, ...word.split(/[=:@/.]+/)]))].filter(
    (word) => word.length > 1,
  );
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
/** Letters on both sides of a joint, an option, or letters with digits in them. */
const NAME = /^(?:-{1,2}[\p{L}][\p{L}\p{N}-]+|[\p{L}\p{N}]+(?:[-_.:][\p{L}\p{N}]+)+|\d{4,6})$/u;
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

const ROOT_MIN = 3;
/** Words that stand in many commands and in many rules, and say little in either. */
const WEAK = new Set(
  "the and for run test file code main make all src app get set new use not with from build".split(" "),
);

/** A word without its ending, so that "releases" and "release" are one; nothing for a word that says little. */
function rootOf(word: string): string[] {
  if (!/^\p{L}+$/u.test(word) || WEAK.has(word)) return [];
  const root = word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, "") : word;
  return root.length >= ROOT_MIN ? [root] : [];
}

/** Every run of folders in a path. */
function stretches(path: string): string[] {
  const parts = path.split("/").slice(0, DEPTH_MAX);
  return parts.flatMap((_, from) =>
    parts.slice(from).map((__, i) => parts.slice(from, from + i + 1).join("/")),
  );
}
