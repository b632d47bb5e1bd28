import { banScopes, bansEdits, clausesBesideBans } from "../edges/ban-scopes.ts";
import { isConditional, isRule } from "../edges/change-cues.ts";
import { isProhibition, restricts } from "../edges/opposition.ts";
import { chosenIn } from "../edges/own-choice.ts";
import { sharedSubject, subjectOf } from "../edges/subject.ts";
import type { ItemRow } from "../items/items-view.ts";
import { wordSet } from "../text/word-set.ts";
import { type Signs, signsOfAction, signsOfItem, signsOfText } from "./action-signs.ts";
import { isOtherProgram } from "./action-words.ts";
import { type Action, type CommandCall, callsIn, pathsOf } from "./call.ts";
import { noteText, wordsAround } from "./note-words.ts";
import { isAbout, isAvoided, trapLikeness } from "./trap-match.ts";
import { rootsIn } from "./word-roots.ts";

/** Maximum number of lines of a note: agents ignore longer ones. */
const NOTES_MAX = 3;
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
  const signs = signsOfAction({ ...action, text: undefined });
  const seen: SeenAction = {
    calls,
    paths: pathsOf(action, calls),
    roots: new Set(signs.roots),
    signs: withoutRoots(signs, common),
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
  /** Names in the clauses that forbid nothing. */
  readonly allowed: readonly string[];
};

type Ban = Pick<Signs, "paths" | "names" | "roots" | "objects" | "acts" | "places"> & {
  readonly isOnEdits: boolean;
  /** The roots of its first words, of which one is the forbidden act. */
  readonly firstWords: readonly string[];
};

/** The signs of an item's own text, and of the words around it in the turn. */
function signsAround(item: ItemRow, turn: string): Pick<ReadItem, "signs" | "said" | "beside"> {
  const said = turn === "" || typeof item.command === "string" ? "" : wordsAround(item.text, turn);
  const signs = signsOfItem(item);
  return said === "" ? { signs, said } : { signs, said, beside: signsOfItem({ ...item, text: said }) };
}

function readItem(item: ItemRow, turn: string): ReadItem {
  const bansIn = (text: string): Ban[] =>
    banScopes(text).map((scope, at, all) => ({
      ...signsOfItem({ ...item, text: scope }),
      isOnEdits: bansEdits(scope),
      firstWords: scope.endsWith(all[at - 1] ?? " ") ? [] : rootsIn(scope).slice(0, 2),
    }));
  const around = signsAround(item, turn);
  const text = item.kind === "decision" ? chosenIn(item.text) : item.text;
  const allowed = clausesBesideBans(text).flatMap((clause) => signsOfItem({ ...item, text: clause }).names);
  return {
    item,
    ...around,
    bans: bansIn(text),
    bansBeside: around.said === "" ? [] : bansIn(around.said),
    allowed,
  };
}

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
  /** All its words, common ones included. */
  readonly roots: ReadonlySet<string>;
  /** Signs of the text that it writes into files. */
  readonly written: ReturnType<typeof signsOfText>;
  readonly command: string;
  readonly error: string | undefined;
};

const severityOf = ({ severity }: ItemRow): number => ["info", "warn", "error"].indexOf(String(severity));

const isOrder = ({ kind }: ItemRow): boolean => kind === "constraint" || kind === "preference";
/** Kinds that are shown in the words of their turn, if these words forbid something. */
const isStatement = ({ kind }: ItemRow): boolean => kind === "fact" || kind === "candidate";

/** Whether a call does what a rule asks for beside its bans: it names what the rule permits, and nothing that the rule forbids. */
function isPermitted({ bans, allowed }: ReadItem, { signs, paths, written, command }: SeenAction): boolean {
  const run = command.replace(/(?:^|\s)#.*$/gmu, " ").toLowerCase();
  const isNamed = (name: string): boolean => run.includes(name) || written.names.includes(name);
  // What is left of the call without the permitted names must not contain a word of the ban.
  const rest = allowed.reduce((text, name) => text.replaceAll(name, " "), run);
  const words = new Set([...rootsIn(rest), ...(run === "" ? written.roots : [])]);
  const isForbidden = ({ names, roots, paths: own, places }: Ban): boolean =>
    names.some((name) => rest.includes(name) || written.names.includes(name)) ||
    roots.some((root) => words.has(root) && !RUNNING.has(root)) ||
    depthIn(own, paths) > 0 ||
    haveCommon(places, signs.places);
  return bans.length > 0 && allowed.some(isNamed) && !bans.some(isForbidden);
}

function closenessOf(read: ReadItem, seen: SeenAction): number {
  const { item, signs, said, beside } = read;
  if (item.kind !== "trap" && (isPermitted(read, seen) || isWithoutForce(read, seen))) return 0;
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
function isBanned(bans: readonly Ban[], { reach }: Signs, seen: SeenAction): boolean {
  const { signs, paths, written, calls } = seen;
  if (!haveCommon(reach, signs.reach)) return false;
  const done = calls.flatMap(({ verbs }) =>
    verbs.flatMap((verb) => (COMMON_VERBS.has(verb) || !/^[a-z]{4,}$/.test(verb) ? [] : rootsIn(verb))),
  );
  const words = new Set([...signs.roots, ...written.roots]);
  const objects = new Set([...signs.objects, ...written.objects]);
  return bans.some((ban) => {
    if (depthIn(ban.paths, paths) > 0 || depthIn(ban.paths, written.paths) > 0) return true;
    if (haveCommon(ban.names, signs.names) || haveCommon(ban.names, written.names)) return true;
    if (haveCommon(ban.firstWords, done)) return true;
    // Words that many rules share say nothing alone, but all words of a ban together do.
    if (ban.roots.length > 0 && ban.roots.every((root) => seen.roots.has(root))) return true;
    const isNamed = (root: string): boolean =>
      words.has(root) || (ban.objects.includes(root) && objects.has(root));
    const share = ban.roots.filter(isNamed).length / ban.roots.length;
    const isMany = share * ban.roots.length >= BAN_WORDS_MIN;
    if (share === 1 || (isMany && share >= BAN_SHARE_MIN)) return true;
    const edited = ban.objects.filter((root) => signs.objects.includes(root)).length;
    return ban.isOnEdits && edited > 0 && edited >= ban.roots.length * EDITED_SHARE_MIN;
  });
}

/** Words by which a rule and a call only say that something is run. */
const RUNNING = new Set(
  "run use never always instead npm npx pnpm yarn bun node git push install add exec script command"
    .split(" ")
    .flatMap(rootsIn),
);

/** Verbs of many commands, which are also ordinary words of rules. */
const COMMON_VERBS = wordSet(
  "run test tests build start stop add install get set list show check exec dev serve init create use make new update up down config project app server web api db data file user",
);

type Binding = (sentence: string) => boolean;
const orders = (): readonly Binding[] => [isProhibition, restricts, isRule, isConditional];

/** How close a call is to a rule or a choice. Paths and names count more than acts, and acts more than words. */
function ruleCloseness({ item, signs, bans, allowed }: ReadItem, seen: SeenAction): number {
  if (typeof item.command === "string" || !haveCommon(signs.reach, seen.signs.reach)) return 0;
  const isChoice = isOtherProgram(item.text, seen.signs.names);
  if (!isBinding(item) && bans.length === 0) return isChoice ? 1.4 : 0;
  // The part of a prohibition outside the ban may name what to do instead.
  const named = bans.length > 0 ? bans : [signs];
  const depth = Math.max(0, ...named.map((each) => depthIn(each.paths, seen.paths)));
  if (depth > 0) return 2 + Math.min(depth, 9) / 10;
  // A call with the option or the variable that a rule demands follows the rule.
  const isSet = (name: string): boolean => seen.command.toLowerCase().includes(`${name}=`);
  const isDemanded = (name: string): boolean =>
    isSet(name)
      ? !bans.some(({ names }) => names.includes(name))
      : name.startsWith("-") && (bans.length === 0 || allowed.includes(name));
  const about = seen.command === "" || !isOrder(item) ? named.flatMap((each) => each.names) : signs.names;
  const names = about.filter((name) => !isDemanded(name) && !(bans.length > 0 && allowed.includes(name)));
  if (haveCommon(names, seen.signs.names) || haveCommon(signs.above, seen.signs.above)) return 2;
  const isPlace = named.some(({ places }) => haveCommon(places, seen.signs.places));
  if (isPlace && (isOrder(item) || bans.length > 0)) return 1.9;
  if (isStatement(item) && bans.length === 0) return 0;
  if (haveCommon(signs.acts, seen.signs.acts)) return 1.5;
  return isChoice ? 1.4 : 0;
}

/** Whether a ban is on an act by force, and the call does it without: a plain push is no force push. */
const isWithoutForce = ({ bans }: ReadItem, { calls }: SeenAction): boolean =>
  bans.length > 0 &&
  bans.every(({ roots }) => roots.includes("forc")) &&
  !calls.some(({ flags, words }) =>
    [...flags, ...words.slice(1)].some((word) =>
      /^(?:-\w*f|-d$|--force|--hard|--mirror|--delete|[+:]\S)/.test(word),
    ),
  );

/** Whether an item tells what to do or not to do, rather than stating a fact. */
const isBinding = (item: ItemRow): boolean =>
  isOrder(item) || isStatement(item) || orders().some((binds) => binds(item.text));

function trapCloseness(item: ItemRow, signs: Signs, seen: SeenAction): number {
  if (seen.calls.some((call) => isAbout(item, call))) return 3;
  const alike = signs.programs.length === 0 ? [] : seen.calls.map((call) => trapLikeness(item, call));
  const closest = Math.max(0, ...alike);
  if (closest > 0) return closest;
  if (haveCommon(signs.places, seen.signs.places)) return 1.2;
  // A failed command is not a reason against editing a file that it names.
  const depth = typeof item.command === "string" ? 0 : depthIn(signs.paths, seen.paths);
  if (depth > 0) return 2 + Math.min(depth, 9) / 10;
  return seen.error === undefined ? 0 : likeness(item, seen.error);
}

const haveCommon = (ours: readonly string[], theirs: readonly string[]): boolean =>
  ours.some((one) => theirs.includes(one));

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
