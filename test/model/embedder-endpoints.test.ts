import { describe, expect } from "vitest";
import { openEmbedder } from "../../src/adapters/llm/open-embedder.ts";
import { type Config, DEFAULTS, mergeConfig } from "../../src/core/config/config.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { scenario } from "../scenarios/scenario.ts";
import { KEY } from "../support/embedder.ts";
import { type Endpoint, endpoint, type Script, sendJson } from "../support/endpoint.ts";

type EmbedderSettings = Config["embedder"];

/** Timeout of a request, long enough for a busy machine. */
const PATIENCE_MS = 600_000;

function embedderAt(url: string, change: Partial<EmbedderSettings> = {}, env: NodeJS.ProcessEnv = {}) {
  const embedder: EmbedderSettings = {
    ...DEFAULTS.embedder,
    provider: "openai",
    model: "small",
    key_env: "TEST_KEY",
    url,
    ...change,
  };
  return openEmbedder({ ...DEFAULTS, embedder }, { TEST_KEY: KEY, ...env });
}

const REPLIES: { readonly [provider: string]: Script } = {
  openai: (response) =>
    sendJson(response, {
      data: [
        { index: 1, embedding: [0, 1, 0] },
        { index: 0, embedding: [1, 0, 0.5] },
      ],
    }),
  ollama: (response) =>
    sendJson(response, {
      embeddings: [
        [1, 0, 0.5],
        [0, 1, 0],
      ],
    }),
};

scenario("meaning.endpoints", async () => {
  for (const [provider, end, path] of [
    ["openai", "", "/v1/embeddings"],
    ["openai", "/v1/", "/v1/embeddings"],
    ["openai", "/api/v1/embeddings", "/api/v1/embeddings"],
    ["ollama", "", "/api/embed"],
    ["ollama", "/api/", "/api/embed"],
  ] as const) {
    const at = await endpoint(REPLIES[provider] as Script);
    const embedder = embedderAt(`${at.url}${end}`, { provider });
    expect(await embedder.embed(["one", "two"], PATIENCE_MS)).toEqual([
      [1, 0, 0.5],
      [0, 1, 0],
    ]);
    expect(at.heard).toHaveLength(1);
    expect(at.heard[0]).toMatchObject({ path, headers: { authorization: `Bearer ${KEY}` } });
    expect(at.heard[0]?.body).toEqual({ model: "small", input: ["one", "two"] });
    await embedderAt(at.url, { provider, dimensions: 3 }).embed(["one", "two"], PATIENCE_MS);
    expect(at.heard[1]?.body).toEqual({ model: "small", input: ["one", "two"], dimensions: 3 });
  }
  const free = await endpoint(REPLIES.ollama as Script);
  const { key_env: _none, ...open } = DEFAULTS.embedder;
  const settings = { ...open, provider: "ollama", model: "small", url: free.url } as const;
  await openEmbedder({ ...DEFAULTS, embedder: settings }, { TEST_KEY: KEY }).embed(["a", "b"], PATIENCE_MS);
  expect(JSON.stringify(free.heard)).not.toContain(KEY);
});

async function failureOf(at: Pick<Endpoint, "url">, change: Partial<EmbedderSettings> = {}, env = {}) {
  const failure = await embedderAt(at.url, change, env)
    .embed(["one", "two"], change.timeout_ms ?? PATIENCE_MS)
    .catch((error: unknown) => error);
  if (failure instanceof MemoryError) return failure;
  throw new Error(`nothing failed: ${JSON.stringify(failure)}`);
}

const vectors =
  (...list: unknown[]): Script =>
  (response) =>
    sendJson(response, { data: list.map((embedding, index) => ({ index, embedding })) });

describe("the failures of an embedder", () => {
  const cases: readonly (readonly [string, Script, string, RegExp])[] = [
    [
      "401",
      (response) => sendJson(response, { error: { code: KEY } }, 401),
      "embedder.refused",
      /refuses the key/,
    ],
    [
      "404",
      (response) => sendJson(response, { error: { code: "model_not_found" } }, 404),
      "embedder.refused",
      /404 \(model_not_found\): there is no such model/,
    ],
    ["429", (response) => sendJson(response, {}, 429), "embedder.busy", /too many requests/],
    ["500", (response) => response.writeHead(500).end(KEY), "embedder.busy", /cannot answer/],
    [
      "moved",
      (response) => response.writeHead(307, { location: "/x" }).end(),
      "embedder.refused",
      /redirects/,
    ],
    ["no JSON", (response) => response.end(`<html>${KEY}`), "embedder.bad_answer", /not JSON/],
    ["another form", (response) => sendJson(response, [KEY]), "embedder.bad_answer", /as openai does/],
    ["too few", vectors([1, 2]), "embedder.bad_answer", /1 vectors for 2 texts/],
    ["other lengths", vectors([1, 2], [1]), "embedder.bad_answer", /another length/],
    ["no numbers", vectors([1, "x"], [1, 2]), "embedder.bad_answer", /as openai does/],
    ["no direction", vectors([0, 0], [1, 2]), "embedder.bad_answer", /as openai does/],
    ["too long", vectors(long(), long()), "embedder.bad_answer", /more than 4096 numbers/],
    ["no reply", (response) => void response.socket?.destroy(), "embedder.no_answer", /broke/],
  ];
  scenario("meaning.endpoint-failures", async () => {
    for (const [name, script, code, message] of cases) {
      const at = await endpoint(script);
      const failure = await failureOf(at);
      expect(failure, name).toMatchObject({ code, message: expect.stringMatching(message) });
      const whole = [failure.message, failure.fix, failure.stack, String(failure.cause)].join("\n");
      expect(whole, name).not.toContain(KEY);
      expect(at.heard, name).toHaveLength(1);
    }
    const three = await endpoint(vectors([1, 2, 3], [3, 2, 1]));
    expect(await failureOf(three, { dimensions: 2 })).toMatchObject({ code: "embedder.bad_answer" });
    const silent = await endpoint(() => {});
    expect(await failureOf(silent, { timeout_ms: 60 })).toMatchObject({
      code: "embedder.no_answer",
      message: "The embedder did not answer within 60 ms.",
    });
    const keyless = await failureOf(three, {}, { TEST_KEY: `${KEY}\nx` });
    expect(keyless).toMatchObject({ code: "embedder.no_key", field: "embedder.key_env" });
    expect(`${keyless.message}${keyless.fix}`).not.toContain(KEY);
  });
});

const long = (): number[] => Array.from({ length: 4_097 }, () => 1);

scenario("meaning.settings", async () => {
  expect(DEFAULTS.embedder.provider).toBe("off");
  const on = { "embedder.provider": "ollama", "embedder.model": "small" } as const;
  expect(mergeConfig({ user: on }).config.embedder).toMatchObject({ provider: "ollama", model: "small" });
  for (const [field, wrong] of [
    ["embedder.model", { "embedder.provider": "ollama" }],
    ["embedder.url", { ...on, "embedder.url": `http://me:${KEY}@localhost/v1` }],
    ["embedder.key_env", { ...on, "embedder.key_env": KEY }],
  ] as const) {
    const refused = (() => {
      try {
        return mergeConfig({ user: wrong });
      } catch (error) {
        return error as MemoryError;
      }
    })();
    expect(refused).toMatchObject({ code: "input.config", field });
    expect(JSON.stringify([refused, String(refused)])).not.toContain(KEY);
  }
});
