import { isRule } from "../edges/change-cues.ts";
import { isProhibition } from "../edges/opposition.ts";
import type { ItemRow } from "../items/items-view.ts";
import { wordSet } from "../text/word-set.ts";
import { isTestRun, prefixOf } from "./action-signs.ts";
import { addedOptions, type CommandCall, callsIn, commandsNamed, hasOptions, plainPath } from "./call.ts";

/** Number of words that distinguish commands: `docker compose up` has three. */
const WORDS_MAX = 4;

/** Whether the call already follows the trap's advice: it sets the variables, or the command has the advised prefix. */
export function isAvoided({ text, command, instead }: ItemRow, run: string): boolean {
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
export function isAbout({ command, text }: ItemRow, call: CommandCall): boolean {
  const named = typeof command === "string" ? [command] : commandsNamed(text);
  if (named.length > 0) return named.flatMap(callsIn).some((one) => runs(call, one));
  const [first] = call.words;
  if (!MANY_IN_ONE.has(call.program) && text.startsWith(`${call.program} `)) return true;
  return first !== undefined && containsWords(text, `${call.program} ${first}`);
}

/** Whether a call runs the wanted command, perhaps with more arguments. */
function runs(call: CommandCall, wanted: CommandCall): boolean {
  if (wanted.words.length + wanted.flags.length === 0 && call.interpreter === wanted.program) return true;
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
 * How likely a trap applies to other arguments of the same program, if the workaround adds a prefix or an option. It surely does to the
 * same task, and a variable also to every other test run. A prefix may help any call of a program that has no subcommands.
 */
export function trapLikeness({ command, instead }: ItemRow, call: CommandCall): number {
  const prefix = prefixOf(command, instead);
  const hasVariable = /(?:^|\s)[A-Za-z_]\w*=/.test(prefix);
  const all = callsIn(String(command));
  const trapped = all.filter(({ program }) => program === call.program);
  const given = call.words.map(plainTarget);
  if (trapped.some(({ words }) => isSameWork(words.map(plainTarget), given, prefix === ""))) return 2.5;
  // A script that starts the tests may set the variable itself.
  if (hasVariable && isTestRun(call) && all.some(isTestRun) && !SCRIPTED.includes(call.program)) return 2.2;
  const isWrapped = prefix !== "" && !hasVariable && callsIn(prefix).length < 2 && !/&&|;/.test(prefix);
  const isAnyCall = ({ verbs }: CommandCall): boolean => isWrapped || verbs.length + call.verbs.length === 0;
  const isNear = ({ words }: CommandCall): boolean =>
    hasVariable ||
    isWrapped ||
    words.length === 0 ||
    given.length === 0 ||
    topOf(words[0]) === topOf(given[0]);
  return prefix !== "" && trapped.some((one) => isAnyCall(one) && isNear(one)) ? 1.3 : 0;
}

const SCRIPTED: readonly string[] = ["make", "just", "task", "test"];
const topOf = (path = ""): string => plainPath(path).split("/")[0] ?? "";

/** A target without its end: `./internal/...` is `internal`. */
const plainTarget = (word: string): string => plainPath(word.replace(/(?:^|\/)\.\.\.$/, ""));

/** `test packages/a` and `test packages/b` are one task for two targets, of which another may work without an option; `test` alone is for all targets. */
function isSameWork(trapped: readonly string[], called: readonly string[], isByOption: boolean): boolean {
  const [words, given] = [trapped.filter(isTarget), called.filter(isTarget)];
  const shared = words.filter((word) => given.some((one) => isSameTask(one, word)));
  const isTargeted = ([task = ""]: readonly string[]): boolean => TARGETED.includes(task);
  if (isTargeted(words) && given.some((one) => one === "add" || one === "install")) return false;
  if (isByOption) return words[0] !== undefined && isSameTask(given[0] ?? "", words[0]);
  const isOtherTarget = words.length > 1 && given.length > 1 && isTargeted(words);
  return shared.length > 1 || (shared.length === 1 && !(isOtherTarget && shared[0] === words[0]));
}

/** Arguments that mean every target are none: `go test ./...` is the task `test`. */
const isTarget = (word: string): boolean => !/^(?:\.{0,2}|\*+)$/u.test(word);

const TARGETED: readonly string[] = ["test", "build", "check", "run", "lint"];

/** `:core:test` and `test:unit` are the task `test` of one part, and `src/api` is a part of `src`. */
const isSameTask = (given: string, word: string): boolean =>
  given === word ||
  given.endsWith(`:${word}`) ||
  given.startsWith(`${word}:`) ||
  given.startsWith(`${word}/`);

/** Matches whole words: "pnpm tests" does not contain "pnpm test". */
function containsWords(text: string, words: string): boolean {
  const at = text.indexOf(words);
  if (at < 0 || !/^[\w.-]+ [\w:.-]+$/.test(words)) return false;
  return !/[\w.:-]/.test(text[at - 1] ?? "") && !/[\w:-]/.test(text[at + words.length] ?? "");
}
