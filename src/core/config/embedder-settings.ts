import type { ResolvedConfig, Setting } from "./config.ts";
import { settingError, VARIABLE, WEB_ADDRESS } from "./model-settings.ts";

/**
 * Whether passages and questions are also compared by meaning, and by which embedder. All of these settings are personal, like those of the
 * model: a repository that could set them could send sessions and keys anywhere.
 */
export const EMBEDDER_SETTINGS = {
  "embedder.provider": {
    summary: "Provider of embedding vectors: off, an endpoint with /v1/embeddings, or Ollama.",
    env: "TIDEMARK_EMBEDDER_PROVIDER",
    type: "choice",
    choices: ["off", "openai", "ollama"],
    default: "off",
    isPersonal: true,
  },
  "embedder.url": {
    summary: "Address of the endpoint (default: the provider's own).",
    env: "TIDEMARK_EMBEDDER_URL",
    type: "text",
    min: 1,
    max: 1_000,
    isPersonal: true,
  },
  "embedder.model": {
    summary: "Embedding model.",
    env: "TIDEMARK_EMBEDDER_MODEL",
    type: "text",
    min: 1,
    max: 200,
    isPersonal: true,
  },
  "embedder.key_env": {
    summary: "Name of the environment variable with the endpoint's API key.",
    env: "TIDEMARK_EMBEDDER_KEY_ENV",
    type: "text",
    min: 1,
    max: 200,
    isPersonal: true,
  },
  "embedder.dimensions": {
    summary: "Requested dimensions of a vector; 0 uses the model's own, up to 4096.",
    env: "TIDEMARK_EMBEDDER_DIMENSIONS",
    type: "number",
    min: 0,
    max: 4_096,
    default: 0,
    isPersonal: true,
  },
  "embedder.deadline_ms": {
    summary:
      "How long recall waits for the vector of a question, in milliseconds; after that, it ranks by words only.",
    env: "TIDEMARK_EMBEDDER_DEADLINE_MS",
    type: "number",
    min: 10,
    max: 10_000,
    default: 300,
    isPersonal: true,
  },
  "embedder.timeout_ms": {
    summary: "How long a worker waits for the vectors of a batch, in milliseconds.",
    env: "TIDEMARK_EMBEDDER_TIMEOUT_MS",
    type: "number",
    min: 1_000,
    // Less than the lease under which a worker computes vectors, so that no other worker starts in the meantime.
    max: 45_000,
    default: 30_000,
    isPersonal: true,
  },
  "embedder.tokens_per_day": {
    summary: "Maximum tokens a project sends to the embedder in a day (UTC), as Tidemark estimates them.",
    env: "TIDEMARK_EMBEDDER_TOKENS_PER_DAY",
    type: "number",
    min: 0,
    max: 1_000_000_000,
    default: 2_000_000,
    isPersonal: true,
  },
  "embedder.weight": {
    summary: "Weight of vector similarity in a score.",
    env: "TIDEMARK_EMBEDDER_WEIGHT",
    type: "amount",
    min: 0,
    max: 2,
    default: 0.3,
    isPersonal: true,
  },
  "embedder.nearness": {
    summary:
      "Minimum similarity of a result that shares no word with the question: 0 is unrelated, 1 is identical.",
    env: "TIDEMARK_EMBEDDER_NEARNESS",
    type: "amount",
    min: 0,
    max: 1,
    default: 0.35,
    isPersonal: true,
  },
} as const satisfies { readonly [name: string]: Setting };

/** An enabled embedder needs all its settings. With only some of them, every question would fail where nobody notices. */
export function requireCompleteEmbedder({ config: { embedder } }: ResolvedConfig): void {
  if (embedder.provider === "off") return;
  const on = `The embedder's provider is ${embedder.provider}, but`;
  if (embedder.model === undefined) {
    const fix = "Set embedder.model to a model of that endpoint, or embedder.provider to off.";
    throw settingError("embedder.model", `${on} no model is named.`, fix);
  }
  if (embedder.url !== undefined && !WEB_ADDRESS.test(embedder.url)) {
    const fix =
      "Set embedder.url to an address such as http://localhost:8080/v1, without a user, a question mark or a hash.";
    throw settingError("embedder.url", `${on} embedder.url is not a plain http or https address.`, fix);
  }
  if (embedder.key_env !== undefined && !VARIABLE.test(embedder.key_env)) {
    const fix = "Set embedder.key_env to the name of an environment variable, such as OPENAI_API_KEY.";
    // The value is not shown, because it may be the key itself.
    throw settingError(
      "embedder.key_env",
      `${on} embedder.key_env is not the name of an environment variable.`,
      fix,
    );
  }
}
