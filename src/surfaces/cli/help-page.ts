import type { Verb } from "../verbs/verb.ts";
import type { LocalCommand } from "./program.ts";

/** Other names that people type first, with the command of each. */
export const ALIASES: { readonly [alias: string]: string } = {
  add: "remember",
  ls: "find",
  list: "find",
  search: "recall",
  rm: "remove",
  show: "get",
  delta: "resume",
};

/** Names of commands, separated by commas. */
const commands = (names: string): readonly string[] => names.split(/,\s*/).map((name) => name.trim());

/** The commands that people need on the first day. */
export const FIRST_COMMANDS: readonly string[] = commands(
  "init, status, remember, recall, find, brief, review, import, off, doctor",
);

/** Every command once, grouped by purpose. */
export const COMMAND_GROUPS: { readonly [purpose: string]: readonly string[] } = {
  "Set up": commands("init, demo, off, on, projects, uninstall, completion"),
  Keep: commands("remember, create, update, edit, transition, remove, undo, forget, scrub"),
  "Search and inspect": commands(`
    status, recall, find, log, get, why, why-not, usage, topics, working, tape, as-of`),
  "See what agents get": commands("brief, context show, ledger, ledger show, resume, agents"),
  "Review and rate": commands("review, rate, stale list, stale resolve, stale snooze"),
  "Hand over and resume": commands(`
    handoff create, handoff accept, handoff close, handoff list, context init, context sync,
    context switch, context archive, context restore, context list, context validate,
    context refresh, context complete, context session`),
  "Sessions and data": commands(`
    session list, session show, session start, session end, import, record, export, share, backup,
    migrate, sync, restore, adopt`),
  "Maintain the memory": commands("doctor, verify, rebuild, worker, worker status, worker retry"),
  "Dashboard and sharing": commands("open, serve, token create, token list, token revoke"),
  "Run by hosts": commands("hook, mcp"),
};

type HelpInput = { readonly verbs: readonly Verb[]; readonly locals: readonly LocalCommand[] };

const ABOUT = "Memory for coding agents: a new session continues where the last one stopped.";

const FLAGS = `Every command takes --json, --project DIR, --agent NAME, --no-color and --help.`;

/** The first page of help: the commands people need. */
export function firstPage(input: HelpInput): string {
  const aliases = Object.entries(ALIASES).map(([alias, command]) => `${alias} (${command})`);
  return [
    "Usage: tidemark [COMMAND] [OPTIONS]",
    "",
    ABOUT,
    "",
    ...commandLines(FIRST_COMMANDS, input),
    "",
    `Aliases: ${aliases.join(", ")}`,
    FLAGS,
    "",
    "All commands:    tidemark help --all",
    "One command:     tidemark help COMMAND",
    "",
    "Example:",
    '  tidemark remember "We build with pnpm" --kind decision --topic build',
    "  tidemark brief",
    "",
  ].join("\n");
}

/** Every command, grouped by purpose. */
export function allPage(input: HelpInput): string {
  const groups = Object.entries(COMMAND_GROUPS).flatMap(([purpose, names]) => [
    `${purpose}:`,
    ...commandLines(names, input),
    "",
  ]);
  return ["Usage: tidemark [COMMAND] [OPTIONS]", "", ...groups, FLAGS, ""].join("\n");
}

const NAME_WIDTH = 18;

function commandLines(names: readonly string[], { verbs, locals }: HelpInput): string[] {
  const all = [...verbs, ...locals];
  return names.flatMap((name) => {
    const summary = all.find((each) => each.name === name)?.summary;
    return summary === undefined ? [] : [`  ${name.padEnd(NAME_WIDTH)} ${summary}`];
  });
}
