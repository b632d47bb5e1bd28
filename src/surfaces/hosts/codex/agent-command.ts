import type { AgentCommand } from "../../../ports/agent-command.ts";
import { countIn, jsonLinesIn, recordIn, replyOf } from "../agent-reply.ts";

/** Features that are turned off. The remaining ones cannot write: the sandbox is read-only. */
const FEATURES_OFF =
  "hooks shell_tool unified_exec multi_agent apps plugins memories goals image_generation".split(" ");

export const codexCommand: AgentCommand = {
  host: "codex",
  name: "Codex",
  program: "codex",
  args: ({ model }) => [
    ...["exec", "--json", "--ephemeral", "--skip-git-repo-check", "--sandbox", "read-only"],
    ...["-c", "mcp_servers={}", "-c", 'web_search="disabled"', "-c", "project_doc_max_bytes=0"],
    ...["-c", 'approval_policy="never"', "-c", "tools.view_image=false"],
    ...FEATURES_OFF.flatMap((feature) => ["--disable", feature]),
    ...(model === undefined ? [] : ["--model", model]),
    "-",
  ],
  replyIn: (output) => {
    const events = jsonLinesIn(output);
    const items = events.map(({ item }) => recordIn(item)).filter(({ type }) => type === "agent_message");
    const usage = events.findLast(({ type }) => type === "turn.completed")?.usage;
    return replyOf(items.at(-1)?.text, countIn(usage, "input_tokens"), countIn(usage, "output_tokens"));
  },
};
