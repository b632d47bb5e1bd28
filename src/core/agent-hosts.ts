/** Hosts whose sessions are recorded and can be imported, in display order. */
export const AGENT_HOSTS = ["claude-code", "codex", "gemini", "qwen", "copilot", "opencode", "pi"] as const;

/**
 * Environment variables that an agent host sets only in the shells it runs for its agent. Variables that people set
 * themselves, and variables that an editor sets in every terminal it opens, are not listed: a person works there too.
 * Left out for that reason: CURSOR_TRACE_ID, TERM_PROGRAM, VSCODE_*, CLAUDE_CODE_SSE_PORT, CODEX_HOME, COPILOT_MODEL,
 * COPILOT_GITHUB_TOKEN, OPENCODE_CLIENT, GOOSE_PROVIDER, ANTIGRAVITY_CLI_ALIAS, REPL_ID.
 */
export const AGENT_HOST_VARIABLES: { readonly [variable: string]: string } = {
  CLAUDECODE: "claude-code",
  CLAUDE_CODE_ENTRYPOINT: "claude-code",
  CODEX_SANDBOX: "codex",
  CODEX_SANDBOX_NETWORK_DISABLED: "codex",
  CODEX_THREAD_ID: "codex",
  CODEX_CI: "codex",
  GEMINI_CLI: "gemini",
  QWEN_CODE: "qwen",
  COPILOT_CLI: "copilot",
  COPILOT_AGENT_SESSION_ID: "copilot",
  OPENCODE: "opencode",
  OPENCODE_PID: "opencode",
  CURSOR_AGENT: "cursor",
  PI_CODING_AGENT: "pi",
  CLINE_ACTIVE: "cline",
  AUGMENT_AGENT: "augment",
  ANTIGRAVITY_AGENT: "antigravity",
  GOOSE_TERMINAL: "goose",
  CRUSH: "crush",
  AMP_CURRENT_THREAD_ID: "amp",
};

/** Variables in which any host may put its name. A value that is not a name only shows that an agent is at work. */
export const AGENT_NAME_VARIABLES = ["AI_AGENT", "AGENT"] as const;

/** The name of an agent whose host does not provide one. */
const UNNAMED = "agent";
const NAME = /^[a-z][a-z0-9-]{0,39}/;
/** Values of a variable that mean "not set". */
const OFF = /^(?:0|false|no|off)?$/i;

type Environment = { readonly [name: string]: string | undefined };

/** The agent host in whose shell this program runs; undefined if no variable shows one. */
export function agentHostIn(env: Environment): string | undefined {
  for (const [variable, host] of Object.entries(AGENT_HOST_VARIABLES)) if (isOn(env[variable])) return host;
  const named = AGENT_NAME_VARIABLES.map((variable) => env[variable]).find(isOn);
  if (named === undefined) return undefined;
  const name = NAME.exec(named.trim().toLowerCase())?.[0];
  return name === undefined || name === "true" || name === "yes" || name === "on" ? UNNAMED : name;
}

const isOn = (value: string | undefined): value is string => value !== undefined && !OFF.test(value.trim());
