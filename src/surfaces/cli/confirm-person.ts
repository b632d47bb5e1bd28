import { agentHostIn } from "../../core/agent-hosts.ts";
import type { Keys } from "../../ports/keys.ts";
import type { CommandRequest } from "./program.ts";
import type { Terminal } from "./terminal.ts";

/** Verbs whose outcome depends on whether a person runs them. */
const PERSON_MATTERS: readonly string[] =
  "init,on,uninstall,share,remember,create,update,transition,undo,review,forget,import,restore,adopt,scrub,context sync".split(
    ",",
  );

/** Nobody may sit at a terminal that an agent's host opened: the question must not wait for ever. */
const WAIT_MS = 30_000;

/**
 * In the shell of an agent's host every command counts as the agent's. A person confirms to be there by typing a number that the program
 * has just made up. No flag does that, because an agent can pass every flag. True: a person is there.
 */
export async function isConfirmedPerson(
  { verb, flags }: CommandRequest,
  terminal: Terminal,
): Promise<boolean> {
  const host = agentHostIn(terminal.env);
  const isNamed = flags.agent !== undefined || Boolean(terminal.env.TIDEMARK_AGENT?.trim());
  if (host === undefined || isNamed || !terminal.keys || flags.json) return false;
  if (!PERSON_MATTERS.includes(verb.name)) return false;
  const code = String(1000 + Math.floor(Math.random() * 9000));
  const keys = await terminal.keys();
  try {
    const question = `This shell belongs to ${host}, so the command counts as the agent's. If you are a person, type ${code}: `;
    return (await answerWithin(keys, question))?.trim() === code;
  } finally {
    keys.close();
  }
}

/** Asks the person at this terminal yes or no; undefined if an agent, or nobody, may sit there. */
export function askingAt(
  { keys: open, env, err }: Terminal,
  flags: CommandRequest["flags"],
): { readonly ask?: (question: string) => Promise<boolean> } {
  const isNamed = flags.agent !== undefined || Boolean(env.TIDEMARK_AGENT?.trim());
  if (open === undefined || flags.json || isNamed || agentHostIn(env) !== undefined) return {};
  const ask = async (question: string): Promise<boolean> => {
    const keys = await open();
    try {
      err(`${question} [y]es [n]o `);
      return await (await import("./setup.ts")).isYes(keys, err);
    } finally {
      keys.close();
    }
  };
  return { ask };
}

function answerWithin(keys: Keys, question: string): Promise<string | undefined> {
  return new Promise((done) => {
    const timer = setTimeout(() => done(undefined), WAIT_MS);
    void keys.line(question, "").then((line) => {
      clearTimeout(timer);
      done(line);
    });
  });
}
