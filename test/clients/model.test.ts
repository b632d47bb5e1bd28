import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Model, startModel } from "./model.ts";
import { fields, list, text } from "./wires/json.ts";

const SCRIPT = [
  { when: /weather/, replies: [{ call: "look", input: { place: "harbour" } }, { say: "It rains ☔." }] },
  { when: /patch/, replies: [{ call: "apply_patch", input: "*** Begin Patch\n" }, { say: "Patched." }] },
  { when: /break off/, replies: [{ stall: "I was just" }] },
  { when: /full/, replies: [{ say: "Full." }], tokens: 90_000 },
];

let model: Model;
beforeAll(async () => {
  model = await startModel(SCRIPT);
});
afterAll(() => model.close());

async function post(path: string, body: object): Promise<string> {
  const response = await fetch(model.url + path, { method: "POST", body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return response.text();
}

async function postForJson(path: string, body: object) {
  return fields(JSON.parse(await post(path, body)));
}

/** The data of all events of a stream, in order. */
function events(stream: string) {
  const lines = stream.split("\n").filter((line) => line.startsWith("data: {"));
  return lines.map((line) => fields(JSON.parse(line.slice("data: ".length))));
}

describe("Anthropic Messages", () => {
  const user = { role: "user", content: [{ type: "text", text: "How is the weather?" }] };
  const asked = { model: "m", messages: [user], tools: [{ name: "look" }] };

  test("calls a tool, and answers with text after the result", async () => {
    const first = await postForJson("/v1/messages", asked);
    const call = list(first.content)[0];
    expect(call).toMatchObject({ type: "tool_use", name: "look", input: { place: "harbour" } });
    const result = {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: call?.id, content: "wet" }],
    };
    const messages = [user, { role: "assistant", content: first.content }, result];
    const second = await postForJson("/v1/messages", { ...asked, messages });
    expect(second).toMatchObject({
      stop_reason: "end_turn",
      content: [{ type: "text", text: "It rains ☔." }],
    });
  });

  test("streams its answer", async () => {
    const stream = events(await post("/v1/messages", { ...asked, stream: true }));
    expect(stream.map(({ type }) => type)).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    expect(fields(stream[2]?.delta).partial_json).toBe('{"place":"harbour"}');
  });

  test("counts tokens", async () => {
    expect(await postForJson("/v1/messages/count_tokens", asked)).toEqual({ input_tokens: 100 });
  });
});

describe("OpenAI Chat Completions", () => {
  const user = { role: "user", content: "How is the weather?" };
  const asked = { model: "m", messages: [user], tools: [{ type: "function", function: { name: "look" } }] };

  test("calls a tool, and answers with text after the result", async () => {
    const first = list((await postForJson("/v1/chat/completions", asked)).choices)[0];
    const called = list(fields(first?.message).tool_calls)[0];
    expect(called?.function).toEqual({ name: "look", arguments: '{"place":"harbour"}' });
    const messages = [user, first?.message, { role: "tool", tool_call_id: called?.id, content: "wet" }];
    const stream = events(await post("/v1/chat/completions", { ...asked, messages, stream: true }));
    const words = stream.map((chunk) => text(fields(list(chunk.choices)[0]?.delta).content)).join("");
    expect(words).toBe("It rains ☔.");
    expect(stream.at(-1)?.usage).toMatchObject({ prompt_tokens: 100 });
  });
});

describe("OpenAI Responses", () => {
  const user = { type: "message", role: "user", content: [{ type: "input_text", text: "Now patch it." }] };
  const tools = [{ type: "custom", name: "apply_patch" }];

  test("calls a tool without a schema, and answers after its output", async () => {
    const stream = events(await post("/v1/responses", { model: "m", input: [user], tools, stream: true }));
    const done = stream.find(({ type }) => type === "response.output_item.done");
    expect(done?.item).toMatchObject({
      type: "custom_tool_call",
      name: "apply_patch",
      input: "*** Begin Patch\n",
    });
    expect(stream.at(-1)?.type).toBe("response.completed");
    const output = { type: "custom_tool_call_output", call_id: fields(done?.item).call_id, output: "ok" };
    const next = await postForJson("/v1/responses", { model: "m", input: [user, done?.item, output], tools });
    expect(list(next.output)[0]).toMatchObject({ role: "assistant", content: [{ text: "Patched." }] });
  });

  test("calls a tool in a namespace by both names", async () => {
    const asked = [{ type: "message", role: "user", content: "How is the weather?" }];
    model.play([{ when: /weather/, replies: [{ call: /look$/, input: {} }] }]);
    const inSpace = [{ type: "namespace", name: "mcp__sky", tools: [{ type: "function", name: "look" }] }];
    const answer = await postForJson("/v1/responses", { model: "m", input: asked, tools: inSpace });
    model.play(SCRIPT);
    expect(list(answer.output)[0]).toMatchObject({ namespace: "mcp__sky", name: "look", arguments: "{}" });
  });
});

describe("Gemini", () => {
  const user = { role: "user", parts: [{ text: "How is the weather?" }] };
  const asked = { contents: [user], tools: [{ functionDeclarations: [{ name: "look" }] }] };
  const path = "/v1beta/models/gemini-2.5-flash";

  test("calls a tool, and streams its text answer after the result", async () => {
    const first = list((await postForJson(`${path}:generateContent`, asked)).candidates)[0];
    expect(fields(first?.content).parts).toEqual([
      { functionCall: { name: "look", args: { place: "harbour" } } },
    ]);
    const result = { role: "user", parts: [{ functionResponse: { name: "look", response: {} } }] };
    const contents = [user, first?.content, result];
    const stream = events(await post(`${path}:streamGenerateContent?alt=sse`, { ...asked, contents }));
    const parts = stream.flatMap(({ candidates }) => list(fields(list(candidates)[0]?.content).parts));
    expect(parts.map((part) => text(part.text)).join("")).toBe("It rains ☔.");
  });

  test("answers with JSON if the client asks for JSON", async () => {
    const generationConfig = { responseMimeType: "application/json" };
    const answer = await postForJson(`${path}:generateContent`, { contents: [user], generationConfig });
    const parts = list(fields(list(answer.candidates)[0]?.content).parts);
    expect(JSON.parse(text(parts[0]?.text))).toMatchObject({ next_speaker: "user" });
  });
});

describe("one of our own tools", () => {
  const scene = {
    when: /look up/,
    replies: [{ use: "recall", input: { query: "x" } }, { say: "Looked up." }],
  };
  const user = { role: "user", content: "Please look up x." };
  const chatTools = (...names: string[]) => names.map((name) => ({ type: "function", function: { name } }));
  const callIn = async (messages: object[], tools: object[]) => {
    const answer = await postForJson("/v1/chat/completions", { model: "m", messages, tools });
    return fields(fields(list(answer.choices)[0]).message);
  };

  beforeAll(() => model.play([scene]));
  afterAll(() => model.play(SCRIPT));

  test.each(["mcp__tidemark__recall", "mcp_tidemark_recall", "tidemark_recall", "tidemark-recall"])(
    "is called as %s if it is offered under that name",
    async (name) => {
      const { tool_calls } = await callIn([user], chatTools("recall", "tool_search", name));
      expect(list(tool_calls)[0]?.function).toEqual({ name, arguments: '{"query":"x"}' });
    },
  );

  test("is searched for if it is not offered, then called through `tool_call`", async () => {
    const tools = chatTools("tool_search", "tool_call");
    const searched = await callIn([user], tools);
    expect(fields(list(searched.tool_calls)[0]?.function).name).toBe("tool_search");
    const found = { role: "tool", tool_call_id: "1", content: "found" };
    const called = await callIn([user, searched, found], tools);
    expect(fields(list(called.tool_calls)[0]?.function)).toEqual({
      name: "tool_call",
      arguments: '{"name":"mcp__tidemark__recall","arguments":{"query":"x"}}',
    });
    const result = { role: "tool", tool_call_id: "2", content: "heron" };
    expect((await callIn([user, searched, found, called, result], tools)).content).toBe("Looked up.");
  });

  test("is searched for by words and called once the search has found it, in Responses", async () => {
    const user = { type: "message", role: "user", content: "look up x" };
    const tools = [{ type: "tool_search", execution: "client" }];
    const first = await postForJson("/v1/responses", { model: "m", input: [user], tools });
    const search = list(first.output)[0];
    expect(search).toMatchObject({ type: "tool_search_call", execution: "client" });
    expect(fields(search?.arguments).query).toMatch(/tidemark +recall/);
    const found = [
      { type: "namespace", name: "mcp__tidemark", tools: [{ type: "function", name: "recall" }] },
    ];
    const output = { type: "tool_search_output", call_id: search?.call_id, tools: found };
    const next = await postForJson("/v1/responses", { model: "m", input: [user, search, output], tools });
    expect(list(next.output)[0]).toMatchObject({ namespace: "mcp__tidemark", name: "recall" });
  });

  test("is called once the search has found it, in Anthropic Messages", async () => {
    const messages = [{ role: "user", content: "look up x" }];
    const first = await postForJson("/v1/messages", {
      model: "m",
      messages,
      tools: [{ name: "ToolSearch" }],
    });
    const search = list(first.content)[0];
    expect(search).toMatchObject({ name: "ToolSearch", input: { query: "select:mcp__tidemark__recall" } });
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: search?.id, content: "" }] };
    const next = await postForJson("/v1/messages", {
      model: "m",
      messages: [...messages, { role: "assistant", content: first.content }, result],
      tools: [{ name: "ToolSearch" }, { name: "mcp__tidemark__recall" }],
    });
    expect(list(next.content)[0]).toMatchObject({ name: "mcp__tidemark__recall", input: { query: "x" } });
  });
});

describe("the scripted model", () => {
  const ask = (words: string, tools: object[] = []) => ({
    model: "m",
    messages: [{ role: "user", content: words }],
    tools,
  });

  test("answers with the list of offered tools if the tool that it wants is missing", async () => {
    const answer = await postForJson("/v1/messages", ask("weather", [{ name: "walk" }]));
    expect(list(answer.content)[0]?.text).toBe("The script calls look; offered was walk.");
  });

  test("counts tool results after a client's own message as answers to the user's message", async () => {
    const call = { role: "assistant", tool_calls: [{ id: "1", function: { name: "look" } }] };
    const told = { role: "user", content: "(a note of the client's)" };
    const result = { role: "tool", tool_call_id: "1", content: "wet" };
    const { messages, ...rest } = ask("weather", [{ type: "function", function: { name: "look" } }]);
    const asked = { ...rest, messages: [...messages, told, call, result] };
    const answer = list((await postForJson("/v1/chat/completions", asked)).choices)[0];
    expect(fields(answer?.message).content).toBe("It rains ☔.");
  });

  test("reports the token usage that the scene states", async () => {
    expect(fields((await postForJson("/v1/messages", ask("full?"))).usage).input_tokens).toBe(90_000);
  });

  test("stalls in the middle of an answer and resolves `stalled`", async () => {
    const stalled = model.stalled();
    const given = new AbortController();
    const body = JSON.stringify({ ...ask("break off", [{ name: "look" }]), stream: true });
    const response = await fetch(`${model.url}/v1/messages`, { method: "POST", body, signal: given.signal });
    await stalled;
    const { value } = (await response.body?.getReader().read()) ?? {};
    expect(Buffer.from(value ?? []).toString()).toContain("message_start");
    given.abort();
  });

  test("answers an unknown route with the list of routes", async () => {
    const response = await fetch(`${model.url}/v2/nothing`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("/v1/chat/completions");
  });

  test("keeps all requests", () => {
    expect(new Set(model.asked.map(({ api }) => api))).toEqual(
      new Set(["anthropic", "chat", "responses", "gemini", "other"]),
    );
  });
});
