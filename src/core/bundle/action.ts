import { banScopes, bansEdits } from "../edges/ban-scopes.ts";
import { isConditional, isRule } from "../edges/change-cues.ts";
import { isProhibition, restricts } from "../edges/opposition.ts";
import { sharedSubject, subjectOf } from "../edges/subject.ts";
import type { ItemRow } from "../items/items-view.ts";
import { wordSet } from "../text/word-set.ts";
import { type Signs, signsOfAction, signsOfItem, signsOfText } from "./action-signs.ts";
import { isOtherProgram } from "./action-words.ts";
import {
  type Action,
  addedOptions,
  type CommandCall,
  callsIn,
  commandsNamed,
  hasOptions,
  pathsOf,
} from "./call.ts";
import { noteText, wordsAround } from "./note-words.ts";
import { rootsIn } from "./word-roots.ts";

/** Maximum number of lines of a note: agents ignore longer ones. */
const NOTES_MAX = 3;
/** Number of words that distinguish commands: `docker compose up` has three. */
const WORDS_MAX = 4;
/** Minimum weight of the words that an error and a trap have in common, and minimum share of the shorter text. */
const ERROR_WEIGHT_MIN = 2.5;
const ERROR_SHARE_MIN = 0.4;
/** If neither an identifier nor a path links a call to a ban, the call must contain this many of the ban's words, and this share. */
const BAN_WORDS_MIN = 2;
const BAN_SHARE_MIN = 0.4;
/** Sufficient share if the ban is on changing something and the words name the changed file. */
const EDITED_SHARE_MIN = 0.2;

/** Maximum number of items that may become notes. It exceeds the number of notes, because some items turn out to contain no rule. */
const MATCHES_MAX = 12;

/** The person's words in the turns that are evidence for items, by the item's id. */
type TurnWords = ReadonlyMap<string, string>;

/** An item that an action is about, by its own text or only by the words around it in its turn. */
type NoteMatch = { readonly item: ItemRow; readonly isBeside: boolean };

/** Further information for matching an action with items. */
type ActionGround = {
  readonly turns?: TurnWords | undefined;
  /** The project's own name. It is ignored, because it occurs in most paths and rules. */
  readonly project?: string | undefined;
};

/** The traps, rules, choices and statements that this action is about, the best match first. */
export function matchesFor(
  action: Action,
  items: readonly ItemRow[],
  { turns = new Map(), project = "" }: ActionGround = {},
): NoteMatch[] {
  const calls = callsIn(action.command ?? "");
  const read = items.map((item) => readItem(item, turns.get(item.id) ?? ""));
  const common = commonRoots(read, project);
  const seen: SeenAction = {
    calls,
    paths: pathsOf(action, calls),
    signs: withoutRoots(signsOfAction({ ...action, text: undefined }), common),
    written: withoutRoots(signsOfText(action.text ?? ""), common),
    command: action.command ?? "",
    error: action.error,
  };
  return read
    .map((one) => ({ item: one.item, closeness: closenessOf(one, seen) }))
    .filter(({ closeness }) => closeness > 0)
    .sort(
      (a, b) =>
        b.closeness - a.closeness ||
        severityOf(b.item) - severityOf(a.item) ||
        b.item.position - a.item.position,
    )
    .slice(0, MATCHES_MAX)
    .map(({ item, closeness }) => ({ item, isBeside: closeness <= BESIDE_MAX }));
}

/** An item with its signs and bans. If a person said it, also the words around it in the turn, with their signs and bans. */
type ReadItem = {
  readonly item: ItemRow;
  readonly signs: Signs;
  readonly said: string;
  readonly bans: readonly Ban[];
  readonly beside?: Signs;
  readonly bansBeside: readonly Ban[];
};

type Ban = Pick<Signs, "paths" | "names" | "roots" | "objects"> & { readonly isOnEdits: boolean };

/** The signs of an item's own text, and of the words around it in the turn. */
function signsAround(item: ItemRow, turn: string): Pick<ReadItem, "signs" | "said" | "beside"> {
  const said = turn === "" || typeof item.command === "string" ? "" : wordsAround(item.text, turn);
  const signs = signsOfItem(item);
  return said === "" ? { signs, said } : { signs, said, beside: signsOfItem({ ...item, text: said }) };
}

function readItem(item: ItemRow, turn: string): ReadItem {
  const bansIn = (text: string): Ban[] =>
    banScopes(text).map((scope) => ({
      ...signsOfItem({ ...item, text: scope }),
      isOnEdits: bansEdits(scope),
    }));
  const around = signsAround(item, turn);
  const bans = bansIn(item.kind === "decision" ? chosenPart(item.text) : item.text);
  return { item, ...around, bans, bansBeside: around.said === "" ? [] : bansIn(around.said) };
}

/** A choice without the rejected options: choosing between options does not forbid their words. */
const chosenPart = (text: string): string => text.replace(/, not [^;]*/u, "");

/** All signs by which a call may be about an item. */
export function signsOfNote(item: ItemRow, turn: string): Signs[] {
  const { signs, beside } = signsAround(item, turn);
  return beside === undefined ? [signs] : [signs, beside];
}

/** A word is common if more items than this number, and than this share, contain it. Common words say nothing about a call. */
const COMMON_MIN = 3;
const COMMON_SHARE = 0.06;

function commonRoots(read: readonly ReadItem[], project: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { signs } of read) for (const root of signs.roots) counts.set(root, (counts.get(root) ?? 0) + 1);
  const most = Math.max(COMMON_MIN, COMMON_SHARE * read.length);
  const common = [...counts].flatMap(([root, count]) => (count > most ? [root] : []));
  return new Set([...common, ...rootsIn(project)]);
}

function withoutRoots<Own extends Pick<Signs, "roots" | "objects">>(
  signs: Own,
  common: ReadonlySet<string>,
): Own {
  const rare = (roots: readonly string[]): string[] => roots.filter((root) => !common.has(root));
  return { ...signs, roots: rare(signs.roots), objects: rare(signs.objects) };
}

/** True for an item that warns only if the person's turn behind it does: a fact, or a candidate. */
const restsOnWords = ({ kind, text }: ItemRow): boolean =>
  kind === "candidate" || (kind === "fact" && !isProhibition(text));

/**
 * The notes among the matches, in the words of their turns. "src/legacy is the old tax code" deserves a note only because of the words
 * around it ("never change anything in there").
 */
export function notesAmong(matches: readonly NoteMatch[], turns: TurnWords): ItemRow[] {
  const notes: ItemRow[] = [];
  for (const { item, isBeside } of matches) {
    const text = noteText(item.text, turns.get(item.id) ?? "", isBeside);
    const isTold = notes.some((note) => note.text.includes(item.text));
    const warns = !restsOnWords(item) || (turns.has(item.id) && isProhibition(text));
    if (warns && !isTold && notes.length < NOTES_MAX) notes.push({ ...item, text });
  }
  return notes;
}

type SeenAction = {
  readonly calls: readonly CommandCall[];
  readonly paths: readonly string[];
  readonly signs: Signs;
  /** Signs of the text that it writes into files. */
  readonly written: ReturnType<typeof signsOfText>;
  readonly command: string;
  readonly error: string | undefined;
};

const severityOf = ({ severity }: ItemRow): number => ["info", "warn", "error"].indexOf(String(severity));

const isOrder = ({ kind }: ItemRow): boolean => kind === "constraint" || kind === "preference";
/** Kinds that are shown in the words of their turn, if these words forbid something. */
const isStatement = ({ kind }: ItemRow): boolean => kind === "fact" || kind === "candidate";

function closenessOf(read: ReadItem, seen: SeenAction): number {
  const { item, signs, said, beside } = read;
  if (item.kind === "trap" && isAvoided(item, seen.command)) return 0;
  if (item.kind === "trap")
    return (
      trapCloseness(item, signs, seen) || (said === "" || isReading(seen) ? 0 : ruleCloseness(read, seen))
    );
  return (
    ruleCloseness(read, seen) ||
    (isBanned(read.bans, signs, seen) ? 0.9 : 0) ||
    (beside !== undefined && isBanned(read.bansBeside, beside, seen) ? BESIDE_MAX : 0)
  );
}

const isReading = ({ signs }: SeenAction): boolean => signs.reach.includes("read");

/** Closeness of a call that an item is about only by the words around it. */
const BESIDE_MAX = 0.8;

/** Whether a call does something forbidden: by a path or an identifier, or by most of the words of a ban. */
function isBanned(bans: readonly Ban[], { reach }: Signs, { signs, paths, written }: SeenAction): boolean {
  if (!haveCommon(reach, signs.reach)) return false;
  const words = new Set([...signs.roots, ...written.roots]);
  const objects = new Set([...signs.objects, ...written.objects]);
  return bans.some((ban) => {
    if (depthIn(ban.paths, paths) > 0 || depthIn(ban.paths, written.paths) > 0) return true;
    if (haveCommon(ban.names, signs.names) || haveCommon(ban.names, written.names)) return true;
    const isNamed = (root: string): boolean =>
      words.has(root) || (ban.objects.includes(root) && objects.has(root));
    const share = ban.roots.filter(isNamed).length / ban.roots.length;
    const isMany = share * ban.roots.length >= BAN_WORDS_MIN;
    if (share === 1 || (isMany && share >= BAN_SHARE_MIN)) return true;
    const edited = ban.objects.filter((root) => signs.objects.includes(root)).length;
    return ban.isOnEdits && edited > 0 && edited >= ban.roots.length * EDITED_SHARE_MIN;
  });
}

type Binding = (sentence: string) => boolean;
const orders = (): readonly Binding[] => [isProhibition, restricts, isRule, isConditional];

/** How close a call is to a rule or a choice. Paths and names count more than acts, and acts more than words. */
function ruleCloseness({ item, signs, bans }: ReadItem, seen: SeenAction): number {
  if (typeof item.command === "string" || !haveCommon(signs.reach, seen.signs.reach)) return 0;
  const isChoice = isOtherProgram(item.text, seen.signs.names);
  if (!isBinding(item)) return isChoice ? 1.4 : 0;
  // The part of a prohibition outside the ban may name what to do instead.
  const named = bans.length > 0 ? bans : [signs];
  const depth = Math.max(0, ...named.map((each) => depthIn(each.paths, seen.paths)));
  if (depth > 0) return 2 + Math.min(depth, 9) / 10;
  const banned = named.flatMap((each) => each.names);
  // A call with the option that a rule demands follows the rule.
  const isDemanded = (name: string): boolean =>
    name.startsWith("-") && (bans.length === 0 || !banned.includes(name));
  const names =
    seen.command === "" || !isOrder(item) ? banned : signs.names.filter((name) => !isDemanded(name));
  if (haveCommon(names, seen.signs.names) || haveCommon(signs.above, seen.signs.above)) return 2;
  if (isStatement(item) && bans.length === 0) return 0;
  if (haveCommon(signs.acts, seen.signs.acts)) return 1.5;
  return isChoice ? 1.4 : 0;
}

/** Whether an item tells what to do or not to do, rather than stating a fact. */
const isBinding = (item: ItemRow): boolean =>
  isOrder(item) || isStatement(item) || orders().some((binds) => binds(item.text));

function trapCloseness(item: ItemRow, signs: Signs, seen: SeenAction): number {
  if (seen.calls.some((call) => isAbout(item, call))) return 3;
  const alike = signs.programs.length === 0 ? [] : seen.calls.map((call) => trapLikeness(item, call));
  const closest = Math.max(0, ...alike);
  if (closest > 0) return closest;
  // A failed command is not a reason against editing a file that it names.
  const depth = typeof item.command === "string" ? 0 : depthIn(signs.paths, seen.paths);
  if (depth > 0) return 2 + Math.min(depth, 9) / 10;
  return seen.error === undefined ? 0 : likeness(item, seen.error);
}

const haveCommon = (ours: readonly string[], theirs: readonly string[]): boolean =>
  ours.some((one) => theirs.includes(one));

/** Whether the call already follows the trap's advice: it sets the variables, or the command has the advised prefix. */
function isAvoided({ text, command, instead }: ItemRow, run: string): boolean {
  const advised = isRule(text) && !isProhibition(text) ? `${instead ?? ""} ${text}` : String(instead ?? "");
  const set = [...advised.matchAll(SET), ...text.matchAll(VARIABLE)].map(([, name]) => name);
  if (set.length > 0 && set.every((name) => run.includes(`${name}=`))) return true;
  const options = addedOptions(command, instead);
  if (options.length > 0 && callsIn(run).some((call) => hasOptions(call, options))) return true;
  if (typeof command !== "string" || typeof instead !== "string" || !instead.endsWith(command)) return false;
  const added = instead
    .slice(0, -command.length)
    .replace(/(?:&&|;)?\s*$/, "")
    .trim();
  return added !== "" && run.includes(added);
}

/** An assignment to a variable. `VARIABLE` is a variable in backticks without a value. */
const SET = /(?<![\w$-])([A-Z][A-Z\d_]+)=/gu;
const VARIABLE = /`([A-Z][A-Z\d]*_[A-Z\d_]+)`/gu;

/** Whether a call runs the trap's command, or a command that the trap's text names. */
function isAbout({ command, text }: ItemRow, call: CommandCall): boolean {
  const named = typeof command === "string" ? [command] : commandsNamed(text);
  if (named.length > 0) return named.flatMap(callsIn).some((one) => runs(call, one));
  const [first] = call.words;
  if (!MANY_IN_ONE.has(call.program) && text.startsWith(`${call.program} `)) return true;
  return first !== undefined && containsWords(text, `${call.program} ${first}`);
}

/** Whether a call runs the wanted command, perhaps with more arguments. */
function runs(call: CommandCall, wanted: CommandCall): boolean {
  if (call.program !== wanted.program) return false;
  let at = 0;
  for (const word of wanted.words.slice(0, WORDS_MAX)) {
    const next = call.words.indexOf(word, at);
    if (next < 0) return false;
    at = next + 1;
  }
  return hasOptions(call, wanted.flags);
}

/** Programs with many subcommands: the first word decides what they do. */
const MANY_IN_ONE = wordSet(
  "npm pnpm yarn bun cargo go git docker podman kubectl make python python3 node ruby java dotnet gradlew mvn sh bash",
);

/**
 * How likely a trap applies to other arguments of the same program, if the program needs a prefix or an option. It surely does if a word is the same,
 * and perhaps if the program does only one thing.
 */
function trapLikeness({ command, instead }: ItemRow, call: CommandCall): number {
  const trapped = callsIn(String(command)).filter(({ program }) => program === call.program);
  if (trapped.some(({ words }) => isSameWork(words, call.words))) return 2.5;
  const isAnyCall = !MANY_IN_ONE.has(call.program) && addedOptions(command, instead).length === 0;
  return trapped.length > 0 && isAnyCall ? 1.3 : 0;
}

/** `test packages/a` and `test packages/b` are one task for two targets; `test` alone is for all targets. */
function isSameWork(trapped: readonly string[], called: readonly string[]): boolean {
  const [words, given] = [withoutWildcards(trapped), withoutWildcards(called)];
  const shared = words.filter((word) => given.some((one) => isSameTask(one, word)));
  const isTargeted = ([task = ""]: readonly string[]): boolean => TARGETED.includes(task);
  if (isTargeted(words) && given.some((one) => one === "add" || one === "install")) return false;
  const isOtherTarget = words.length > 1 && given.length > 1 && isTargeted(words);
  return shared.length > 1 || (shared.length === 1 && !(isOtherTarget && shared[0] === words[0]));
}

/** Without arguments that mean every target: `go test ./...` is the task `test`. */
const withoutWildcards = (words: readonly string[]): readonly string[] =>
  words.filter((word) => !/^(?:\.{1,2}\/?|(?:\.\/)?\.\.\.|\*+)$/u.test(word));

const TARGETED: readonly string[] = ["test", "build", "check", "run", "lint"];

/** `:core:test` and `test:unit` are the task `test` of one part. */
const isSameTask = (given: string, word: string): boolean =>
  given === word || given.endsWith(`:${word}`) || given.startsWith(`${word}:`);

/** Matches whole words: "pnpm tests" does not contain "pnpm test". */
function containsWords(text: string, words: string): boolean {
  const at = text.indexOf(words);
  if (at < 0 || !/^[\w.-]+ [\w:.-]+$/.test(words)) return false;
  return !/[\w.:-]/.test(text[at - 1] ?? "") && !/[\w:-]/.test(text[at + words.length] ?? "");
}

/** The depth in folders of the item's closest path that contains one of these paths; 0 if none does. */
function depthIn(own: readonly string[], paths: readonly string[]): number {
  const held = own.filter((path) => paths.some((one) => `/${one}/`.includes(`/${path.replace(/^\//, "")}/`)));
  return Math.max(0, ...held.map((path) => path.split("/").length));
}

function likeness(trap: ItemRow, error: string): number {
  const told = [trap.text, trap.command].filter((part) => typeof part === "string").join(" ");
  const { weight, share } = sharedSubject(subjectOf(error), subjectOf(told));
  return weight >= ERROR_WEIGHT_MIN && share >= ERROR_SHARE_MIN ? share : 0;
}
