import { existsSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { agentHostIn } from "../../core/agent-hosts.ts";

/** Where a model or an embedder is, and which variable holds its key. */
const PERSONAL = /^TIDEMARK_(?:MODEL|EMBEDDER)_/;

/**
 * The settings that a repository ships for a host can set variables for hooks, servers and the agent's shell. There, no
 * variable may send text and keys somewhere: such settings come from the user's own file, which must not lie in the repository.
 */
export function dropRepositoryVariables(argv: readonly string[], env: NodeJS.ProcessEnv, cwd: string): void {
  const isOfHost = argv[0] === "hook" || argv[0] === "mcp" || agentHostIn(env) !== undefined;
  if (!isOfHost) return;
  for (const name of Object.keys(env)) if (PERSONAL.test(name)) delete env[name];
  const folder = env.XDG_CONFIG_HOME;
  if (folder && isInside(folder, repositoryOf(cwd))) delete env.XDG_CONFIG_HOME;
}

/** The outermost folder with a `.git` above a folder, or the folder itself. */
function repositoryOf(folder: string): string {
  let found = folder;
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) found = at;
    if (dirname(at) === at) return found;
  }
}

function isInside(path: string, folder: string): boolean {
  try {
    return `${realpathSync(path)}${sep}`.startsWith(`${realpathSync(folder)}${sep}`);
  } catch {
    return true;
  }
}
