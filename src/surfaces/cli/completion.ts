import { KIND_NAMES, statusesOf } from "../../core/items/kinds.ts";
import { flagsOf } from "../verbs/flags.ts";
import type { Verb } from "../verbs/verb.ts";
import { ALIASES } from "./help-page.ts";
import type { LocalCommand } from "./program.ts";

/**
 * One script per shell. Each asks `tidemark completion words` for the words that fit the command line typed so far, and
 * gets one per line, followed by a tab and a description. The word under the cursor is passed last, behind an equals
 * sign, because PowerShell drops empty arguments.
 */
const SCRIPTS: { readonly [shell: string]: string } = {
  bash: `_tidemark() {
  local line typed=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  COMPREPLY=()
  while IFS= read -r line; do COMPREPLY+=("\${line%%$'\\t'*}"); done \\
    < <(tidemark completion words -- "\${typed[@]}" "=\${COMP_WORDS[COMP_CWORD]}" 2>/dev/null)
}
complete -o default -F _tidemark tidemark
`,
  zsh: `#compdef tidemark
_tidemark() {
  local line word
  local -a found
  while IFS= read -r line; do
    word="\${line%%$'\\t'*}"
    found+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
  done < <(tidemark completion words -- "\${(@)words[2,CURRENT-1]}" "=\${words[CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe tidemark found; else _files; fi
}
compdef _tidemark tidemark
`,
  fish: `function __tidemark_words
  set -l typed (commandline -opc)
  tidemark completion words -- $typed[2..-1] "="(commandline -ct) 2>/dev/null
end
complete -c tidemark -a '(__tidemark_words)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName tidemark -ScriptBlock {
  param($word, $command, $cursor)
  $typed = @($command.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -ne '' -and $typed.Count -gt 0) { $typed = @($typed | Select-Object -SkipLast 1) }
  tidemark completion words -- @typed "=$word" 2>$null | ForEach-Object {
    $found, $about = $_ -split "\`t", 2
    [System.Management.Automation.CompletionResult]::new($found, $found, 'ParameterValue', $(if ($about) { $about } else { $found }))
  }
}
`,
};

export const SHELLS: readonly string[] = Object.keys(SCRIPTS);

/** The script for a shell, or undefined for an unknown shell. */
export const completionScript = (shell: string): string | undefined => SCRIPTS[shell];

/** Words that come from the memory of the project: labels of live items, and topics. */
export type MemoryWords = (what: "items" | "topics") => Promise<readonly string[]>;

export type CompletedCommands = { readonly verbs: readonly Verb[]; readonly locals: readonly LocalCommand[] };

type Completed = { readonly word: string; readonly about: string };

/** The words that fit the last word of a command line, which may be empty, with a description each. */
export async function completeWords(
  typed: readonly string[],
  commands: CompletedCommands,
  memoryWords: MemoryWords,
): Promise<Completed[]> {
  const word = (typed.at(-1) ?? "").replace(/^=/, "");
  const before = typed.slice(0, -1);
  const found = await candidatesFor(before, entriesOf(commands), { word, memoryWords });
  return found.filter((each) => each.word.startsWith(word));
}

const GLOBALS = ["--json", "--project", "--agent", "--no-color", "--help"] as const;

type CommandEntry = {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly string[];
  /** The command's first argument is the label of an item. */
  readonly takesItem: boolean;
};

const entriesOf = ({ verbs, locals }: CompletedCommands): CommandEntry[] => [
  ...verbs.map((verb) => ({
    name: verb.name,
    summary: verb.summary,
    flags: flagNames(verb),
    takesItem: verb.words?.[0] === "id" && !/^(?:session|context|ledger|worker)/.test(verb.name),
  })),
  ...locals.map(({ name, summary, words, options = [] }) => ({
    name,
    summary,
    flags: options.map(({ flag }) => `--${flag}`),
    takesItem: words[0] === "<id>",
  })),
];

function flagNames(verb: Verb): string[] {
  const words: readonly string[] = verb.words ?? [];
  const own = flagsOf(verb).filter(({ name, flag }) => !words.includes(name) && flag.length > 1);
  return own.map(({ flag }) => `--${flag}`);
}

const plainWords = (words: readonly string[]): Completed[] => words.map((word) => ({ word, about: "" }));

type CompletionInput = { readonly word: string; readonly memoryWords: MemoryWords };

/** Options whose values are labels of items. */
const ITEM_OPTION = /^--(?:accept|reject|dismiss|keep|drop|edit|replaces)$/;

async function candidatesFor(
  [first = "", ...rest]: readonly string[],
  entries: readonly CommandEntry[],
  { word, memoryWords }: CompletionInput,
): Promise<Completed[]> {
  const before = first === "" ? [] : [ALIASES[first] ?? first, ...rest];
  const last = before.at(-1) ?? "";
  if (before.length === 0) return firstWords(entries);
  if (["create", "--kind", "--proposes"].includes(last)) return plainWords(KIND_NAMES);
  if (last === "--status") return plainWords([...new Set(KIND_NAMES.flatMap(statusesOf)), "removed"]);
  if (ITEM_OPTION.test(last)) return plainWords(await memoryWords("items"));
  if (last === "--topic") return plainWords(await memoryWords("topics"));
  const two = before.slice(0, 2).join(" ");
  const command = entries.find(({ name }) => name === two) ?? entries.find(({ name }) => name === before[0]);
  if (word.startsWith("-")) return plainWords([...(command?.flags ?? []), ...GLOBALS]);
  const seconds = before.length === 1 ? secondWords(entries, last) : [];
  const isFirstArgument = before.length === command?.name.split(" ").length;
  const items = command?.takesItem && isFirstArgument ? plainWords(await memoryWords("items")) : [];
  return [...seconds, ...items];
}

/** The first words of all commands, each once. */
function firstWords(entries: readonly CommandEntry[]): Completed[] {
  const firsts = new Map<string, string>();
  for (const { name, summary } of entries) {
    const first = name.split(" ")[0] ?? name;
    if (!firsts.has(first)) firsts.set(first, summary);
  }
  firsts.set("help", "Show the help of a command.");
  return [...firsts].map(([word, about]) => ({ word, about }));
}

/** The second words of commands of two words: list and show for session. */
const secondWords = (entries: readonly CommandEntry[], first: string): Completed[] =>
  entries.flatMap(({ name, summary }) =>
    name.startsWith(`${first} `) ? [{ word: name.slice(first.length + 1), about: summary }] : [],
  );
