import { MemoryError } from "../failure.ts";

/** All that a user can set, as every part of the program reads it. */
export type Config = {
  /** The name an agent acts under when nothing nearer names it. */
  readonly agent?: string;
  readonly store: { readonly wait_ms: number };
  readonly brief: { readonly tokens: number };
};

/** Settings by their full name, as one layer gives them. */
export type Values = {
  readonly agent?: string;
  readonly "store.wait_ms"?: number;
  readonly "brief.tokens"?: number;
};

export type SettingName = keyof Values;

/** A layer's name, from the weakest to the strongest. */
export type Origin = "default" | "user" | "project" | "environment" | "flag";

export type Layers = {
  readonly user?: Values;
  readonly project?: Values;
  readonly environment?: Values;
  readonly flag?: Values;
};

/** The config in force, and which layer each of its values came from. */
export type Resolved = {
  readonly config: Config;
  readonly origins: { readonly [name in SettingName]: Origin };
};

type Limits = { readonly type: "text" | "number"; readonly min: number; readonly max: number };

export type Setting = Limits & {
  readonly summary: string;
  /** The environment variable that sets it. */
  readonly env: string;
};

/** Every setting there is. The checks, the template file and the environment all read this table. */
export const SETTINGS: { readonly [name in SettingName]: Setting } = {
  agent: {
    summary: "The name an agent acts under when neither a flag nor its host names it.",
    env: "TIDEMARK_AGENT",
    type: "text",
    min: 1,
    max: 200,
  },
  "store.wait_ms": {
    summary: "How long a writer waits for its turn, in milliseconds.",
    env: "TIDEMARK_WAIT_MS",
    type: "number",
    min: 100,
    max: 60_000,
  },
  "brief.tokens": {
    summary: "How many tokens a brief may cost.",
    env: "TIDEMARK_BRIEF_TOKENS",
    type: "number",
    min: 100,
    max: 8_000,
  },
};

export const DEFAULTS: Config = { store: { wait_ms: 10_000 }, brief: { tokens: 1_200 } };

/** Lays the layers over the defaults: each setting comes from the strongest layer that has it. */
export function mergeConfig(layers: Layers): Resolved {
  const agent = pick("agent", layers, undefined);
  const wait = pick("store.wait_ms", layers, DEFAULTS.store.wait_ms);
  const tokens = pick("brief.tokens", layers, DEFAULTS.brief.tokens);
  return {
    config: {
      ...(agent.value === undefined ? {} : { agent: agent.value }),
      store: { wait_ms: wait.value },
      brief: { tokens: tokens.value },
    },
    origins: { agent: agent.origin, "store.wait_ms": wait.origin, "brief.tokens": tokens.origin },
  };
}

const STRONGEST_FIRST = ["flag", "environment", "project", "user"] as const;

type Picked<Value> = { readonly value: Value; readonly origin: Origin };

function pick<Name extends SettingName, Fallback>(
  name: Name,
  layers: Layers,
  fallback: Fallback,
): Picked<NonNullable<Values[Name]> | Fallback> {
  for (const origin of STRONGEST_FIRST) {
    const value = layers[origin]?.[name];
    if (value !== undefined && value !== null) return { value, origin };
  }
  return { value: fallback, origin: "default" };
}

/** The layer that environment variables make. One that is set to nothing counts as not set. */
export function environmentValues(env: { readonly [variable: string]: string | undefined }): Values {
  const values: Record<string, unknown> = {};
  for (const [name, { env: variable, type }] of settings()) {
    const text = env[variable]?.trim();
    if (!text) continue;
    const value = accepted(name, type === "number" ? Number(text) : text);
    if (value === undefined) {
      throw new MemoryError("input.config", `${variable} must be ${expected(name)}; it is "${text}".`, {
        field: variable,
        fix: `Set ${variable} to ${expected(name)}, or unset it.`,
      });
    }
    values[name] = value;
  }
  return values as Values;
}

/** The value as it will be used, or undefined when the setting cannot be that. */
export function accepted<Name extends SettingName>(name: Name, value: unknown): Values[Name] | undefined {
  const { type, min, max } = SETTINGS[name];
  const line = cleanLine(value);
  const size = type === "text" ? line?.length : value;
  const fits = typeof size === "number" && Number.isInteger(size) && size >= min && size <= max;
  return fits ? ((type === "text" ? line : value) as Values[Name]) : undefined;
}

/** Names are printed and compared: no spaces around them and no control characters in them. */
function cleanLine(value: unknown): string | undefined {
  return typeof value === "string" && !/\p{Cc}/u.test(value.trim()) ? value.trim() : undefined;
}

/** What a setting can be, to follow "must be". */
export function expected(name: SettingName): string {
  const { type, min, max } = SETTINGS[name];
  return type === "number"
    ? `a whole number from ${min} to ${max}`
    : `one line of ${min} to ${max} characters`;
}

export function settings(): [SettingName, Setting][] {
  return Object.entries(SETTINGS) as [SettingName, Setting][];
}
