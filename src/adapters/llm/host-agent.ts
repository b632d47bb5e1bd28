import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import { delimiter } from "node:path";
import { AGENT_HOST_VARIABLES } from "../../core/agent-hosts.ts";
import type { Config } from "../../core/config/config.ts";
import { MemoryError } from "../../core/failure.ts";
import { READER_FOLDER, READER_VARIABLE } from "../../core/reader-run.ts";
import type { AgentCommand } from "../../ports/agent-command.ts";
import type { Model, ModelReply, Prompt } from "../../ports/model.ts";
import type { OwnedFolder } from "../disk/owned-folder.ts";
import { stateFolder } from "../disk/state-folder.ts";
import { findProgram, trustedPath, untrustedFolders } from "./find-program.ts";
import { type EndedProgram, runProgram } from "./run-program.ts";

/** About a hundred times the requested length. */
const OUTPUT_BYTES_MAX = 4 * 1024 * 1024;

export type HostAgentPlace = {
  readonly env: NodeJS.ProcessEnv;
  /** Folders of the project: no program in them is started. */
  readonly refused: readonly string[];
  readonly commands: () => Promise<readonly AgentCommand[]>;
};

/**
 * The coding agent of this machine as a model. It is already signed in, so no key is needed. It runs in an empty folder of the user,
 * without tools and without our hooks, and is ended when its time is up.
 */
export function openHostAgent({ model: settings }: Config, place: HostAgentPlace): Model {
  const { host, name, timeout_ms } = settings;
  return {
    provider: "host",
    name: name === undefined ? (host ?? "any") : `${host ?? "any"} ${name}`,
    ask: async (prompt) => {
      const agent = await installedAgent(host, place);
      return askAgent({ ...agent, prompt, model: name, timeoutMs: timeout_ms }, place.env);
    },
  };
}

type InstalledAgent = {
  readonly command: AgentCommand;
  readonly file: string;
  /** The search path without folders that others may have filled. */
  readonly path: readonly string[];
};

/** The agent that the user named, or the first installed one. */
async function installedAgent(
  host: string | undefined,
  { env, commands, ...place }: HostAgentPlace,
): Promise<InstalledAgent> {
  const refused = untrustedFolders(place.refused, env.HOME || env.USERPROFILE || homedir());
  const wanted = (await commands()).filter((command) => host === undefined || command.host === host);
  const path = trustedPath(env.PATH, refused);
  for (const command of wanted) {
    const file = findProgram(command.program, { path, refused });
    if (file !== undefined) return { command, file, path };
  }
  const programs = wanted.map(({ program }) => program).join(", ");
  throw new MemoryError("model.unreachable", `No coding agent was found on the search path (${programs}).`, {
    fix: "Install one outside of the project, or set model.mode to off.",
  });
}

type AgentQuestion = InstalledAgent & {
  readonly prompt: Prompt;
  readonly model: string | undefined;
  readonly timeoutMs: number;
};

async function askAgent(question: AgentQuestion, env: NodeJS.ProcessEnv): Promise<ModelReply> {
  const { command, file, path, prompt, model, timeoutMs } = question;
  const { system, user } = prompt;
  const name = `${READER_FOLDER}${randomBytes(8).toString("hex")}`;
  const state = stateFolder(env);
  const folder = state.below(name);
  folder.make();
  try {
    for (const [file, text] of Object.entries(command.files ?? {})) putFile(folder, file.split("/"), text);
    const ended = await runProgram(file, command.args({ system, model }), {
      cwd: folder.path,
      env: { ...agentEnvironment(env), ...command.env, PATH: path.join(delimiter) },
      input: command.takesSystem ? user : `${system}\n\n${user}`,
      timeoutMs,
      outputBytesMax: OUTPUT_BYTES_MAX,
    });
    return replyFrom(ended, question);
  } finally {
    state.remove(name, { recursive: true });
  }
}

function putFile(folder: OwnedFolder, [name = "", ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) {
    folder.create(name, text);
    return;
  }
  const inner = folder.below(name);
  inner.make();
  putFile(inner, rest, text);
}

/** Some agents refuse to start inside another one, and must not take part in its session. */
function agentEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !SESSION_VARIABLES.has(name));
  return { ...Object.fromEntries(kept), [READER_VARIABLE]: "1" };
}

const SESSION_VARIABLES: ReadonlySet<string> = new Set([
  ...Object.keys(AGENT_HOST_VARIABLES),
  ...["CLAUDE_PROJECT_DIR", "CLAUDE_CODE_SESSION_ID", "CLAUDE_ENV_FILE"],
  ...["CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA"],
  // This variable could name a file of the repository.
  "NODE_OPTIONS",
]);

/** A failure does not repeat the agent's output, which may contain words of the sessions. */
function replyFrom(ended: EndedProgram, { command, timeoutMs }: AgentQuestion): ModelReply {
  const { name, program } = command;
  if (ended.end === "not started")
    throw new MemoryError("model.unreachable", `${name} could not be started.`, {
      fix: `Check that ${program} runs in your terminal.`,
    });
  if (ended.end === "late")
    throw new MemoryError("model.no_answer", `${name} did not answer within ${timeoutMs} ms.`, {
      retryable: true,
      fix: "Raise model.timeout_ms, or name a faster model in model.name.",
    });
  const reply = ended.end === "exit" && ended.code === 0 ? command.replyIn(ended.output) : undefined;
  if (reply !== undefined) return reply;
  const how = ended.end === "too large" ? "printed too much" : `ended with code ${ended.code} and no answer`;
  throw new MemoryError("model.bad_answer", `${name} ${how}.`, {
    fix: `Run ${program} in your terminal and check that it is signed in.`,
  });
}
