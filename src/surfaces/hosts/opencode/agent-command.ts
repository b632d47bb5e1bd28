import { textField } from "../../../app/intake/json-lines.ts";
import type { AgentCommand } from "../../../ports/agent-command.ts";
import { countIn, jsonLinesIn, recordIn, replyOf } from "../agent-reply.ts";

/** Overrides the user's own settings for this run. */
const CONFIG = JSON.stringify({ tools: { "*": false }, permission: { "*": "deny" }, share: "disabled" });

export const opencodeCommand: AgentCommand = {
  host: "opencode",
  name: "opencode",
  program: "opencode",
  args: ({ model }) => [
    ...["run", "--pure", "--format", "json", "--title", "tidemark"],
    ...(model === undefined ? [] : ["--model", model]),
  ],
  env: { OPENCODE_CONFIG_CONTENT: CONFIG },
  replyIn: (output) => {
    const events = jsonLinesIn(output).map((event) => ({ type: event.type, part: recordIn(event.part) }));
    const texts = events
      .filter(({ type }) => type === "text")
      .map(({ part }) => textField(part, "text") ?? "");
    const tokens = events.findLast(({ type }) => type === "step_finish")?.part.tokens;
    return replyOf(texts.join(""), countIn(tokens, "input"), countIn(tokens, "output"));
  },
};
