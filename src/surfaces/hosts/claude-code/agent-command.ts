import type { AgentCommand } from "../../../ports/agent-command.ts";
import { countIn, jsonIn, replyOf } from "../agent-reply.ts";

/** Settings on the command line override the user's, so no hook runs; the sign-in is not affected. */
const SETTINGS = JSON.stringify({ disableAllHooks: true });
const NO_SERVERS = JSON.stringify({ mcpServers: {} });

export const claudeCodeCommand: AgentCommand = {
  host: "claude-code",
  name: "Claude Code",
  program: "claude",
  takesSystem: true,
  args: ({ system, model }) => [
    ...["-p", "--output-format", "json", "--tools", "", "--disable-slash-commands"],
    ...["--settings", SETTINGS, "--strict-mcp-config", "--mcp-config", NO_SERVERS],
    ...["--no-session-persistence", "--system-prompt", system],
    ...(model === undefined ? [] : ["--model", model]),
  ],
  replyIn: (output) => {
    const { result, is_error, usage } = jsonIn(output);
    if (is_error === true) return undefined;
    return replyOf(result, countIn(usage, "input_tokens"), countIn(usage, "output_tokens"));
  },
};
