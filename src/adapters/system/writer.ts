import { agentHostIn } from "../../core/agent-hosts.ts";
import { agentOfPerson, isReserved } from "../../core/agent-name.ts";
import { expectedText, parseSetting } from "../../core/config/config.ts";
import { MemoryError } from "../../core/failure.ts";
import type { Voice } from "../../core/items/authority.ts";
import type { Writer } from "../../core/tape/event.ts";
import { plainId } from "../../core/tape/plain-id.ts";

export type WriterInput = {
  readonly env: NodeJS.ProcessEnv;
  readonly place: { readonly worktree: string };
  /** The id of the host program; a person at the command line has none. */
  readonly host?: string;
  readonly flagAgent?: string;
  /** The name in the config files. */
  readonly configAgent?: string;
  /** The person for whom the agent acts, if people share the memory. */
  readonly person?: string | undefined;
  /** True for hooks: if the name is one that no agent can have, they record under their host's name. */
  readonly isForgiving?: boolean;
};

const DEFAULT_HOST = "cli";

export type SpeakerInput = {
  readonly env: NodeJS.ProcessEnv;
  readonly agent?: string;
  readonly host?: string;
  /** The speaker, if the caller knows it. */
  readonly voice?: Voice;
};

export type Speaker = { readonly voice: Voice; readonly agent?: string; readonly host?: string };

/**
 * The speaker and its names. A caller with an agent's name is that agent. A command, or a program with our library, that runs in the shell
 * of an agent's host is that agent too, whatever it claims.
 */
export function speakerOf({ env, agent, host, voice }: SpeakerInput): Speaker {
  const given = { ...(agent === undefined ? {} : { agent }), ...(host === undefined ? {} : { host }) };
  const isNamed = agent !== undefined || Boolean(env.TIDEMARK_AGENT?.trim());
  if (voice !== undefined || isNamed) return { ...given, voice: voice ?? "agent" };
  const shell = host === undefined || host === LIBRARY ? agentHostIn(env) : undefined;
  if (shell === undefined) return { ...given, voice: "person" };
  return { voice: "agent", agent: shell, host: host ?? shell };
}

/** The name of a program that uses the library and gives no name. */
const LIBRARY = "library";

/** Distinguishes the processes of one agent as long as the tape exists; process numbers are reused. */
const PROCESS = Math.floor(Math.random() * 2 ** 40)
  .toString(16)
  .padStart(10, "0");

/** The author in this process: the nearest name that the agent was given, otherwise its host's. */
export function writerOf(input: WriterInput): Writer {
  const { env, place, host = DEFAULT_HOST, flagAgent, configAgent, person, isForgiving = false } = input;
  const named = flagAgent ?? (env.TIDEMARK_AGENT?.trim() || configAgent || host);
  const fit = named !== host && isReserved(named) ? undefined : parseSetting("agent", named);
  const agent = fit ?? (isForgiving ? host : undefined);
  if (agent === undefined) {
    const source = flagAgent === undefined ? "TIDEMARK_AGENT" : "agent";
    throw new MemoryError(
      "input.config",
      `The agent's name must be ${expectedText("agent")}, and not a name of Tidemark's own.`,
      {
        field: source,
        fix: 'Give it a short name, such as "reviewer".',
      },
    );
  }
  return {
    agent: agentOfPerson(person, plainId(agent)),
    host,
    process: PROCESS,
    worktree: place.worktree,
  };
}
