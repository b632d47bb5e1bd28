import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { openModel } from "../../src/adapters/llm/open-model.ts";
import { type Config, DEFAULTS } from "../../src/core/config/config.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { type Endpoint, endpoint, type Script, says, sendJson } from "../support/endpoint.ts";

const KEY = "sk-test-8d1f2c3b4a5968778695a4b3c2d1e0f9";
const PROMPT = { system: "Read.", user: "Turns.", maxOutputTokens: 77 };

type ModelSettings = Config["model"];

const placeOf = (env: NodeJS.ProcessEnv) => ({ env, refused: [], commands: async () => [] });

function modelAt(url: string | undefined, change: Partial<ModelSettings> = {}, env: NodeJS.ProcessEnv = {}) {
  const model: ModelSettings = {
    ...DEFAULTS.model,
    mode: "active",
    provider: "openai",
    name: "small",
    key_env: "TEST_KEY",
    timeout_ms: 600_000,
    ...(url === undefined ? {} : { url }),
    ...change,
  };
  return openModel({ ...DEFAULTS, model }, placeOf({ TEST_KEY: KEY, ...env }));
}

const REPLIES: { readonly [provider: string]: Script } = {
  openai: says("hello"),
  anthropic: (response) =>
    sendJson(response, {
      content: [
        { type: "thinking", thinking: "hm" },
        { type: "text", text: "hel" },
        { type: "text", text: "lo" },
      ],
      usage: { input_tokens: 600, cache_read_input_tokens: 400, output_tokens: 100 },
    }),
  ollama: (response) =>
    sendJson(response, { message: { content: "hello" }, prompt_eval_count: 1000, eval_count: 100 }),
};

describe("a request to an endpoint", () => {
  const messages = [
    { role: "system", content: "Read." },
    { role: "user", content: "Turns." },
  ];

  test.each([
    [
      "openai",
      "/v1/chat/completions",
      { authorization: `Bearer ${KEY}` },
      { model: "small", messages, max_tokens: 77, stream: false },
    ],
    [
      "anthropic",
      "/v1/messages",
      { "x-api-key": KEY, "anthropic-version": "2023-06-01" },
      { model: "small", system: "Read.", messages: messages.slice(1), max_tokens: 77 },
    ],
    [
      "ollama",
      "/api/chat",
      { authorization: `Bearer ${KEY}` },
      {
        model: "small",
        messages,
        stream: false,
        format: "json",
        options: { num_ctx: 8192, num_predict: 77, temperature: 0 },
      },
    ],
  ] as const)(
    "%s: its path, headers and body, and its reply is understood",
    async (provider, path, headers, body) => {
      const at = await endpoint(REPLIES[provider] as Script);
      const model = modelAt(at.url, { provider });
      expect(await model.ask(PROMPT)).toEqual({ text: "hello", tokensIn: 1000, tokensOut: 100 });
      expect(model).toMatchObject({ name: "small", provider });
      expect(at.heard).toHaveLength(1);
      expect(at.heard[0]).toMatchObject({
        path,
        headers: { ...headers, "content-type": "application/json" },
      });
      expect(at.heard[0]?.body).toEqual(body);
    },
  );

  test.each([
    ["openai", "", "/v1/chat/completions"],
    ["openai", "/", "/v1/chat/completions"],
    ["openai", "/api/v1", "/api/v1/chat/completions"],
    ["openai", "/v1beta/openai/", "/v1beta/openai/chat/completions"],
    ["openai", "/v1/chat/completions", "/v1/chat/completions"],
    ["anthropic", "/v1", "/v1/messages"],
    ["anthropic", "/proxy/", "/proxy/v1/messages"],
    ["ollama", "/api", "/api/chat"],
  ] as const)("%s at an address that ends with %j is asked at %s", async (provider, end, path) => {
    const at = await endpoint(REPLIES[provider] as Script);
    await modelAt(`${at.url}${end}`, { provider }).ask(PROMPT);
    expect(at.heard[0]?.path).toBe(path);
  });

  test("carries no key if the settings name none", async () => {
    const at = await endpoint(REPLIES.ollama as Script);
    const { key_env, ...rest } = DEFAULTS.model;
    const settings = { ...rest, mode: "active", provider: "ollama", name: "small", url: at.url } as const;
    await openModel({ ...DEFAULTS, model: settings }, placeOf({ TEST_KEY: KEY })).ask(PROMPT);
    expect(JSON.stringify(at.heard)).not.toContain(KEY);
  });

  test("a reply without token counts leaves them undefined", async () => {
    const at = await endpoint(says("hello", null as never));
    expect(await modelAt(at.url).ask(PROMPT)).toEqual({
      text: "hello",
      tokensIn: undefined,
      tokensOut: undefined,
    });
  });
});

async function failureOf(at: Pick<Endpoint, "url">, change: Partial<ModelSettings> = {}, env = {}) {
  const failure = await modelAt(at.url, change, env)
    .ask(PROMPT)
    .catch((error: unknown) => error);
  if (failure instanceof MemoryError) return failure;
  throw new Error(`nothing failed: ${JSON.stringify(failure)}`);
}

const status =
  (code: number, body: unknown = { error: { message: `no: ${KEY}`, code: "some_reason" } }): Script =>
  (response) =>
    sendJson(response, body, code);

describe("a failure of an endpoint is reported in Tidemark's own words", () => {
  const everything = (error: MemoryError) =>
    [error.message, error.fix, error.stack, JSON.stringify(error), String(error.cause)].join("\n");

  test.each<[string, Script, string, boolean, RegExp]>([
    ["401", status(401), "model.refused", false, /answered 401 \(some_reason\): it refuses the key/],
    ["404", status(404), "model.refused", false, /no such model/],
    ["400", status(400), "model.refused", false, /refuses the request/],
    ["429", status(429), "model.busy", true, /too many requests/],
    ["500", status(500), "model.busy", true, /cannot answer now/],
    [
      "a status with the key for a reason",
      status(403, { error: { code: KEY } }),
      "model.refused",
      false,
      /403:/,
    ],
    [
      "a status without JSON",
      (response) => response.writeHead(502).end(`<html>${KEY}`),
      "model.busy",
      true,
      /502:/,
    ],
    [
      "a way to elsewhere",
      (response) => response.writeHead(307, { location: "http://127.0.0.1:9/v1" }).end(),
      "model.refused",
      false,
      /it redirects, and the key is not sent to another address/,
    ],
    [
      "garbage",
      (response) => response.writeHead(200).end(`\0\xff${KEY}`),
      "model.bad_answer",
      false,
      /not JSON/,
    ],
    [
      "half of a JSON",
      (response) => response.writeHead(200).end('{"choices":[{"me'),
      "model.bad_answer",
      false,
      /not JSON/,
    ],
    [
      "another form of JSON",
      (response) => sendJson(response, [KEY]),
      "model.bad_answer",
      false,
      /as openai does/,
    ],
    [
      "no text",
      (response) => sendJson(response, { choices: [{ message: { content: null } }] }),
      "model.bad_answer",
      false,
      /as openai/,
    ],
    ["a huge reply", sendEndless, "model.bad_answer", false, /more than 2097152 bytes/],
    ["a reply that breaks off", sendHalf, "model.no_answer", true, /broke before the answer/],
    ["no reply", (response) => void response.socket?.destroy(), "model.no_answer", true, /broke before/],
  ])("%s", async (_, script, code, retryable, message) => {
    const at = await endpoint(script);
    const failure = await failureOf(at);
    expect(failure).toMatchObject({ code, retryable });
    expect(failure.message).toMatch(message);
    expect(everything(failure)).not.toContain(KEY);
    expect(at.heard).toHaveLength(1);
  });

  test("an endpoint that stops responding, before its reply or within it", async () => {
    const silent = await endpoint(() => {});
    expect(await failureOf(silent, { timeout_ms: 60 })).toMatchObject({
      code: "model.no_answer",
      message: "The model did not answer within 60 ms.",
      fix: expect.stringContaining("model.timeout_ms"),
    });
    const slow = await endpoint((response) => void response.writeHead(200).write('{"choices":'));
    expect(await failureOf(slow, { timeout_ms: 60 })).toMatchObject({ code: "model.no_answer" });
  });

  test("an address where nothing listens", async () => {
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as AddressInfo;
    free.close();
    await once(free, "close");
    expect(await failureOf({ url: `http://127.0.0.1:${port}` })).toMatchObject({
      code: "model.unreachable",
      retryable: true,
      message: "The model's endpoint cannot be reached (ECONNREFUSED).",
    });
  });

  test.each([
    ["is not set", ""],
    ["does not contain a valid key", `${KEY}\nx`],
  ])("a key that %s", async (what, value) => {
    const at = await endpoint(says("hello"));
    const failure = await failureOf(at, {}, { TEST_KEY: value });
    expect(failure).toMatchObject({ code: "model.no_key", field: "model.key_env" });
    expect(failure.message).toBe(`TEST_KEY, which model.key_env names, ${what}.`);
    expect(everything(failure)).not.toContain(KEY);
    expect(at.heard).toEqual([]);
  });
});

/** Sends an endless reply in chunks until the client closes the connection. */
function sendEndless(response: Parameters<Script>[0]): void {
  response.writeHead(200);
  const more = (): void => {
    while (!response.destroyed && response.write("x".repeat(65_536)));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}

function sendHalf(response: Parameters<Script>[0]): void {
  response.writeHead(200, { "content-length": "1000" });
  response.write('{"choices":', () => response.socket?.destroy());
}
