import type { Config } from "../../core/config/config.ts";
import { assert, MemoryError } from "../../core/failure.ts";
import type { Model } from "../../ports/model.ts";
import { anthropic } from "./anthropic.ts";
import { askJson, badAnswer } from "./ask-json.ts";
import type { Dialect } from "./endpoint.ts";
import { ollama } from "./ollama.ts";
import { openai } from "./openai.ts";

const DIALECTS: { readonly [provider in NonNullable<Config["model"]["provider"]>]: Dialect } = {
  openai,
  anthropic,
  ollama,
};

/** The model that the config names. Nothing is asked before it is asked, so a wrong key shows only then. */
export function openModel({ model: settings }: Config, env: NodeJS.ProcessEnv): Model {
  const { provider, name, url, key_env, timeout_ms } = settings;
  assert(provider !== undefined && name !== undefined, "a model was opened that the config does not name");
  const dialect = DIALECTS[provider];
  return {
    name,
    provider,
    ask: async (prompt) => {
      const key = key_env === undefined ? undefined : keyIn(env, key_env);
      const { url: to, headers, body } = dialect.request({ url, key, name }, prompt);
      const json = await askJson({ url: to, headers, body, timeoutMs: timeout_ms });
      const reply = dialect.reply(json);
      if (reply === undefined) throw badAnswer(`The model's endpoint does not answer as ${provider} does.`);
      return reply;
    },
  };
}

/** What cannot stand in a header would be repeated in the error of whoever tries. */
function keyIn(env: NodeJS.ProcessEnv, variable: string): string {
  const key = env[variable]?.trim() ?? "";
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const what = key === "" ? "is not set" : "holds something that cannot be a key";
  throw new MemoryError("model.no_key", `${variable}, which model.key_env names, ${what}.`, {
    field: "model.key_env",
    fix: `Set ${variable} to the endpoint's key where sessions are read, or model.mode to off.`,
  });
}
