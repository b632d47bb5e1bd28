import type { Command } from "./command.ts";
import { isCheck } from "./looking.ts";
import { pattern } from "./pattern.ts";

/** Programs that stand for one another, so that the way out can be to use the other one. */
const FAMILIES: readonly (readonly string[])[] = [
  ["npm", "pnpm", "yarn", "bun", "npx", "pnpx", "bunx"],
  ["pip", "pip3", "uv", "poetry", "pipenv", "pdm"],
  ["python", "python3", "py"],
  ["docker", "podman", "docker-compose"],
  ["make", "gmake"],
  ["gradle", "./gradlew", "gradlew"],
  ["mvn", "./mvnw", "mvnw"],
];
/** Options of a check that choose what is run or how much is said: with them less was asked, and nothing put right. */
const NARROWING = pattern(String.raw`
  ^(?:-t|-k|-x|-v|-vv|-q|-s|-f|-m|-u|-p|-run|--run|--grep|--testNamePattern|--test|--filter|--only|--verbose|
  --silent|
  --quiet|--reporter\S*|--bail|--watch\S*|--no-color|--color\S*|--package|--tests|--lib|--testPathPattern\S*|
  --coverage|
  --no-coverage|--fix|--write|--updateSnapshot)(?:=.*)?$`);
const ADDED_MAX = 4;
const WORDS_MAX = 60;

/**
 * True when the second command is the first put another way: with an option more, run through something, or
 * with a program that stands for the first one's. Asking for less is not.
 */
export function isSameButFor(failed: Command, passed: Command): boolean {
  const [one, other] = [wordsIn(failed.base), wordsIn(passed.base)];
  const [name = "", ...rest] = one;
  if (name === "" || name === "git" || one.join(" ") === other.join(" ")) return false;
  if (other.length > one.length && other.slice(-one.length).join(" ") === one.join(" ")) return true;
  if (name !== other[0]) {
    const isKin = FAMILIES.some((names) => names.includes(name) && names.includes(other[0] ?? ""));
    return isKin && rest.length > 0 && rest.every((word) => other.includes(word));
  }
  const added = other.filter((word) => !one.includes(word) && word !== "--");
  const gone = one.filter((word) => !other.includes(word));
  const isNarrower = isCheck(failed) && added.some((word) => NARROWING.test(word));
  const isOption = /^-{1,2}\w/.test(added[0] ?? "") || /^-{1,2}\w/.test(added[1] ?? "");
  return isOption && !isNarrower && added.length <= ADDED_MAX && gone.length <= (rest.length > 1 ? 1 : 0);
}

const wordsIn = (base: string): string[] => base.split(" ").filter(Boolean).slice(0, WORDS_MAX);
