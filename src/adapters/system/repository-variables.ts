import { userInfo } from "node:os";
import { isAbsolute } from "node:path";
import { agentHostIn } from "../../core/agent-hosts.ts";
import { isWithin } from "../../core/recording/may-begin.ts";
import { realPathOf, repositoriesAround } from "../disk/real-path.ts";

/** The address of a model or an embedder, and the variable with its key. */
const PERSONAL = /^TIDEMARK_(?:MODEL|EMBEDDER)_/;

/** Folders with the user's own settings, hosts' transcripts, and other tools' notes. */
const FOLDERS = [
  ...["XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME"],
  ...["GEMINI_CLI_HOME", "QWEN_HOME", "PI_CODING_AGENT_DIR", "CLAUDE_MEM_DATA_DIR", "BASIC_MEMORY_HOME"],
  "MEMORY_FILE_PATH",
] as const;

/**
 * A host's settings in a repository can set variables for hooks, servers and the agent's shell. There, no variable may send text or keys to
 * an address, declare a repository's folder as the user's own, or select another project than the host's.
 */
export function dropRepositoryVariables(argv: readonly string[], env: NodeJS.ProcessEnv, cwd: string): void {
  const isOfHost = argv[0] === "hook" || argv[0] === "mcp" || agentHostIn(env) !== undefined;
  if (!isOfHost) return;
  for (const name of Object.keys(env)) if (PERSONAL.test(name)) delete env[name];
  for (const name of FOLDERS) if (env[name] && isOfRepository(env[name], cwd)) delete env[name];
  const project = env.CLAUDE_PROJECT_DIR;
  if (project && !isInside(cwd, project) && !isInside(project, cwd)) delete env.CLAUDE_PROJECT_DIR;
}

/** Whether a folder is in the current project, or in any repository except one that contains the user's home. */
function isOfRepository(folder: string, cwd: string): boolean {
  if (!isAbsolute(folder) || isInside(folder, cwd)) return true;
  const { homedir } = userInfo();
  return repositoriesAround(realPathOf(folder)).some((repository) => !isInside(homedir, repository));
}

const isInside = (path: string, folder: string): boolean => isWithin(realPathOf(path), realPathOf(folder));
