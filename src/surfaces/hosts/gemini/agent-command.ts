import type { AgentCommand } from "../../../ports/agent-command.ts";
import { jsonIn, replyOf } from "../agent-reply.ts";

/** Settings of the folder override the user's: no tool has that name, and no hook runs. */
const SETTINGS = JSON.stringify({
  tools: { core: ["none"] },
  hooksConfig: { enabled: false },
  skills: { enabled: false },
  context: { fileName: "none" },
});

export const geminiCommand: AgentCommand = {
  host: "gemini",
  name: "Gemini CLI",
  program: "gemini",
  args: ({ model }) => [
    ...["--output-format", "json", "--skip-trust"],
    ...["--extensions", "none", "--allowed-mcp-server-names", "none"],
    ...(model === undefined ? [] : ["--model", model]),
  ],
  files: { ".gemini/settings.json": SETTINGS },
  replyIn: (output) => replyOf(jsonIn(output).response),
};
