import { shellWord } from "../../core/text/shell-word.ts";

type FlagValue = string | number | boolean | readonly string[] | undefined;

/** The command that does the same in a terminal: words as they are, then flags by name. */
export function commandLine(
  words: readonly string[],
  flags: { readonly [name: string]: FlagValue } = {},
): string {
  const given = Object.entries(flags).flatMap(([name, value]) => flagWords(`--${name}`, value));
  return ["tidemark", ...words.map(shellWord), ...given].join(" ");
}

function flagWords(flag: string, value: FlagValue): string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return [flag];
  const values = Array.isArray(value) ? value : [value];
  return values.map((each) => flagWith(flag, String(each)));
}

/** A value that begins with a dash must not be read as a flag of its own. */
const flagWith = (flag: string, value: string): string =>
  `${flag}${value.startsWith("-") ? "=" : " "}${shellWord(value)}`;
