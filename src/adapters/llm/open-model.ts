import type { Config } from "../../core/config/config.ts";
import { assert } from "../../core/failure.ts";
import type { Model } from "../../ports/model.ts";
import { anthropic } from "./anthropic.ts";
import { apiKey } from "./api-key.ts";
import { askJson, badAnswer, type Role } from "./ask-json.ts";
import type { Dialect } from "./endpoint.ts";
import { type HostAgentPlace, openHostAgent } from "./host-agent.ts";
import { ollama } from "./ollama.ts";
import { openai } from "./openai.ts";

const DIALECTS: { readonly [provider in Exclude<Config["model"]["provider"], "host" | undefined>]: Dialect } =
  {
    openai,
    anthropic,
    ollama,
  };

/** A reply is read up to a hundred times the requested length. */
const ROLE: Role = { called: "model", named: "model.name", replyBytesMax: 2 * 1024 * 1024 };

/** The model in the config. Nothing is sent before the first question, so a wrong key is found only then. */
export function openModel(config: Config, place: HostAgentPlace): Model {
  const { provider, name, url, key_env, timeout_ms } = config.model;
  if (provider === "host") return openHostAgent(config, place);
  assert(provider !== undefined && name !== undefined, "a model was opened that the config does not name");
  const dialect = DIALECTS[provider];
  return {
    name,
    provider,
    ask: async (prompt) => {
      const key = key_env === undefined ? undefined : apiKey(place.env, key_env, ROLE);
      const { url: to, headers, body } = dialect.request({ url, key, name }, prompt);
      const json = await askJson({ role: ROLE, url: to, headers, body, timeoutMs: timeout_ms });
      const reply = dialect.reply(json);
      if (reply === undefined) throw badAnswer(ROLE, `does not answer as ${provider} does`);
      return reply;
    },
  };
}
