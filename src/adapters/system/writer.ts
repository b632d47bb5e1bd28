import { accepted, expected } from "../../core/config/config.ts";
import { MemoryError } from "../../core/failure.ts";
import type { Writer } from "../../core/tape/event.ts";
import { plainId } from "../../core/tape/plain-id.ts";

export type WriterInput = {
  readonly env: NodeJS.ProcessEnv;
  readonly place: { readonly worktree: string };
  /** The id of the host program; a person at the command line has none. */
  readonly host?: string;
  readonly flagAgent?: string;
  /** What the config files say. */
  readonly configAgent?: string;
};

const DEFAULT_HOST = "cli";

/** Tells the processes of one agent apart for as long as the tape is kept; process numbers come back. */
const PROCESS = Math.floor(Math.random() * 2 ** 40)
  .toString(16)
  .padStart(10, "0");

/** Who writes in this process: the nearest name the agent was given, else its host's. */
export function writerOf({ env, place, host = DEFAULT_HOST, flagAgent, configAgent }: WriterInput): Writer {
  const named = flagAgent ?? (env.TIDEMARK_AGENT?.trim() || configAgent || host);
  const agent = accepted("agent", named);
  if (agent === undefined) {
    const source = flagAgent === undefined ? "TIDEMARK_AGENT" : "agent";
    throw new MemoryError("input.config", `The agent's name must be ${expected("agent")}.`, {
      field: source,
      fix: 'Give it a short name, such as "reviewer".',
    });
  }
  return { agent: plainId(agent), host, process: PROCESS, worktree: place.worktree };
}
