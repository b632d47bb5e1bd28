import { AGENT_HOSTS } from "../agent-hosts.ts";
import { MemoryError } from "../failure.ts";
import type { ResolvedConfig, Setting } from "./config.ts";

/**
 * Whether a model is called, at which address, and up to which cost. All of these settings are personal: a repository that could set them
 * could send sessions, keys and money anywhere.
 */
export const MODEL_SETTINGS = {
  "model.mode": {
    summary:
      "Whether a model also extracts items from sessions: off, shadow (recorded for comparison only) or active.",
    env: "TIDEMARK_MODEL_MODE",
    type: "choice",
    choices: ["off", "shadow", "active"],
    default: "off",
    isPersonal: true,
  },
  "model.provider": {
    summary:
      "Provider: an endpoint (openai means any with /v1/chat/completions), or host, the coding agent on this machine.",
    env: "TIDEMARK_MODEL_PROVIDER",
    type: "choice",
    choices: ["openai", "anthropic", "ollama", "host"],
    isPersonal: true,
  },
  "model.host": {
    summary: "Coding agent to use if the provider is host (default: the first one installed).",
    env: "TIDEMARK_MODEL_HOST",
    type: "choice",
    choices: AGENT_HOSTS,
    isPersonal: true,
  },
  "model.url": {
    summary: "Address of the endpoint (default: the provider's own).",
    env: "TIDEMARK_MODEL_URL",
    type: "text",
    min: 1,
    max: 1_000,
    isPersonal: true,
  },
  "model.name": {
    summary: "Model name (default with host: the coding agent's own choice).",
    env: "TIDEMARK_MODEL_NAME",
    type: "text",
    min: 1,
    max: 200,
    isPersonal: true,
  },
  "model.key_env": {
    summary: "Name of the environment variable with the endpoint's API key.",
    env: "TIDEMARK_MODEL_KEY_ENV",
    type: "text",
    min: 1,
    max: 200,
    isPersonal: true,
  },
  "model.usd_per_day": {
    summary: "Maximum cost of a project's model calls per day (UTC), in dollars.",
    env: "TIDEMARK_MODEL_USD_PER_DAY",
    type: "amount",
    min: 0,
    max: 1_000,
    default: 1,
    isPersonal: true,
  },
  "model.calls_per_day": {
    summary: "Maximum model calls of a project per day (UTC).",
    env: "TIDEMARK_MODEL_CALLS_PER_DAY",
    type: "number",
    min: 0,
    max: 10_000,
    default: 50,
    isPersonal: true,
  },
  "model.usd_per_million_in": {
    summary: "Price of a million prompt tokens, in dollars.",
    env: "TIDEMARK_MODEL_USD_PER_MILLION_IN",
    type: "amount",
    min: 0,
    max: 10_000,
    default: 0,
    isPersonal: true,
  },
  "model.usd_per_million_out": {
    summary: "Price of a million answer tokens, in dollars.",
    env: "TIDEMARK_MODEL_USD_PER_MILLION_OUT",
    type: "amount",
    min: 0,
    max: 10_000,
    default: 0,
    isPersonal: true,
  },
  "model.timeout_ms": {
    summary: "Timeout for an answer, in milliseconds.",
    env: "TIDEMARK_MODEL_TIMEOUT_MS",
    type: "number",
    min: 1_000,
    max: 600_000,
    default: 120_000,
    isPersonal: true,
  },
} as const satisfies { readonly [name: string]: Setting };

/** An enabled model needs all its settings. With only some of them, every session would fail where nobody notices. */
export function requireCompleteModel({ config: { model }, origins }: ResolvedConfig): void {
  if (model.mode === "off") return;
  const on = `The model's mode is ${model.mode}, but`;
  if (model.provider === undefined) {
    const fix = "Set model.provider to host, openai, anthropic or ollama, or model.mode to off.";
    throw settingError("model.provider", `${on} no provider is set.`, fix);
  }
  if (model.provider === "host") return;
  if (model.name === undefined) {
    const fix = "Set model.name to a model of that endpoint, or model.mode to off.";
    throw settingError("model.name", `${on} no model is named.`, fix);
  }
  if (model.url !== undefined && !WEB_ADDRESS.test(model.url)) {
    const fix =
      "Set model.url to an address such as http://localhost:8080/v1, without a user, a question mark or a hash.";
    throw settingError("model.url", `${on} model.url is not a plain http or https address.`, fix);
  }
  if (model.key_env !== undefined && !VARIABLE.test(model.key_env)) {
    const fix = "Set model.key_env to the name of an environment variable, such as OPENAI_API_KEY.";
    // The value is not shown, because it may be the key itself.
    throw settingError(
      "model.key_env",
      `${on} model.key_env is not the name of an environment variable.`,
      fix,
    );
  }
  const unpriced = (["model.usd_per_million_in", "model.usd_per_million_out"] as const).find(
    (name) => origins[name] === "default",
  );
  if (model.provider !== "ollama" && unpriced !== undefined) {
    const fix = `Set ${unpriced} to the price of a million tokens, or to 0 for an endpoint that costs nothing.`;
    throw settingError(unpriced, `${on} its price is not set, and the spending limit depends on it.`, fix);
  }
}

/** An address must not contain a key, because addresses are displayed. */
export const WEB_ADDRESS = /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/i;
export const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function settingError(field: string, message: string, fix: string): MemoryError {
  return new MemoryError("input.config", message, { field, fix });
}
