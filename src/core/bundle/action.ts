import { isRule } from "../edges/change-cues.ts";
import { forbids } from "../edges/opposition.ts";
import { sharedSubject, subjectOf } from "../edges/subject.ts";
import type { ItemRow } from "../items/items-view.ts";
import { type Signs, signsOfAction, signsOfItem, signsOfText } from "./action-signs.ts";
import { type ChosenProgram, choiceOf } from "./action-words.ts";
import { type Action, type CommandCall, callsIn, commandsNamed, pathsOf } from "./call.ts";
import { cutAt, LINE_MAX } from "./quote.ts";

/** A note is one of few, or it is not read. */
const NOTES_MAX = 3;
/** Words of a command that tell it from another: `docker compose up` has three. */
const WORDS_MAX = 4;
/** So much must an error have in common with a trap: telling words, and a share of all that the shorter one says. */
const ERROR_WEIGHT_MIN = 2.5;
const ERROR_SHARE_MIN = 0.4;
/** Ordinary words that a rule and a command must share, where neither an identifier nor a path ties them together. */
const SHARED_ROOTS_MIN = 2;

/** Items that may become notes: more than are told, because some of them turn out to say nothing that binds. */
const MATCHES_MAX = 12;

/** The traps, rules, choices and statements that this action is about; the closest first. */
export function matchesFor(action: Action, items: readonly ItemRow[]): ItemRow[] {
  const calls = callsIn(action.command ?? "");
  const seen: SeenAction = {
    calls,
    paths: pathsOf(action, calls),
    signs: signsOfAction({ ...action, text: undefined }),
    written: signsOfText(action.text ?? ""),
    command: action.command ?? "",
    error: action.error,
  };
  return items
    .map((item) => ({ item, closeness: closenessOf(item, seen) }))
    .filter(({ closeness }) => closeness > 0)
    .sort(
      (a, b) =>
        b.closeness - a.closeness ||
        severityOf(b.item) - severityOf(a.item) ||
        b.item.position - a.item.position,
    )
    .slice(0, MATCHES_MAX)
    .map(({ item }) => item);
}

/** True for an item that warns only if the person's turn it rests on does: a fact, or what waits for review. */
export const restsOnWords = ({ kind, text }: ItemRow): boolean =>
  kind === "candidate" || (kind === "fact" && !forbids(text));

/**
 * The notes among the matches. "src/legacy is the old tax code" is worth one only for what was said beside it ("never
 * change anything in there"), so it is told in the words of its turn.
 */
export function notesAmong(matches: readonly ItemRow[], wordsOf: ReadonlyMap<string, string>): ItemRow[] {
  const notes = matches.flatMap((item) => {
    if (!restsOnWords(item)) return [item];
    const words = wordsFrom(item.text, wordsOf.get(item.id) ?? "");
    return forbids(words) ? [{ ...item, text: words }] : [];
  });
  const seen = new Set<string>();
  return notes
    .filter(({ text }) => !isWithin(text, notes) && !seen.has(text) && seen.add(text))
    .slice(0, NOTES_MAX);
}

/** A turn from the item's own sentence on, as far as a line reaches: a rule stands behind what it is about. */
function wordsFrom(text: string, turn: string): string {
  const [words, own] = [turn, text].map((each) => each.replace(/\s+/gu, " ").trim()) as [string, string];
  return cutAt(words.slice(Math.max(0, words.indexOf(own))), LINE_MAX);
}

/** What another note says already, and more. */
const isWithin = (text: string, notes: readonly ItemRow[]): boolean =>
  notes.some((other) => other.text !== text && other.text.includes(text));

type SeenAction = {
  readonly calls: readonly CommandCall[];
  readonly paths: readonly string[];
  readonly signs: Signs;
  /** What it writes into files. */
  readonly written: ReturnType<typeof signsOfText>;
  readonly command: string;
  readonly error: string | undefined;
};

const severityOf = ({ severity }: ItemRow): number => ["info", "warn", "error"].indexOf(String(severity));

const isOrder = ({ kind }: ItemRow): boolean => kind === "constraint" || kind === "preference";
/** Kinds that are told in the words of their turn, if those forbid something. */
const isStatement = ({ kind }: ItemRow): boolean => kind === "fact" || kind === "candidate";

function closenessOf(item: ItemRow, seen: SeenAction): number {
  const signs = signsOfItem(item);
  return callCloseness(item, signs, seen) || (bansWhatIsWritten(item, signs, seen.written) ? 1.2 : 0);
}

/** Code has many words: only what forbids something is held against it. */
function bansWhatIsWritten(item: ItemRow, signs: Signs, written: SeenAction["written"]): boolean {
  if (written.names.length === 0 || !forbids(item.text)) return false;
  if (shares(signs.names, written.names) || depthIn(signs.paths, written.paths) > 0) return true;
  return sharedRoots(signs, written) >= SHARED_ROOTS_MIN;
}

function sharedRoots(signs: Pick<Signs, "roots">, others: Pick<Signs, "roots">): number {
  const roots = new Set(others.roots);
  return new Set(signs.roots.filter((root) => roots.has(root))).size;
}

/**
 * What was written about this very command tells more than what is about its files or the things it names, and that more
 * than a likeness.
 */
function callCloseness(item: ItemRow, signs: Signs, seen: SeenAction): number {
  if (item.kind === "trap") return trapCloseness(item, signs, seen);
  if (!shares(signs.reach, seen.signs.reach)) return 0;
  const isBinding = isOrder(item) || isStatement(item) || forbids(item.text) || isRule(item.text);
  if (!isBinding) return runsOtherChoice(item, seen) ? 1.4 : 0;
  const depth = depthIn(signs.paths, seen.paths);
  if (depth > 0) return 2 + Math.min(depth, 9) / 10;
  if (shares(signs.names, seen.signs.names) || shares(signs.above, seen.signs.above)) return 2;
  const isProposedRule = item.kind === "candidate" && forbids(item.text);
  if (isStatement(item) && !isProposedRule) return 0;
  if (shares(signs.acts, seen.signs.acts)) return 1.5;
  if (runsOtherChoice(item, seen)) return 1.4;
  const shared = sharedRoots(signs, seen.signs);
  return (isOrder(item) || isProposedRule) && shared >= SHARED_ROOTS_MIN ? 1 + shared / 10 : 0;
}

function trapCloseness(item: ItemRow, signs: Signs, seen: SeenAction): number {
  if (isAvoided(item, seen.command)) return 0;
  if (seen.calls.some((call) => isAbout(item, call))) return 3;
  if (signs.programs.length > 0 && seen.calls.some((call) => isLikeTrapped(item, call))) return 2.5;
  const depth = depthIn(signs.paths, seen.paths);
  if (depth > 0) return 2 + Math.min(depth, 9) / 10;
  return seen.error === undefined ? 0 : likeness(item, seen.error);
}

const shares = (ours: readonly string[], theirs: readonly string[]): boolean =>
  ours.some((one) => theirs.includes(one));

/** The call does already what the trap advises: its way out stands in front of the command. */
function isAvoided({ command, instead }: ItemRow, run: string): boolean {
  if (typeof command !== "string" || typeof instead !== "string" || !instead.endsWith(command)) return false;
  const added = instead
    .slice(0, -command.length)
    .replace(/(?:&&|;)?\s*$/, "")
    .trim();
  return added !== "" && run.includes(added);
}

/** A trap is about a call that runs its command, or whose command its text names. */
function isAbout({ command, text }: ItemRow, call: CommandCall): boolean {
  const named = typeof command === "string" ? [command] : commandsNamed(text);
  if (named.length > 0) return named.flatMap(callsIn).some((one) => runs(call, one));
  const [first] = call.words;
  return first !== undefined && says(text, `${call.program} ${first}`);
}

/** True when a call does what another one does, with whatever else it is given. */
function runs(call: CommandCall, wanted: CommandCall): boolean {
  if (call.program !== wanted.program) return false;
  let at = 0;
  for (const word of wanted.words.slice(0, WORDS_MAX)) {
    const next = call.words.indexOf(word, at);
    if (next < 0) return false;
    at = next + 1;
  }
  return wanted.flags.every((flag) =>
    call.flags.some((given) => given === flag || given.startsWith(`${flag}=`)),
  );
}

/** Programs that are many programs in one: what they do is told by their first word. */
const MANY_IN_ONE = new Set(
  "npm pnpm yarn bun cargo go git docker podman kubectl make python python3 node ruby java dotnet gradlew mvn sh bash".split(
    " ",
  ),
);

/**
 * A program that needs something in front of it needs that for other arguments too: the same program, and the same first
 * word or another word in common where one program does many things.
 */
function isLikeTrapped({ command }: ItemRow, call: CommandCall): boolean {
  return callsIn(String(command)).some(
    (trapped) =>
      trapped.program === call.program &&
      (!MANY_IN_ONE.has(call.program) || trapped.words.some((word) => call.words.includes(word))),
  );
}

/** Runs one program where the project has chosen another one for the same job, or has rejected this one. */
function runsOtherChoice(item: ItemRow, { signs }: SeenAction): boolean {
  const text = item.text.toLowerCase();
  const rejected = programsIn(text.match(REJECTED)?.join(" ") ?? "").map(({ program }) => program);
  const chosen = programsIn(text).filter(({ program }) => !rejected.includes(program));
  const run = signs.names.flatMap((name) => choiceOf(name) ?? []);
  if (run.some(({ program }) => chosen.some((one) => one.program === program))) return false;
  return run.some(
    ({ program, choice }) => rejected.includes(program) || chosen.some((one) => one.choice === choice),
  );
}

/** "pnpm, not npm", "pnpm instead of npm", "pnpm over npm": the last word is the program that was rejected. */
const REJECTED =
  /(?<!\p{L})(?:not|never|don't|no|instead of|rather than|over|nicht|kein|statt|anstatt|en vez de|en lugar de|pas|au lieu d[e']|plutôt que|não|em vez de|non|invece di|не|вместо)\s+(?:use\s+|the\s+)?[\p{L}\p{N}._-]+/gu;

const programsIn = (text: string): ChosenProgram[] =>
  text.split(/[^\p{L}\p{N}._-]+/u).flatMap((word) => choiceOf(word.replace(/[.,]+$/, "")) ?? []);

/** Whole words: "pnpm test" is not in "pnpm tests". */
function says(text: string, words: string): boolean {
  const at = text.indexOf(words);
  if (at < 0 || !/^[\w.-]+ [\w:.-]+$/.test(words)) return false;
  return !/[\w.:-]/.test(text[at - 1] ?? "") && !/[\w:-]/.test(text[at + words.length] ?? "");
}

/** How many folders deep the closest of the item's paths is that holds one of these; 0 when none does. */
function depthIn(own: readonly string[], paths: readonly string[]): number {
  const held = own.filter((path) => paths.some((one) => `/${one}/`.includes(`/${path.replace(/^\//, "")}/`)));
  return Math.max(0, ...held.map((path) => path.split("/").length));
}

function likeness(trap: ItemRow, error: string): number {
  const told = [trap.text, trap.command].filter((part) => typeof part === "string").join(" ");
  const { weight, share } = sharedSubject(subjectOf(error), subjectOf(told));
  return weight >= ERROR_WEIGHT_MIN && share >= ERROR_SHARE_MIN ? share : 0;
}
