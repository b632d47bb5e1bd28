import type { Fix, Suggestion } from "../../core/suggestion.ts";
import { shellWord } from "../../core/text/shell-word.ts";

/** A suggestion as a command for a terminal: its words unchanged, then options by name. */
export function commandLine({ verb, words = [], options = {}, next }: Suggestion): string {
  const flags = Object.entries(options).flatMap(([name, value]) =>
    optionWords(`--${name.replaceAll("_", "-")}`, value),
  );
  const command = ["tidemark", verb, ...words.map(quotedWord), ...flags].join(" ");
  return next === undefined ? command : `${command} && ${commandLine(next)}`;
}

/** A fix as people read it: its purpose, then the command. */
export function fixText(fix: Fix): string {
  if (typeof fix === "string") return fix;
  return fix.to === undefined ? commandLine(fix) : `${fix.to}: ${commandLine(fix)}`;
}

type Options = NonNullable<Suggestion["options"]>;

function optionWords(flag: string, value: Options[string]): string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return [flag];
  const values = Array.isArray(value) ? value : [value];
  return values.map((each) => optionWith(flag, String(each)));
}

/** A value that begins with a dash must not be read as an option. */
const optionWith = (flag: string, value: string): string =>
  `${flag}${value.startsWith("-") ? "=" : " "}${quotedWord(value)}`;

/** Plain sentences are shown in double quotes. A shell interprets nothing in them. */
const SENTENCE = /^(?:[\p{L}\p{N}…][\p{L}\p{N}… .,:;#/-]*)?$/u;

const quotedWord = (value: string): string => {
  const word = shellWord(value);
  return word.startsWith("'") && SENTENCE.test(value) ? `"${value}"` : word;
};
