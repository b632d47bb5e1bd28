import { type Argument, Command, CommanderError, Option } from "commander";
import { MemoryError } from "../../core/failure.ts";
import { nearest } from "../../core/text/nearest.ts";
import { type Flag, flagsOf } from "../verbs/flags.ts";
import type { Verb } from "../verbs/verb.ts";
import { ALIASES, allPage, firstPage } from "./help-page.ts";

/** Flags that every command takes. */
export type GlobalFlags = {
  readonly json?: boolean;
  readonly project?: string;
  readonly agent?: string;
  readonly color: boolean;
};

/** The command that a person typed. */
export type CommandRequest = {
  readonly verb: Verb;
  readonly input: { readonly [name: string]: unknown };
  readonly flags: GlobalFlags;
};

/** A command that is not a verb: it is about the command line itself. */
export type LocalCommand = {
  readonly name: string;
  readonly summary: string;
  readonly words: readonly string[];
  /** Its own flags with the value that each takes and its help. A flag without a value is a switch. */
  readonly options?: readonly { readonly flag: string; readonly value?: string; readonly help: string }[];
  readonly examples: Verb["examples"];
};

export type AskedLocal = {
  readonly local: string;
  readonly words: readonly string[];
  /** Values of its own flags, by name. */
  readonly options: { readonly [name: string]: string | boolean };
  readonly flags: GlobalFlags;
};

export type ProgramInput = {
  /** The verbs whose names begin with a word, or every verb. */
  readonly verbs: (first?: string) => readonly Verb[];
  readonly locals: readonly LocalCommand[];
  readonly version: string;
  readonly write: (text: string) => void;
};

/** Reads a command line. Undefined: help or the version was printed, and nothing else is to be done. */
export function parseCommandLine(
  argv: readonly string[],
  input: ProgramInput,
): CommandRequest | AskedLocal | undefined {
  const words = argv.map(kebab);
  const page = helpPage(words);
  if (page) {
    input.write(page({ verbs: input.verbs(), locals: input.locals }));
    return undefined;
  }
  if (words[0] === "help")
    refuseUnknown(
      words.slice(1).find((word) => !word.startsWith("-")),
      input,
    );
  let asked: CommandRequest | AskedLocal | undefined;
  const program = programOf(onlyFirst(words[0], input), (found) => {
    asked = found;
  });
  try {
    program.parse(words, { from: "user" });
    return asked;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    throw usageError(error, words, input);
  }
}

/** The page for `--help`, `help` or `help --all` alone. */
function helpPage(words: readonly string[]): typeof firstPage | undefined {
  const isHelp = words[0] === "help" || words[0] === "--help" || words[0] === "-h";
  if (!isHelp || words.slice(1).some((word) => word !== "--all")) return undefined;
  return words.length > 1 ? allPage : firstPage;
}

/** Help for an unknown command is refused like the command itself. */
function refuseUnknown(name: string | undefined, { verbs, locals }: ProgramInput): void {
  const firsts = [...verbs(), ...locals].map((each) => each.name.split(" ")[0] ?? "");
  const names = ["help", ...firsts, ...Object.keys(ALIASES)];
  if (name === undefined || name.startsWith("-") || names.includes(name)) return;
  const close = nearest(name, names);
  throw new MemoryError("input.invalid", `Unknown command '${name}'.`, {
    field: "command",
    fix: close ? `Did you mean ${close}? See: tidemark --help` : "See: tidemark --help",
  });
}

/** If the first word names a command, the others need not be set up: setting up all would be most of the start time. */
function onlyFirst(first: string | undefined, input: ProgramInput): ProgramInput {
  const verbs = first === undefined ? [] : input.verbs(ALIASES[first] ?? first);
  const locals = input.locals.filter(({ name }) => name === first);
  return verbs.length + locals.length === 0 ? input : { ...input, verbs: () => verbs, locals };
}

/** Fields are written in snake_case everywhere else, so `--related_paths` works as well as `--related-paths`. */
function kebab(word: string): string {
  const [, flag, rest] = /^(--[a-z_-]+)(=.*)?$/s.exec(word) ?? [];
  return flag === undefined ? word : `${flag.replaceAll("_", "-")}${rest ?? ""}`;
}

function programOf(input: ProgramInput, found: (asked: CommandRequest | AskedLocal) => void): Command {
  const program = withGlobals(new Command("tidemark"))
    .description("Memory for coding agents: a new session continues where the last one stopped.")
    .version(input.version, "-V, --version", "Print the version")
    .helpOption("-h, --help", "Show help")
    .helpCommand("help [command]", "Show help for a command")
    .showHelpAfterError(false)
    .configureHelp({
      subcommandTerm: termOf,
      commandUsage: usageOf,
      argumentTerm,
      optionTerm,
      minWidthToWrap: WRAP_MIN,
    })
    .exitOverride()
    .configureOutput({ writeOut: input.write, writeErr: () => {} });
  for (const verb of input.verbs()) addVerb(program, verb, found);
  for (const local of input.locals) addLocal(program, local, found);
  return program;
}

/** Help is fitted to any screen wider than a phone's. */
const WRAP_MIN = 12;

const termOf = (command: Command): string =>
  [command.name(), ...command.registeredArguments.map(argumentTerm)].join(" ");

/** `--since WHEN` instead of `--since <WHEN>`: nobody types the brackets. */
const optionTerm = (option: Option): string => option.flags.replaceAll(/[<>]/g, "");

function usageOf(command: Command): string {
  if (!command.parent) return "tidemark [COMMAND] [OPTIONS]";
  const group = command.parent.parent ? `${command.parent.name()} ` : "";
  return `tidemark ${group}${termOf(command)}${command.options.some(({ hidden }) => !hidden) ? " [OPTIONS]" : ""}`;
}

/** The name of an argument in a usage line: in capitals, and in brackets if it is optional. */
function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "…" : ""}`.toUpperCase();
  return argument.required ? name : `[${name}]`;
}

function withGlobals(command: Command): Command {
  return command
    .addOption(
      new Option("--json", "One JSON document on standard output").hideHelp(command.name() !== "tidemark"),
    )
    .addOption(
      new Option("--project <DIR>", "Use the project in this folder").hideHelp(command.name() !== "tidemark"),
    )
    .addOption(
      new Option("--agent <NAME>", "Name of the acting agent").hideHelp(command.name() !== "tidemark"),
    )
    .addOption(new Option("--no-color", "Plain text").hideHelp(command.name() !== "tidemark"));
}

/** The summary of each group of two-word commands. */
const GROUPS: { readonly [name: string]: string } = {
  handoff: "Manage notes from one agent to the next.",
  session: "Manage recorded sessions.",
  stale: "Manage items that may be outdated.",
  context: "Manage the active context: the file with the state of the current task.",
};

/** The parent command of a verb: `session list` is `list` under `session`. */
function parentOf(program: Command, names: readonly string[]): Command {
  const [first = ""] = names;
  if (names.length < 2) return program;
  const known = program.commands.find((command) => command.name() === first);
  if (known) return known;
  const group = withGlobals(program.command(first)).description(GROUPS[first] ?? "");
  return group.action(() => group.outputHelp());
}

function addVerb(program: Command, verb: Verb, found: (asked: CommandRequest) => void): void {
  const names = verb.name.split(" ");
  const command = withGlobals(parentOf(program, names).command(names.at(-1) ?? "")).description(verb.summary);
  for (const [alias, name] of Object.entries(ALIASES)) if (name === verb.name) command.alias(alias);
  const flags = flagsOf(verb);
  const words = verb.words ?? [];
  words.forEach((name, i) => {
    const flag = flags.find((one) => one.name === name);
    const takesMany = JOINED.has(name) || flag?.type === "list";
    const dots = takesMany && i === words.length - 1 ? "..." : "";
    command.argument(flag?.isRequired ? `<${name}${dots}>` : `[${name}${dots}]`, flag?.help ?? "");
  });
  for (const flag of flags) if (!words.includes(flag.name)) command.addOption(optionOf(flag, verb));
  command.addHelpText("after", exampleText(verb.examples));
  command.action((...given: unknown[]) => {
    const positional = given.slice(0, words.length);
    const options = command.opts();
    const globals = command.optsWithGlobals<GlobalFlags>();
    found({ verb, input: inputOf(flags, { words, positional, options }), flags: globals });
  });
}

/** Inputs that are sentences. People forget the quotes, so all their words belong together. */
const JOINED: ReadonlySet<string> = new Set(["text", "query"]);

function optionOf(flag: Flag, verb: Verb): Option {
  const letter = Object.entries(verb.letters ?? {}).find(([, name]) => name === flag.name)?.[0];
  const long = flag.flag.length === 1 ? "" : `--${flag.flag}`;
  const names = [letter === undefined ? "" : `-${letter}`, long].filter(Boolean).join(", ");
  const note = flag.isRequired ? "(needed)" : flag.defaultText && `(default ${flag.defaultText})`;
  // If a command takes no arguments, the words that follow belong to the option.
  const takesMany = flag.type === "list" && (verb.words ?? []).length === 0;
  const option = new Option(namesWith(names, flag, takesMany), [flag.help, note].filter(Boolean).join(" "));
  if (flag.type === "list")
    option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
  return option;
}

function namesWith(names: string, { type, placeholder }: Flag, takesMany: boolean): string {
  if (type === "switch") return names;
  if (takesMany) return `${names} <${placeholder}...>`;
  return type === "maybe" ? `${names} [${placeholder}]` : `${names} <${placeholder}>`;
}

type ParsedArguments = {
  readonly words: readonly string[];
  readonly positional: readonly unknown[];
  readonly options: { readonly [name: string]: unknown };
};

function inputOf(
  flags: readonly Flag[],
  { words, positional, options }: ParsedArguments,
): { [name: string]: unknown } {
  const input: { [name: string]: unknown } = {};
  for (const { name, flag, type } of flags) {
    const at = words.indexOf(name);
    const value = at >= 0 ? positional[at] : options[camel(flag)];
    const isNone = value === undefined || (at >= 0 && Array.isArray(value) && value.length === 0);
    if (!isNone) input[name] = type !== "list" && Array.isArray(value) ? value.join(" ") : value;
  }
  return input;
}

const camel = (flag: string): string =>
  flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

function addLocal(program: Command, local: LocalCommand, found: (asked: AskedLocal) => void): void {
  const command = withGlobals(program.command(local.name)).description(local.summary);
  for (const word of local.words) command.argument(word);
  for (const { flag, value, help } of local.options ?? [])
    command.option(value === undefined ? `--${flag}` : `--${flag} <${value}>`, help);
  command.addHelpText("after", exampleText(local.examples));
  command.action((...given: unknown[]) => {
    const words = given
      .slice(0, local.words.length)
      .flat()
      .filter((word) => typeof word === "string");
    const values = command.opts<AskedLocal["options"]>();
    const options = Object.fromEntries(
      (local.options ?? []).flatMap(({ flag }) => {
        const value = values[camel(flag.replace(/^no-/, ""))];
        return value === undefined ? [] : [[flag.replace(/^no-/, ""), value]];
      }),
    );
    found({ local: local.name, words, options, flags: command.optsWithGlobals<GlobalFlags>() });
  });
}

function exampleText(examples: Verb["examples"]): string {
  const lines = Object.entries(examples).map(([command, says]) => `  ${command}\n      ${says}`);
  return `\n${lines.length > 1 ? "Examples" : "Example"}:\n${lines.join("\n")}\n\nEvery command also takes --json, --project DIR, --agent NAME and --no-color.`;
}

/** Commander's message, with our suggestion and the command for help. */
function usageError(error: CommanderError, argv: readonly string[], input: ProgramInput): MemoryError {
  const sentence = error.message.replace(/^error: /, "").split("\n")[0] ?? "";
  const command = commandIn(argv, input);
  const { field, close } = faultOf(error.code, sentence, { ...input, command });
  const see = `See: tidemark ${command ? `${command} ` : ""}--help`;
  return new MemoryError(
    "input.invalid",
    `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${sentence.endsWith(".") ? "" : "."}`,
    {
      ...(field === undefined ? {} : { field: field.replaceAll("-", "_") }),
      fix: close === undefined ? see : `Did you mean ${close}? ${see}`,
    },
  );
}

/** The command that was meant, as far as its words were typed. */
function commandIn(argv: readonly string[], input: ProgramInput): string | undefined {
  const words = argv.filter((word) => !word.startsWith("-"));
  const pairs = words.map((word, i) => `${word} ${words[i + 1] ?? ""}`);
  const known = commandNames(input);
  return (
    pairs.find((pair) => known.includes(pair)) ??
    words.find((word) => known.some((name) => name.split(" ")[0] === word))
  );
}

const commandNames = ({ verbs, locals }: ProgramInput): string[] =>
  [...verbs(), ...locals].map(({ name }) => name);

/** The second word of a command is no command by itself: `retry` means `worker retry`. */
function nearestCommand(word: string, input: ProgramInput): string | undefined {
  const names = commandNames(input);
  const seconds = names.filter((name) => name.endsWith(` ${word}`));
  if (seconds.length > 0) return seconds.join(" or ");
  return nearest(word, [...new Set(names.flatMap((name) => name.split(" ")[0] ?? ""))]);
}

type Fault = { readonly field?: string | undefined; readonly close?: string | undefined };

/** Names the wrong input, and the known input that is most similar to it. */
function faultOf(
  code: string,
  sentence: string,
  input: ProgramInput & { readonly command: string | undefined },
): Fault {
  const quoted = /'([^']*)'/.exec(sentence)?.[1] ?? "";
  if (code === "commander.unknownCommand") return { field: "command", close: nearestCommand(quoted, input) };
  if (code === "commander.missingArgument") return { field: quoted };
  const verb = input.verbs().find((one) => one.name === input.command);
  const local = input.locals.find(({ name: each }) => each === input.command);
  const flags = local?.options ?? (verb && !verb.words ? flagsOf(verb) : []);
  const takesText = flags.some(({ flag }) => flag === "text");
  if (code === "commander.excessArguments")
    return takesText ? { field: "text", close: "--text" } : { field: verb?.words?.at(-1) ?? "command" };
  const name = /(?:^|\s)--([\w-]+)/.exec(quoted)?.[1] ?? /^-(\w)/.exec(quoted)?.[1];
  if (code !== "commander.unknownOption" || name === undefined) return { field: name };
  const words = verb?.words ?? [];
  if (words.includes(name))
    return { field: name, close: `${verb?.name} ${name.toUpperCase()}, without --${name}` };
  const named = verb ? flagsOf(verb).filter((flag) => !words.includes(flag.name)) : [];
  const close = nearest(name, [...named.map(({ flag }) => flag), ...GLOBAL_NAMES]);
  return { field: name, close: close === undefined ? undefined : `--${close}` };
}

const GLOBAL_NAMES = ["json", "project", "agent", "no-color", "help"] as const;
