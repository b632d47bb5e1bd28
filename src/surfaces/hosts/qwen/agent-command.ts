import type { AgentCommand } from "../../../ports/agent-command.ts";
import { countIn, jsonIn, recordIn, replyOf } from "../agent-reply.ts";

/** Safe mode disables hooks, servers and extensions, and the first tool call would end the run. */
export const qwenCommand: AgentCommand = {
  host: "qwen",
  name: "Qwen Code",
  program: "qwen",
  takesSystem: true,
  args: ({ system, model }) => [
    ...["--output-format", "json", "--safe-mode", "--approval-mode", "plan"],
    ...["--max-tool-calls", "0", "--chat-recording=false", "--system-prompt", system],
    ...(model === undefined ? [] : ["--model", model]),
  ],
  replyIn: (output) => {
    const events = jsonIn(output).list ?? [];
    const end = events.map(recordIn).findLast(({ type }) => type === "result");
    if (end === undefined || end.is_error === true) return undefined;
    return replyOf(end.result, countIn(end.usage, "input_tokens"), countIn(end.usage, "output_tokens"));
  },
};
