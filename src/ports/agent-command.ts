import type { ModelReply } from "./model.ts";

/** What an agent is started with. */
export type AgentCall = {
  readonly system: string;
  /** The model that the user named; undefined for the agent's own choice. */
  readonly model: string | undefined;
};

/**
 * How a coding agent on this machine is asked one question and nothing else: without tools, without hooks, without a
 * session that it keeps, as far as it can be told so. The question goes to its standard input.
 */
export type AgentCommand = {
  readonly host: string;
  /** The name that people know. */
  readonly name: string;
  /** The program, which is looked for on the search path. */
  readonly program: string;
  readonly args: (call: AgentCall) => readonly string[];
  /** The arguments carry the system text; otherwise it stands before the question. */
  readonly takesSystem?: true;
  readonly env?: { readonly [variable: string]: string };
  /** Files in the folder in which it runs, by their paths there: settings that no argument can give. */
  readonly files?: { readonly [path: string]: string };
  /** The reply in the program's output; undefined if there is none. */
  readonly replyIn: (output: string) => ModelReply | undefined;
};
