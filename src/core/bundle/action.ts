import { sharedSubject, subjectOf } from "../edges/subject.ts";
import type { ItemRow } from "../items/items-view.ts";
import { type Action, type Call, callsIn, commandsNamed, pathsNamed, pathsOf, plainPath } from "./call.ts";

/** A note is one of few, or it is not read. */
const NOTES_MAX = 3;
/** Words of a command that tell it from another: `docker compose up` has three. */
const WORDS_MAX = 4;
/** So much must an error have in common with a trap: telling words, and a share of all that the shorter one says. */
const ERROR_WEIGHT_MIN = 2.5;
const ERROR_SHARE_MIN = 0.4;

/** The traps, and the constraints that name a path, that this action is about; the closest first. */
export function notesFor(action: Action, items: readonly ItemRow[]): ItemRow[] {
  const calls = callsIn(action.command ?? "");
  const seen = { calls, paths: pathsOf(action, calls), error: action.error };
  return items
    .map((item) => ({ item, closeness: closenessOf(item, seen) }))
    .filter(({ closeness }) => closeness > 0)
    .sort(
      (a, b) =>
        b.closeness - a.closeness ||
        severityOf(b.item) - severityOf(a.item) ||
        b.item.position - a.item.position,
    )
    .slice(0, NOTES_MAX)
    .map(({ item }) => item);
}

type Seen = {
  readonly calls: readonly Call[];
  readonly paths: readonly string[];
  readonly error: string | undefined;
};

const severityOf = ({ severity }: ItemRow): number => ["info", "warn", "error"].indexOf(String(severity));

/** What was written about this very command tells more than what is about its files, and that more than a likeness. */
function closenessOf(item: ItemRow, { calls, paths, error }: Seen): number {
  const isTrap = item.kind === "trap";
  if (isTrap && calls.some((call) => isAbout(item, call))) return 3;
  const depth = depthIn(item, paths);
  if (depth > 0) return 2 + Math.min(depth, 9) / 10;
  return isTrap && error !== undefined ? likeness(item, error) : 0;
}

/** A trap is about a call that runs its command, or whose command its text names. */
function isAbout({ command, text }: ItemRow, call: Call): boolean {
  const named = typeof command === "string" ? [command] : commandsNamed(text);
  if (named.length > 0) return named.flatMap(callsIn).some((one) => runs(call, one));
  const [first] = call.words;
  return first !== undefined && says(text, `${call.program} ${first}`);
}

/** True when a call does what another one does, with whatever else it is given. */
function runs(call: Call, wanted: Call): boolean {
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

/** Whole words: "pnpm test" is not in "pnpm tests". */
function says(text: string, words: string): boolean {
  const at = text.indexOf(words);
  if (at < 0 || !/^[\w.-]+ [\w:.-]+$/.test(words)) return false;
  return !/[\w.:-]/.test(text[at - 1] ?? "") && !/[\w:-]/.test(text[at + words.length] ?? "");
}

/** How many folders deep the closest of the item's paths is that holds one of these; 0 when none does. */
function depthIn(item: ItemRow, paths: readonly string[]): number {
  if (paths.length === 0) return 0;
  const own = (Array.isArray(item.related_paths) ? item.related_paths : []).map((path) =>
    plainPath(String(path)),
  );
  const held = own.filter((path) => path !== "" && paths.some((one) => isUnder(one, path)));
  const named = pathsNamed(item.text).filter((path) => paths.some((one) => `/${one}/`.includes(`/${path}/`)));
  return Math.max(0, ...[...held, ...named].map((path) => path.split("/").length));
}

const isUnder = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

function likeness(trap: ItemRow, error: string): number {
  const told = [trap.text, trap.command].filter((part) => typeof part === "string").join(" ");
  const { weight, share } = sharedSubject(subjectOf(error), subjectOf(told));
  return weight >= ERROR_WEIGHT_MIN && share >= ERROR_SHARE_MIN ? share : 0;
}
