import { type Answer, isSearch, type Question, type Said } from "../script.ts";
import { type Fields, fields, list, newId, text, textOfParts } from "./json.ts";
import { jsonSent, OUTPUT_TOKENS, type Request, type Sent, streamSent, type Wire } from "./wire.ts";

/** The OpenAI Responses API. */
export const responses: Wire = {
  api: "responses",
  speaks: (path) => /\/responses$/.test(path),
  read,
  write,
};

function read({ body }: Request): Question {
  const asked = fields(body);
  return {
    model: text(asked.model),
    system: text(asked.instructions),
    said: saidIn(asked.input),
    tools: [...list(asked.tools), ...foundIn(asked.input)].flatMap(namesOf),
    isStreamed: asked.stream === true,
    wantsJson: text(fields(fields(asked.text).format).type).startsWith("json"),
  };
}

/** The tools that searches have found, which the model can call from then on. */
function foundIn(input: unknown): readonly Fields[] {
  return list(input).flatMap(({ type, tools }) => (type === "tool_search_output" ? list(tools) : []));
}

/** The names of a tool, or of all tools of a namespace as `namespace/name`. */
function namesOf(tool: Fields): string[] {
  const name = text(tool.name) || text(tool.type);
  if (tool.type !== "namespace") return [name];
  return list(tool.tools).map((inner) => `${name}/${text(inner.name)}`);
}

function saidIn(input: unknown): Said[] {
  if (typeof input === "string") return [{ text: input, results: 0, searches: 0 }];
  const said: { text: string; results: number; searches: number }[] = [];
  for (const item of list(input)) {
    const last = said.at(-1);
    if (item.role === "user") said.push({ text: textOfParts(item.content), results: 0, searches: 0 });
    else if (text(item.type).endsWith("_output") && last) last.results += 1;
    if (item.type === "tool_search_output" && last) last.searches += 1;
  }
  return said;
}

function write(question: Question, answer: Answer, tokens: number): Sent {
  const item = itemOf(answer);
  const usage = {
    input_tokens: tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: OUTPUT_TOKENS,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: tokens + OUTPUT_TOKENS,
  };
  const created_at = Math.floor(Date.now() / 1000);
  const frame = { id: newId("resp_"), object: "response", created_at, model: question.model };
  const whole = { ...frame, status: "completed", output: [item], usage };
  if (!question.isStreamed) return jsonSent(whole);
  let sequence_number = 0;
  const event = (type: string, data: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence_number++, ...data })}\n\n`;
  const words =
    answer.kind === "call"
      ? []
      : [
          event("response.output_text.delta", {
            item_id: item.id,
            output_index: 0,
            content_index: 0,
            delta: answer.text,
          }),
        ];
  return streamSent(
    [
      event("response.created", { response: { ...frame, status: "in_progress", output: [] } }),
      event("response.output_item.added", { output_index: 0, item: opened(item) }),
      ...words,
    ],
    [
      event("response.output_item.done", { output_index: 0, item }),
      event("response.completed", { response: whole }),
    ],
  );
}

type Item = { readonly type: string; readonly id: string; readonly [field: string]: unknown };

function opened(item: Item): object {
  return item.type === "message"
    ? { ...item, status: "in_progress", content: [] }
    : { ...item, status: "in_progress" };
}

function itemOf(answer: Answer): Item {
  const status = "completed";
  if (answer.kind !== "call") {
    const content = [{ type: "output_text", text: answer.text, annotations: [] }];
    return { type: "message", id: newId("msg_"), role: "assistant", status, content };
  }
  const slash = answer.tool.indexOf("/");
  const called = {
    status,
    call_id: newId("call_"),
    name: answer.tool.slice(slash + 1),
    ...(slash > 0 ? { namespace: answer.tool.slice(0, slash) } : {}),
  };
  if (isSearch(answer.tool)) {
    const search = { execution: "client", arguments: { query: searchWords(answer.input) } };
    return { type: "tool_search_call", id: newId("tsc_"), status, call_id: called.call_id, ...search };
  }
  if (typeof answer.input === "string")
    return { type: "custom_tool_call", id: newId("ctc_"), ...called, input: answer.input };
  return { type: "function_call", id: newId("fc_"), ...called, arguments: JSON.stringify(answer.input) };
}

/** The query of a tool search as words, because this API does not search by names. */
function searchWords(input: object | string): string {
  return text(fields(input).query)
    .replace(/^select:/, "")
    .replaceAll("_", " ");
}
