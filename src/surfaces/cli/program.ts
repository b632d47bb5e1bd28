import { type Argument, Command, CommanderError, Option } from "commander";
import { MemoryError } from "../../core/failure.ts";
import { nearest } from "../../core/nearest.ts";
import type { Verb } from "../verbs/verb.ts";
import { type Flag, flagsOf } from "../verbs/flags.ts";

/** Flags that every command takes. */
export type GlobalFlags = {
  readonly json: boolean;
  readonly project?: string;
  readonly agent?: string;
  readonly color: boolean;
};

/** What a person asked for. */
export type Asked = { readonly verb: Verb; readonly input: { readonly [name: string]: unknown }; readonly flags: GlobalFlags };

/** A command that is not a verb: it concerns the command line itself. */
export type LocalCommand = {
  readonly name: string;
  readonly summary: string;
  readonly words: readonly string[];
  readonly examples: Verb["examples"];
};

export type AskedLocal = { readonly local: string; readonly words: readonly string[]; readonly flags: GlobalFlags };

export type ProgramInput = {
  readonly verbs: readonly Verb[];
  readonly locals: readonly LocalCommand[];
  readonly version: string;
  readonly write: (text: string) => void;
};

/** Reads a command line. Undefined: help or the version was printed, and there is nothing to do. */
export function parseCommandLine(argv: readonly string[], input: ProgramInput): Asked | AskedLocal | undefined {
  const words = argv.map(kebab);
  let asked: Asked | AskedLocal | undefined;
  const program = programOf(only(words[0], input), (found) => {
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

/** When the first word names a command, the others need not be set up: that is most of a start's cost. */
function only(first: string | undefined, input: ProgramInput): ProgramInput {
  const verbs = input.verbs.filter(({ name }) => name === first);
  const locals = input.locals.filter(({ name }) => name === first);
  return verbs.length + locals.length === 0 ? input : { ...input, verbs, locals };
}

/** Fields are snake_case everywhere else, so `--related_paths` must do as well as `--related-paths`. */
function kebab(word: string): string {
  const [, flag, rest] = /^(--[a-z_-]+)(=.*)?$/s.exec(word) ?? [];
  return flag === undefined ? word : `${flag.replaceAll("_", "-")}${rest ?? ""}`;
}

function programOf(input: ProgramInput, found: (asked: Asked | AskedLocal) => void): Command {
  const program = withGlobals(new Command("tidemark"))
    .description("Memory for coding agents: starts where the last one stopped, tells only what still holds.")
    .version(input.version, "-V, --version", "Print the version")
    .helpOption("-h, --help", "Show help")
    .helpCommand("help [command]", "Show help for a command")
    .showHelpAfterError(false)
    .configureHelp({ subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(" ") })
    .exitOverride()
    .configureOutput({ writeOut: input.write, writeErr: () => {} })
    .addHelpText("after", `\nExample:\n  tidemark remember "We build with pnpm" --kind decision --topic build\n  tidemark brief`);
  for (const verb of input.verbs) addVerb(program, verb, found);
  for (const local of input.locals) addLocal(program, local, found);
  return program;
}

/** Every command takes options, so saying so tells nothing. */
function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "…" : ""}`.toUpperCase();
  return argument.required ? name : `[${name}]`;
}

function withGlobals(command: Command): Command {
  return command
    .addOption(new Option("--json", "One JSON document on standard output").default(false).hideHelp(command.name() !== "tidemark"))
    .addOption(new Option("--project <dir>", "Another project than the one of this folder").hideHelp(command.name() !== "tidemark"))
    .addOption(new Option("--agent <name>", "Act under this name").hideHelp(command.name() !== "tidemark"))
    .addOption(new Option("--no-color", "Plain text").hideHelp(command.name() !== "tidemark"));
}

function addVerb(program: Command, verb: Verb, found: (asked: Asked) => void): void {
  const command = withGlobals(program.command(verb.name)).description(verb.summary);
  const flags = flagsOf(verb);
  const words = verb.words ?? [];
  words.forEach((name, i) => {
    const flag = flags.find((one) => one.name === name);
    const isLast = i === words.length - 1 && flag?.type !== "list";
    const dots = isLast && JOINED.has(name) ? "..." : "";
    command.argument(flag?.isRequired ? `<${name}${dots}>` : `[${name}${dots}]`, flag?.help ?? "");
  });
  for (const flag of flags) if (!words.includes(flag.name)) command.addOption(optionOf(flag, verb));
  command.addHelpText("after", exampleText(verb.examples));
  command.action((...given: unknown[]) => {
    const positional = given.slice(0, words.length);
    const options = command.opts();
    const globals = command.optsWithGlobals() as GlobalFlags;
    found({ verb, input: inputOf(flags, { words, positional, options }), flags: globals });
  });
}

/** Inputs that are sentences: people forget the quotes, and the words then belong together. */
const JOINED: ReadonlySet<string> = new Set(["text", "query"]);

function optionOf(flag: Flag, verb: Verb): Option {
  const letter = Object.entries(verb.letters ?? {}).find(([, name]) => name === flag.name)?.[0];
  const long = flag.flag.length === 1 ? "" : `--${flag.flag}`;
  const names = [letter === undefined ? "" : `-${letter}`, long].filter(Boolean).join(", ");
  const help = [flag.help, flag.defaultText && `(default ${flag.defaultText})`].filter(Boolean).join(" ");
  const option = new Option(flag.type === "switch" ? names : `${names} <${flag.name}>`, help);
  if (flag.type === "list") option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
  return option;
}

type Given = { readonly words: readonly string[]; readonly positional: readonly unknown[]; readonly options: { readonly [name: string]: unknown } };

function inputOf(flags: readonly Flag[], { words, positional, options }: Given): { [name: string]: unknown } {
  const input: { [name: string]: unknown } = {};
  for (const { name, flag } of flags) {
    const at = words.indexOf(name);
    const value = at >= 0 ? positional[at] : options[camel(flag)];
    if (value === undefined) continue;
    input[name] = at >= 0 && Array.isArray(value) ? value.join(" ") : value;
  }
  return input;
}

const camel = (flag: string): string => flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

function addLocal(program: Command, local: LocalCommand, found: (asked: AskedLocal) => void): void {
  const command = withGlobals(program.command(local.name)).description(local.summary);
  for (const word of local.words) command.argument(word);
  command.addHelpText("after", exampleText(local.examples));
  command.action((...given: unknown[]) => {
    const words = given.slice(0, local.words.length).filter((word) => typeof word === "string");
    found({ local: local.name, words, flags: command.optsWithGlobals() as GlobalFlags });
  });
}

function exampleText(examples: Verb["examples"]): string {
  const lines = examples.map(({ command, says }) => `  ${command}\n      ${says}`);
  return `\n${examples.length > 1 ? "Examples" : "Example"}:\n${lines.join("\n")}\n\nEvery command also takes --json, --project DIR, --agent NAME and --no-color.`;
}

/** Commander's own words, with a suggestion of ours and the way to help. */
function usageError(error: CommanderError, argv: readonly string[], input: ProgramInput): MemoryError {
  const names = [...input.verbs, ...input.locals].map(({ name }) => name);
  const [sentence = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
  const command = argv.find((word) => names.includes(word));
  const unknown = /unknown command '(.+)'/.exec(sentence)?.[1];
  const close = unknown === undefined ? undefined : nearest(unknown, names);
  const said = /Did you mean (?:one of )?(.+)\?/.exec(rest.join(" "))?.[1];
  const hint = close ?? said;
  const see = `See: tidemark ${command ? `${command} ` : ""}--help`;
  const field = /'[^']*?(?:--)?([a-z_-]+)(?: <[^']*)?'/.exec(sentence)?.[1];
  return new MemoryError("input.invalid", `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${sentence.endsWith(".") ? "" : "."}`, {
    ...(field === undefined ? {} : { field: field.replaceAll("-", "_") }),
    fix: hint === undefined ? see : `Did you mean ${hint}? ${see}`,
  });
}
