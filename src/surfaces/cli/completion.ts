import { KIND_NAMES, statusesOf } from "../../core/items/kinds.ts";
import { flagsOf } from "../verbs/flags.ts";
import type { Verb } from "../verbs/verb.ts";
import type { LocalCommand } from "./program.ts";

export const SHELLS: readonly string[] = ["bash", "zsh", "fish"];

/** Words of a memory that a script asks for while somebody types: `tidemark completion items`. */
export const COMPLETED_WORDS = ["items", "topics"] as const;
export type CompletedWords = (typeof COMPLETED_WORDS)[number];

type CompletedCommand = {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly string[];
  /** Its first word is the label of an item. */
  readonly takesItem: boolean;
};

/** A script that completes commands, flags, kinds and statuses; undefined for an unknown shell. */
export function completionScript(
  shell: string,
  verbs: readonly Verb[],
  locals: readonly LocalCommand[],
): string | undefined {
  const entries: CompletedCommand[] = [
    ...verbs.map((verb) => ({
      name: verb.name,
      summary: verb.summary,
      flags: flagNames(verb),
      takesItem: verb.words?.[0] === "id" && !/^(?:session|context|ledger|worker)/.test(verb.name),
    })),
    ...locals.map(({ name, summary, words, options = [] }) => ({
      name,
      summary,
      flags: [...options.map(({ flag }) => `--${flag}`), ...GLOBALS],
      takesItem: words[0] === "<id>",
    })),
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

const KINDS = KIND_NAMES.join(" ");
const STATUSES = [...new Set(KIND_NAMES.flatMap((kind) => statusesOf(kind))), "removed"].join(" ");

const itemCommands = (entries: readonly CompletedCommand[]): string[] =>
  entries.flatMap(({ name, takesItem }) => (takesItem ? [name] : []));

/** First words, each once. */
const firstWords = (entries: readonly CompletedCommand[]): string[] => [
  ...new Set(entries.map(({ name }) => name.split(" ")[0] ?? name)),
];

/** The second words of a command of two words: list and show for session. */
function secondWords(entries: readonly CompletedCommand[], first: string): string[] {
  return entries.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));
}

/** First words that have second ones. */
const groups = (entries: readonly CompletedCommand[]): string[] =>
  firstWords(entries).filter((first) => secondWords(entries, first).length > 0);

/** Commands of two words come first: `worker status` must not be taken for `worker`. */
const longestFirst = (entries: readonly CompletedCommand[]): CompletedCommand[] =>
  [...entries].sort((a, b) => b.name.split(" ").length - a.name.split(" ").length);

/** What a shell matches the words typed so far against. */
const pattern = (name: string): string => (name.includes(" ") ? `"${name}"` : `"${name} "*`);

function bash(entries: readonly CompletedCommand[]): string {
  const cases = longestFirst(entries).map(
    ({ name, flags }) => `    ${pattern(name)}) words="${flags.join(" ")}" ;;`,
  );
  const seconds = groups(entries).map(
    (first) => `    ${first}) words="${secondWords(entries, first).join(" ")} $words" ;;`,
  );
  const items = itemCommands(entries).map((name) => `"${name}"`);
  return `_tidemark() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${cases.join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${firstWords(entries).join(" ")} help"; fi
  if [ "$COMP_CWORD" -eq 2 ]; then case "$before" in
${seconds.join("\n")}
    *) ;;
  esac; fi
  case "$before" in
    create|--kind|--proposes) words="${KINDS}" ;;
    --status) words="${STATUSES}" ;;
    --topic) local IFS=$'\\n'; words="$(tidemark completion topics 2>/dev/null)" ;;
  esac
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1}" in
    ${items.join("|")}) words="$words $(tidemark completion items 2>/dev/null)" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _tidemark tidemark
`;
}

function zsh(entries: readonly CompletedCommand[]): string {
  const quoted = (text: string) => text.replaceAll("'", "'\\''");
  const described = firstWords(entries).map((first) => {
    const summary = entries.find(({ name }) => name === first || name.startsWith(`${first} `))?.summary ?? "";
    return `    '${first}:${quoted(summary.replaceAll(":", "\\:"))}'`;
  });
  const cases = longestFirst(entries).map(
    ({ name, flags }) => `    ${pattern(name)}) compadd -- ${flags.join(" ")}; _files ;;`,
  );
  const seconds = groups(entries).map(
    (first) => `    ${first}) compadd -- ${secondWords(entries, first).join(" ")} ;;`,
  );
  return `#compdef tidemark
_tidemark() {
  local -a commands
  commands=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case "$words[CURRENT-1]" in
    create|--kind|--proposes) compadd -- ${KINDS}; return ;;
    --status) compadd -- ${STATUSES}; return ;;
    --topic) compadd -- "\${(@f)$(tidemark completion topics 2>/dev/null)}"; return ;;
  esac
  case "\${(j: :)words[2,CURRENT-1]}" in
    ${itemCommands(entries)
      .map((name) => `"${name}"`)
      .join("|")}) compadd -- $(tidemark completion items 2>/dev/null) ;;
  esac
  if (( CURRENT == 3 )); then case "$words[2]" in
${seconds.join("\n")}
    *) ;;
  esac; fi
  case "$words[2] $words[3]" in
${cases.join("\n")}
  esac
}
compdef _tidemark tidemark
`;
}

function fish(entries: readonly CompletedCommand[]): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = entries.flatMap(({ name, summary, flags }) => {
    const [first = name, second] = name.split(" ");
    const seen = second === undefined ? seenAll(first) : seenAll(first, second);
    const command =
      second === undefined ? `-n __fish_use_subcommand -a ${first}` : `-n '${seenAll(first)}' -a ${second}`;
    return [
      `complete -c tidemark ${command} -d ${quoted(summary)}`,
      ...flags.map((flag) => `complete -c tidemark -n '${seen}' -l ${flag.slice(2)}${valuesOf(flag)}`),
    ];
  });
  const only = groups(entries).filter((first) => !entries.some(({ name }) => name === first));
  const heads = only.map((first) => `complete -c tidemark -n __fish_use_subcommand -a ${first}`);
  const kinds = `complete -c tidemark -n '${seenAll("create")}' -a '${KINDS}'`;
  const items = itemCommands(entries).map(
    (name) =>
      `complete -c tidemark -n '${seenAll(...name.split(" "))}' -a '(tidemark completion items 2>/dev/null)'`,
  );
  return `${[...lines, ...heads, kinds, ...items].join("\n")}\n`;
}

const seenAll = (...words: readonly string[]): string =>
  words.map((word) => `__fish_seen_subcommand_from ${word}`).join("; and ");

function valuesOf(flag: string): string {
  if (flag === "--kind" || flag === "--proposes") return ` -x -a '${KINDS}'`;
  if (flag === "--topic") return " -x -a '(tidemark completion topics 2>/dev/null)'";
  return flag === "--status" ? ` -x -a '${STATUSES}'` : "";
}
