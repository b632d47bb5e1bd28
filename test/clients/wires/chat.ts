import { type Answer, isSearch, type Question, type Said } from "../script.ts";
import { type Fields, fields, list, newId, text, textOfParts } from "./json.ts";
import { jsonSent, OUTPUT_TOKENS, type Request, type Sent, streamSent, type Wire } from "./wire.ts";

/** The OpenAI Chat Completions API. */
export const chat: Wire = {
  api: "chat",
  speaks: (path) => /\/chat\/completions$/.test(path),
  read,
  write,
};

function read({ body }: Request): Question {
  const asked = fields(body);
  const messages = list(asked.messages);
  return {
    model: text(asked.model),
    system: messages
      .filter(({ role }) => role === "system" || role === "developer")
      .map(({ content }) => textOfParts(content))
      .join("\n"),
    said: saidIn(messages),
    tools: list(asked.tools).map((tool) => text(fields(tool.function).name)),
    isStreamed: asked.stream === true,
    wantsJson: text(fields(asked.response_format).type).startsWith("json"),
  };
}

function saidIn(messages: readonly Fields[]): Said[] {
  const said: { text: string; results: number; searches: number }[] = [];
  for (const { role, content, tool_calls } of messages) {
    const last = said.at(-1);
    if (role === "user") said.push({ text: textOfParts(content), results: 0, searches: 0 });
    else if (role === "tool" && last) last.results += 1;
    const names = list(tool_calls).map((call) => text(fields(call.function).name));
    if (last) last.searches += names.filter(isSearch).length;
  }
  return said;
}

function write(question: Question, answer: Answer, tokens: number): Sent {
  const created = Math.floor(Date.now() / 1000);
  const frame = { id: newId("chatcmpl-"), created, model: question.model };
  const usage = {
    prompt_tokens: tokens,
    completion_tokens: OUTPUT_TOKENS,
    total_tokens: tokens + OUTPUT_TOKENS,
  };
  const finish = answer.kind === "call" ? "tool_calls" : "stop";
  const message = answer.kind === "call" ? { tool_calls: [callOf(answer)] } : { content: answer.text };
  if (!question.isStreamed) {
    const choice = {
      index: 0,
      message: { role: "assistant", content: null, ...message },
      finish_reason: finish,
    };
    return jsonSent({ ...frame, object: "chat.completion", choices: [choice], usage });
  }
  const chunk = (delta: object, finish_reason: string | null, more: object = {}) =>
    `data: ${JSON.stringify({
      ...frame,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason }],
      ...more,
    })}\n\n`;
  return streamSent(
    [chunk({ role: "assistant", content: answer.kind === "call" ? null : "" }, null), chunk(message, null)],
    [chunk({}, finish, { usage }), "data: [DONE]\n\n"],
  );
}

function callOf(answer: { readonly tool: string; readonly input: object | string }): object {
  const written = typeof answer.input === "string" ? answer.input : JSON.stringify(answer.input);
  const id = newId("call_");
  return { index: 0, id, type: "function", function: { name: answer.tool, arguments: written } };
}
