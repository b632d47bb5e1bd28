import type { AgentCommand } from "../../../ports/agent-command.ts";
import { replyOf } from "../agent-reply.ts";

export const piCommand: AgentCommand = {
  host: "pi",
  name: "pi",
  program: "pi",
  takesSystem: true,
  args: ({ system, model }) => [
    ...["-p", "--no-tools", "--no-extensions", "--no-skills", "--no-prompt-templates"],
    ...["--no-context-files", "--no-session", "--system-prompt", system],
    ...(model === undefined ? [] : ["--model", model]),
  ],
  replyIn: (output) => replyOf(output.trim()),
};
