import { wordSet } from "../../text/word-set.ts";
import type { Command } from "./command.ts";
import { pattern } from "./pattern.ts";

/** Errors of a shell that could not enter a folder, so that the command itself was not tried. */
const CANNOT_GO = pattern(
  String.raw`
  (?:^|[\s:])(?:cd|pushd|chdir|set-location)\b[^\n]{0,200}(?:no such file|not a directory|not exist|cannot find)|
  can'?t cd to|cannot change to|the system cannot find the path`,
  "im",
);
/** Errors about a path that does not exist in the command's folder. */
const NOT_HERE = pattern(
  String.raw`
  no such file or directory|can't open file|cannot open|file or directory not found|does not exist|
  could not open|enoent|cannot find module '[./\\]|no tests? (?:found|ran|files)|not a git repository|
  not a valid editable requirement|neither '?setup\.py`,
  "i",
);

/** Options for the amount of output. */
const LOUDNESS: ReadonlySet<string> = wordSet("-q -qq -v -vv -s --quiet --verbose --silent");

/** True when the shell could not enter the folder that the command begins with. */
export const failedToEnterFolder = ({ folder }: Command, output: string): boolean =>
  folder !== "" && CANNOT_GO.test(output);

/** True if two commands differ only in their folder and in the beginning of their paths. */
export function differsOnlyInFolder(failed: Command, passed: Command, output: string): boolean {
  const isMoved = failed.base !== passed.base || !isSameFolder(failed.folder, passed.folder);
  if (!isMoved || failed.environment !== passed.environment) return false;
  return (NOT_HERE.test(output) || CANNOT_GO.test(output)) && isAlikeButForPaths(failed.base, passed.base);
}

/** Words of two commands may be paths with the same end; all other words must be equal. */
function isAlikeButForPaths(failed: string, passed: string): boolean {
  const [one, other] = [failed, passed].map((base) => base.split(" ").filter((word) => !LOUDNESS.has(word)));
  if (one === undefined || other === undefined) return false;
  return one.length === other.length && one.every((word, i) => isSamePlace(word, other[i] ?? ""));
}

const isSamePlace = (one: string, other: string): boolean =>
  one === other || endsAs(one, other) || endsAs(other, one);

const endsAs = (long: string, short: string): boolean => {
  const bare = short.replace(/^(?:\.{1,2}\/)+/, "");
  return bare !== "" && (long === bare || long.endsWith(`/${bare}`));
};

/** Folders are relative to the shell's folder, so a longer path can mean the same folder. */
export const isSameFolder = (one: string, other: string): boolean =>
  one === other || (one !== "" && other !== "" && isSamePlace(one, other));
