import type { AgentCommand } from "../../../ports/agent-command.ts";
import { replyOf } from "../agent-reply.ts";

/** Its hooks cannot be disabled from outside. Ours are silent because of the folder in which they run. */
export const copilotCommand: AgentCommand = {
  host: "copilot",
  name: "Copilot CLI",
  program: "copilot",
  args: ({ model }) => [
    ...["--silent", "--no-color", "--no-auto-update", "--no-ask-user", "--no-remote"],
    ...[
      "--no-custom-instructions",
      "--disable-builtin-mcps",
      "--available-tools=none",
      "--log-level",
      "none",
    ],
    ...(model === undefined ? [] : ["--model", model]),
  ],
  replyIn: (output) => replyOf(output.trim()),
};
