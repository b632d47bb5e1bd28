type FlagValue = string | number | boolean | readonly string[] | undefined;

/** Letters that a shell leaves alone. */
const PLAIN = /^[\w@%+=:,./][\w@%+=:,./#-]*$/;

const quoted = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** The command that does the same in a terminal: words as they are, then flags by name. */
export function commandLine(
  words: readonly string[],
  flags: { readonly [name: string]: FlagValue } = {},
): string {
  const given = Object.entries(flags).flatMap(([name, value]) => flagWords(`--${name}`, value));
  return ["tidemark", ...words.map(quoted), ...given].join(" ");
}

function flagWords(flag: string, value: FlagValue): string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return [flag];
  const values = Array.isArray(value) ? value : [value];
  return values.map((each) => `${flag} ${quoted(String(each))}`);
}
