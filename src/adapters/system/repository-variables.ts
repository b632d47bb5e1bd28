import { userInfo } from "node:os";
import { isAbsolute } from "node:path";
import { agentHostIn } from "../../core/agent-hosts.ts";
import { isWithin } from "../../core/recording/may-begin.ts";
import { realPathOf, repositoriesAround } from "../disk/real-path.ts";

/** Where a model or an embedder is, and which variable holds its key. */
const PERSONAL = /^TIDEMARK_(?:MODEL|EMBEDDER)_/;

/** Where the user's own settings, the hosts' transcripts and the notes of other tools lie. */
const FOLDERS = [
  ...["XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME"],
  ...["GEMINI_CLI_HOME", "QWEN_HOME", "PI_CODING_AGENT_DIR", "CLAUDE_MEM_DATA_DIR", "BASIC_MEMORY_HOME"],
  "MEMORY_FILE_PATH",
] as const;

/**
 * The settings that a repository ships for a host can set variables for hooks, servers and the agent's shell. There, no
 * variable may send text and keys somewhere, name a folder of a repository as the user's own, or lead to another project
 * than the one that the host works in.
 */
export function dropRepositoryVariables(argv: readonly string[], env: NodeJS.ProcessEnv, cwd: string): void {
  const isOfHost = argv[0] === "hook" || argv[0] === "mcp" || agentHostIn(env) !== undefined;
  if (!isOfHost) return;
  for (const name of Object.keys(env)) if (PERSONAL.test(name)) delete env[name];
  for (const name of FOLDERS) if (env[name] && isOfRepository(env[name], cwd)) delete env[name];
  const project = env.CLAUDE_PROJECT_DIR;
  if (project && !isInside(cwd, project) && !isInside(project, cwd)) delete env.CLAUDE_PROJECT_DIR;
}

/** Whether a folder lies where we work, or in any repository but one that contains the user's home. */
function isOfRepository(folder: string, cwd: string): boolean {
  if (!isAbsolute(folder) || isInside(folder, cwd)) return true;
  const { homedir } = userInfo();
  return repositoriesAround(realPathOf(folder)).some((repository) => !isInside(homedir, repository));
}

const isInside = (path: string, folder: string): boolean => isWithin(realPathOf(path), realPathOf(folder));
