import type { Verb } from "../verbs/verb.ts";
import { flagsOf } from "../verbs/flags.ts";
import type { LocalCommand } from "./program.ts";

export const SHELLS: readonly string[] = ["bash", "zsh", "fish"];

type Entry = { readonly name: string; readonly summary: string; readonly flags: readonly string[] };

/** A script that completes commands and their flags; undefined for a shell we do not know. */
export function completionScript(
  shell: string,
  verbs: readonly Verb[],
  locals: readonly LocalCommand[],
): string | undefined {
  const entries: Entry[] = [
    ...verbs.map((verb) => ({ name: verb.name, summary: verb.summary, flags: flagNames(verb) })),
    ...locals.map(({ name, summary }) => ({ name, summary, flags: [...GLOBALS] })),
  ];
  if (shell === "bash") return bash(entries);
  if (shell === "zsh") return zsh(entries);
  return shell === "fish" ? fish(entries) : undefined;
}

const GLOBALS = ["--json", "--project", "--agent", "--no-color", "--help"] as const;

function flagNames(verb: Verb): string[] {
  const words: readonly string[] = verb.words ?? [];
  const own = flagsOf(verb).filter(({ name, flag }) => !words.includes(name) && flag.length > 1);
  return [...own.map(({ flag }) => `--${flag}`), ...GLOBALS];
}

function bash(entries: readonly Entry[]): string {
  const cases = entries.map(({ name, flags }) => `    ${name}) words="${flags.join(" ")}" ;;`).join("\n");
  return `_tidemark() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words=""
  case "\${COMP_WORDS[1]}" in
${cases}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${entries.map(({ name }) => name).join(" ")}"; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _tidemark tidemark
`;
}

function zsh(entries: readonly Entry[]): string {
  const quoted = (text: string) => text.replaceAll("'", "'\\''");
  const commands = entries.map(({ name, summary }) => `    '${name}:${quoted(summary.replaceAll(":", "\\:"))}'`).join("\n");
  const cases = entries.map(({ name, flags }) => `    ${name}) compadd -- ${flags.join(" ")}; _files ;;`).join("\n");
  return `#compdef tidemark
_tidemark() {
  local -a commands
  commands=(
${commands}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case "$words[2]" in
${cases}
  esac
}
compdef _tidemark tidemark
`;
}

function fish(entries: readonly Entry[]): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = entries.flatMap(({ name, summary, flags }) => [
    `complete -c tidemark -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...flags.map((flag) => `complete -c tidemark -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`),
  ]);
  return `${lines.join("\n")}\n`;
}
