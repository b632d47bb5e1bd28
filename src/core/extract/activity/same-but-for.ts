import type { Command } from "./command.ts";
import { isCheck } from "./looking.ts";
import { pattern } from "./pattern.ts";

/** Programs that can replace each other, so that a workaround may be to use another one. */
const FAMILIES: readonly (readonly string[])[] = [
  ["npm", "pnpm", "yarn", "bun", "npx", "pnpx", "bunx"],
  ["pip", "pip3", "uv", "poetry", "pipenv", "pdm"],
  ["python", "python3", "py"],
  ["docker", "podman", "docker-compose"],
  ["make", "gmake"],
  ["gradle", "./gradlew", "gradlew"],
  ["mvn", "./mvnw", "mvnw"],
];
/** Options of a check that select tests or reduce its output. A check that passes with them was not fixed. */
const NARROWING = pattern(String.raw`
  ^(?:-t|-k|-x|-v|-vv|-q|-s|-f|-m|-u|-p|-run|--run|--grep|--testNamePattern|--test|--filter|--only|--verbose|
  --silent|
  --quiet|--reporter\S*|--bail|--watch\S*|--no-color|--color\S*|--package|--tests|--lib|--testPathPattern\S*|
  --coverage|
  --no-coverage|--fix|--write|--updateSnapshot)(?:=.*)?$`);
/** An option, or a setting as a separate word. */
const OPTION = /^-{1,2}\w|^[A-Z][A-Z_]{2,60}=/;
const ADDED_MAX = 4;
const WORDS_MAX = 60;

/**
 * True if the second command is a modification of the first: with an additional option, through a wrapper, with a program of the same
 * family, or with the word that the failure suggested. Narrowing a check does not count.
 */
export function isModifiedCommand(failed: Command, passed: Command, output = ""): boolean {
  const [one, other] = [wordsIn(failed.base), wordsIn(passed.base)];
  const [name = "", ...rest] = one;
  if (name === "" || name === "git" || one.join(" ") === other.join(" ")) return false;
  if (other.length > one.length && other.slice(-one.length).join(" ") === one.join(" ")) return true;
  if (isScriptByHand(failed, passed, output)) return true;
  if (name !== other[0]) {
    return (
      isKinProgram(name, other[0] ?? "") && rest.length > 0 && rest.every((word) => other.includes(word))
    );
  }
  const added = other.filter((word) => !one.includes(word) && word !== "--");
  const gone = one.filter((word) => !other.includes(word));
  if (REJECTED.test(output) && gone.every((word) => OPTION.test(word))) return true;
  const [newWord = "", oldWord = ""] = [added.at(-1), gone[0]];
  const isSpecial =
    gone.length === 1 && oldWord.length > 3 && newWord !== oldWord && newWord.endsWith(oldWord);
  if (isSpecial && !isCheck(failed)) return true;
  const isNarrower = isCheck(failed) && added.some((word) => NARROWING.test(word));
  // The output suggests the new word.
  const isNamed = added.length === 1 && gone.length === 1 && isSuggested(added[0] ?? "", output);
  if (isNamed && !isCheck(failed)) return true;
  const isOption = OPTION.test(added[0] ?? "") || OPTION.test(added[1] ?? "");
  return isOption && !isNarrower && added.length <= ADDED_MAX && gone.length <= (rest.length > 1 ? 1 : 0);
}

/** How a program says that it does not know an option. */
const REJECTED = /(?:unexpected|unknown|unrecogni[sz]ed|invalid|illegal) (?:argument|option|flag)/i;

const SCRIPT = /^(?:npm|pnpm|yarn|bun) (?:run(?:-script)? )?[\w:-]+/;
const PACKAGE_COMMAND = /^(?:npx|pnpx|bunx|(?:npm|pnpm|yarn) (?:exec|dlx)) (?:-\S+ )*(?:-- )?([\w@/.-]+)/;
const NOT_THERE = /missing script|not found|no such|not recogni[sz]ed|ENOENT|cannot find/i;

/** Whether a script could not be started, and the package's command that it stands for was then run by hand: `npx tsc`. */
function isScriptByHand(failed: Command, passed: Command, output: string): boolean {
  const [, program] = PACKAGE_COMMAND.exec(passed.base) ?? [];
  if (program === undefined || !SCRIPT.test(failed.base) || !NOT_THERE.test(output)) return false;
  return /missing script/i.test(output) || output.includes(program);
}

const isSuggested = (word: string, output: string): boolean =>
  /did you mean|instead|renamed|replaced by|use /i.test(output) && word.length > 2 && output.includes(word);

/** True for two programs of one family, of any version. */
export function isKinProgram(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.replace(/^(python|pip)3?\.\d{1,2}$/, "$1"));
  return FAMILIES.some((names) => names.includes(a ?? "") && names.includes(b ?? ""));
}

const wordsIn = (base: string): string[] => base.split(" ").filter(Boolean).slice(0, WORDS_MAX);

/** One program instead of another, with everything else equal. */
export type ProgramSwap = { readonly failed: string; readonly passed: string };

/** The two programs of commands that differ only in the program's name. */
export function programSwap(failed: Command, passed: Command): ProgramSwap | undefined {
  const [one = "", ...rest] = failed.base.split(" ");
  const [other = "", ...others] = passed.base.split(" ");
  const isSwap = one !== other && rest.length > 0 && isKinProgram(one, other);
  return isSwap && rest.join(" ") === others.join(" ") ? { failed: one, passed: other } : undefined;
}
