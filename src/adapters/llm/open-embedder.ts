import type { Config } from "../../core/config/config.ts";
import { assert } from "../../core/failure.ts";
import type { Embedder, Vector } from "../../ports/embedder.ts";
import { apiKey } from "./api-key.ts";
import { askJson, badAnswer, type Role } from "./ask-json.ts";
import { bearerHeader, trimUrl } from "./endpoint.ts";
import { fieldAt } from "./fields.ts";
import { baseOf } from "./openai.ts";

/** Enough for a batch of the longest vectors, with every digit of each number. */
const ROLE: Role = { called: "embedder", named: "embedder.model", replyBytesMax: 16 * 1024 * 1024 };

/** Maximum length of a vector. */
const DIMENSIONS_MAX = 4_096;

/** A provider's format: its address, and where its reply contains the vectors. */
type Dialect = {
  readonly address: (url: string | undefined) => string;
  readonly vectors: (json: unknown) => unknown;
};

const DIALECTS: { readonly [provider in Exclude<Config["embedder"]["provider"], "off">]: Dialect } = {
  openai: {
    address: (url) => `${baseOf(url)}/embeddings`,
    // Sorted by their index, because they may arrive in another order.
    vectors: (json) => {
      const data = fieldAt(json, "data");
      if (!Array.isArray(data)) return undefined;
      const place = (each: unknown, i: number): number => Number(fieldAt(each, "index") ?? i);
      return data
        .map((each, i) => ({ place: place(each, i), vector: fieldAt(each, "embedding") }))
        .sort((a, b) => a.place - b.place)
        .map(({ vector }) => vector);
    },
  },
  ollama: {
    address: (url) => `${trimUrl(url ?? "http://127.0.0.1:11434", /\/api(?:\/embed)?$/)}/api/embed`,
    vectors: (json) => fieldAt(json, "embeddings"),
  },
};

/** The embedder in the config. Nothing is sent before the first question, so a wrong key is found only then. */
export function openEmbedder({ embedder: settings }: Config, env: NodeJS.ProcessEnv): Embedder {
  const { provider, model, url, key_env, dimensions } = settings;
  assert(provider !== "off" && model !== undefined, "an embedder was opened that the config does not name");
  const { address, vectors } = DIALECTS[provider];
  const to = address(url);
  return {
    name: model,
    provider,
    space: [provider, model, dimensions, to].join(" "),
    embed: async (texts, timeoutMs) => {
      const key = key_env === undefined ? undefined : apiKey(env, key_env, ROLE);
      const json = await askJson({
        role: ROLE,
        url: to,
        headers: bearerHeader(key),
        body: { model, input: texts, ...(dimensions === 0 ? {} : { dimensions }) },
        timeoutMs,
      });
      return checkVectors(vectors(json), { count: texts.length, dimensions, provider });
    },
  };
}

type VectorsWanted = { readonly count: number; readonly dimensions: number; readonly provider: string };

/** The vectors of a reply, if their number, length and values are valid. */
function checkVectors(found: unknown, { count, dimensions, provider }: VectorsWanted): Vector[] {
  if (!Array.isArray(found) || !found.every(isVector))
    throw badAnswer(ROLE, `does not answer as ${provider} does`);
  if (found.length !== count) throw badAnswer(ROLE, `gave ${found.length} vectors for ${count} texts`);
  const length = found[0]?.length ?? 0;
  if (found.some((vector) => vector.length !== length) || (dimensions > 0 && length !== dimensions))
    throw badAnswer(ROLE, `gave vectors of another length than was asked for`);
  if (length > DIMENSIONS_MAX) throw badAnswer(ROLE, `gave vectors of more than ${DIMENSIONS_MAX} numbers`);
  return found;
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.every((each) => typeof each === "number" && Number.isFinite(each)) &&
  value.some((each) => each !== 0);
