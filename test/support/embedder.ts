import { openEmbedder } from "../../src/adapters/llm/open-embedder.ts";
import type { Config } from "../../src/core/config/config.ts";
import { type Endpoint, type Script, sendJson } from "./endpoint.ts";
import type { TestMemory } from "./test-memory.ts";

export const KEY = "sk-test-8d1f2c3b4a5968778695a4b3c2d1e0f9";

/** Words with the same meaning, one list for each meaning. */
const MEANINGS = [
  ["deploy", "ship", "release", "rollout"],
  ["database", "postgres", "storage"],
  ["car", "vehicle", "automobile"],
  ["login", "authentication", "credentials"],
] as const;

/** The vector of a text: the number of words for each meaning, and 1 at the end for a text without any of them. */
export function meaningOf(text: string): number[] {
  const words = new Set(text.toLowerCase().match(/[a-z]+/g));
  const held = MEANINGS.map((list) => list.filter((word) => words.has(word)).length);
  return [...held, held.some((count) => count > 0) ? 0 : 1];
}

/** Answers like `/v1/embeddings`, with a vector of meanings for each text. */
export const knowsMeanings: Script = (response, { body }) =>
  sendJson(response, {
    data: (body.input as string[]).map((text, index) => ({ index, embedding: meaningOf(text) })),
  });

/** The same memory with an embedder at an endpoint. */
export function withEmbedder(
  deps: TestMemory,
  at: Pick<Endpoint, "url">,
  change: Partial<Config["embedder"]> = {},
): TestMemory {
  const embedder = {
    ...deps.config.embedder,
    provider: "openai",
    model: "small",
    url: at.url,
    key_env: "TEST_KEY",
    timeout_ms: 600_000,
    deadline_ms: 600_000,
    ...change,
  } as const;
  const config = { ...deps.config, embedder };
  return { ...deps, config, embedder: openEmbedder(config, { TEST_KEY: KEY }) };
}

/** Every text that an endpoint was sent, in order. */
export const textsSent = ({ heard }: Endpoint): string[] =>
  heard.flatMap(({ body }) => body.input as string[]);
