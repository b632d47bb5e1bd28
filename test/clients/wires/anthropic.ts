import { type Answer, isSearch, type Question, type Said } from "../script.ts";
import { type Fields, fields, list, newId, text, textOfParts } from "./json.ts";
import { jsonSent, OUTPUT_TOKENS, type Request, type Sent, streamSent, type Wire } from "./wire.ts";

/** The Anthropic Messages API. */
export const anthropic: Wire = {
  api: "anthropic",
  speaks: (path) => /\/v1\/messages$/.test(path),
  read,
  write,
};

function read({ body }: Request): Question {
  const asked = fields(body);
  return {
    model: text(asked.model),
    system: textOfParts(asked.system),
    said: saidIn(list(asked.messages)),
    tools: list(asked.tools).map((tool) => text(tool.name)),
    isStreamed: asked.stream === true,
    wantsJson: fields(fields(asked.output_config).format).type === "json_schema",
  };
}

/** Tool results come in messages with the user's role; text beside a result is the client's, not the user's. */
function saidIn(messages: readonly Fields[]): Said[] {
  const said: { text: string; results: number; searches: number }[] = [];
  for (const { role, content } of messages) {
    const last = said.at(-1);
    const searches = list(content).filter(({ type, name }) => type === "tool_use" && isSearch(text(name)));
    if (last) last.searches += searches.length;
    if (role !== "user") continue;
    const results = list(content).filter(({ type }) => type === "tool_result").length;
    if (results === 0) said.push({ text: textOfParts(content), results: 0, searches: 0 });
    else if (last) last.results += results;
  }
  return said;
}

function write(question: Question, answer: Answer, tokens: number): Sent {
  const usage = {
    input_tokens: tokens,
    output_tokens: OUTPUT_TOKENS,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  const content =
    answer.kind === "call"
      ? { type: "tool_use", id: newId("toolu_"), name: answer.tool, input: answer.input }
      : { type: "text", text: answer.text };
  const stop_reason = answer.kind === "call" ? "tool_use" : "end_turn";
  const id = newId("msg_");
  const frame = { id, type: "message", role: "assistant", model: question.model, stop_sequence: null, usage };
  if (!question.isStreamed) return jsonSent({ ...frame, content: [content], stop_reason });
  const delta =
    answer.kind === "call"
      ? { type: "input_json_delta", partial_json: JSON.stringify(answer.input) }
      : { type: "text_delta", text: answer.text };
  const opened = answer.kind === "call" ? { ...content, input: {} } : { ...content, text: "" };
  return streamSent(
    [
      event("message_start", { message: { ...frame, content: [], stop_reason: null } }),
      event("content_block_start", { index: 0, content_block: opened }),
      event("content_block_delta", { index: 0, delta }),
    ],
    [
      event("content_block_stop", { index: 0 }),
      event("message_delta", {
        delta: { stop_reason, stop_sequence: null },
        usage: { output_tokens: OUTPUT_TOKENS },
      }),
      event("message_stop", {}),
    ],
  );
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
