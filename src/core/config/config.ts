import { AGENT_NAME_FORM, AGENT_NAME_MAX, isAgentName } from "../agent-name.ts";
import { MemoryError } from "../failure.ts";
import { namesIn } from "../fields.ts";
import { BUNDLE_SETTINGS } from "./bundle-settings.ts";
import { EMBEDDER_SETTINGS, requireCompleteEmbedder } from "./embedder-settings.ts";
import { MEMORY_SETTINGS, requirePositiveWeights } from "./memory-settings.ts";
import { MODEL_SETTINGS, requireCompleteModel } from "./model-settings.ts";
import { PATH_SETTINGS } from "./path-settings.ts";
import { type Limits, type PerAgent, readPerAgent } from "./per-agent.ts";
import { PERSON_SETTINGS } from "./person-settings.ts";
import { STALENESS_SETTINGS } from "./staleness-settings.ts";
import { STORE_SETTINGS } from "./store-settings.ts";
import { USAGE_SETTINGS } from "./usage-settings.ts";

type SettingHelp = {
  readonly summary: string;
  /** The environment variable that sets it. */
  readonly env: string;
  /** Ignored in a project's file, which comes with the repository and may be a stranger's. */
  readonly isPersonal?: true;
  /** Never repeated in messages, because it may contain a password. */
  readonly isSecret?: true;
  /** For a switch: off in any layer is final, so that no project enables what its user disabled. */
  readonly isOffFinal?: true;
};

/** A setting without a default may be absent; the example then shows a possible value. */
export type Setting = SettingHelp &
  (
    | {
        readonly type: "text";
        readonly min: number;
        readonly max: number;
        readonly default?: string;
        readonly example?: string;
        /** For a text with a grammar: its description, and a function that finds the problem with a value. */
        readonly form?: {
          readonly says: string;
          readonly problemOf: (text: string) => string | undefined;
        };
      }
    /** A whole number, or any number for an amount. */
    | {
        readonly type: "number" | "amount";
        readonly min: number;
        readonly max: number;
        readonly default: number;
      }
    | { readonly type: "choice"; readonly choices: readonly string[]; readonly default?: string }
    | { readonly type: "switch"; readonly default: boolean }
    /** Values of other settings for individual agents, by agent name. */
    | {
        readonly type: "per_agent";
        readonly of: Limits;
        readonly default: PerAgent;
        readonly example: string;
      }
  );

/** The table of all settings. Types, checks, the template file and the environment are derived from it. */
export const SETTINGS = {
  agent: {
    summary: "Name of the agent if neither a flag nor the host gives one.",
    env: "TIDEMARK_AGENT",
    type: "text",
    min: 1,
    max: AGENT_NAME_MAX,
    form: {
      says: AGENT_NAME_FORM,
      problemOf: (name) => (isAgentName(name) ? undefined : "this is not a valid agent name"),
    },
    example: "reviewer",
  },
  ...PERSON_SETTINGS,
  ...STORE_SETTINGS,
  ...BUNDLE_SETTINGS,
  ...MEMORY_SETTINGS,
  ...PATH_SETTINGS,
  ...USAGE_SETTINGS,
  ...STALENESS_SETTINGS,
  ...MODEL_SETTINGS,
  ...EMBEDDER_SETTINGS,
} as const satisfies { readonly [name: string]: Setting };

type Table = typeof SETTINGS;

export type SettingName = keyof Table;

type ValueOf<Name extends SettingName> = Table[Name] extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Table[Name]["type"] extends "text"
    ? string
    : Table[Name]["type"] extends "switch"
      ? boolean
      : Table[Name] extends { readonly type: "per_agent"; readonly of: infer Of }
        ? PerAgent<Of>
        : number;

/** The settings of one layer, by full name. */
export type Values = { readonly [Name in SettingName]?: ValueOf<Name> };

type GroupMember<Group extends string, Name = SettingName> = Name extends `${Group}${infer Rest}`
  ? Rest
  : never;
type First<Name> = Name extends `${infer Head}.${string}` ? Head : Name & string;
type Missable<Name> = Name extends SettingName
  ? Table[Name] extends { readonly default: unknown }
    ? false
    : true
  : false;
type ConfigUnder<Path extends string> = Path extends SettingName ? ValueOf<Path> : Grouped<`${Path}.`>;

/** Names with dots become groups: `store.wait_ms` is read as `config.store.wait_ms`. */
type Grouped<Group extends string> = {
  readonly [Key in First<GroupMember<Group>> as Missable<`${Group}${Key}`> extends true
    ? never
    : Key]: ConfigUnder<`${Group}${Key}`>;
} & {
  readonly [Key in First<GroupMember<Group>> as Missable<`${Group}${Key}`> extends true
    ? Key
    : never]?: ConfigUnder<`${Group}${Key}`>;
};

/** All settings, in the form that the program reads. */
export type Config = Grouped<"">;

/** A layer's name, from the weakest to the strongest. */
export type Origin = "default" | "user" | "project" | "environment" | "flag";

export type Layers = {
  readonly user?: Values;
  readonly project?: Values;
  readonly environment?: Values;
  readonly flag?: Values;
};

/** The effective config, and the layer from which each value came. */
export type ResolvedConfig = {
  readonly config: Config;
  readonly origins: { readonly [name in SettingName]: Origin };
};

/** Merges the layers with the defaults: each setting comes from the strongest layer that has it. */
export function mergeConfig(layers: Layers): ResolvedConfig {
  const picked = settings().map(([name, setting]) => [name, pick(name, layers, setting)] as const);
  const origins = Object.fromEntries(picked.map(([name, { origin }]) => [name, origin]));
  const config = groupValues(picked.map(([name, { value }]) => [name, value]));
  const resolved = { config, origins } as ResolvedConfig;
  requireCompleteModel(resolved);
  requireCompleteEmbedder(resolved);
  requirePositiveWeights(resolved);
  return resolved;
}

const STRONGEST_FIRST = ["flag", "environment", "project", "user"] as const;

type PickedValue = { readonly value: unknown; readonly origin: Origin };

function pick(name: SettingName, layers: Layers, setting: Setting): PickedValue {
  const given = STRONGEST_FIRST.flatMap((origin): PickedValue[] => {
    const value = layers[origin]?.[name];
    return value === undefined || value === null ? [] : [{ value, origin }];
  });
  const final = setting.isOffFinal ? given.find(({ value }) => value === false) : undefined;
  return final ?? given[0] ?? { value: setting.default, origin: "default" };
}

type Tree = { [name: string]: unknown };

function groupValues(values: readonly (readonly [name: string, value: unknown])[]): Tree {
  const tree: Tree = {};
  for (const [name, value] of values) {
    const groups = name.split(".");
    const last = groups.pop() ?? name;
    let at = tree;
    for (const group of groups) {
      at[group] ??= {};
      at = at[group] as Tree;
    }
    if (value !== undefined) at[last] = value;
  }
  return tree;
}

/** The layer of environment variables. An empty variable counts as not set. */
export function environmentValues(env: { readonly [variable: string]: string | undefined }): Values {
  const values: Record<string, unknown> = {};
  for (const [name, { env: variable, type, isSecret }] of settings()) {
    const text = env[variable]?.trim();
    if (!text) continue;
    const value = parseSetting(name, type === "number" || type === "amount" ? Number(text) : text);
    if (value === undefined) {
      const why = problemWith(name, text);
      const given = isSecret ? "" : `; it is "${text}"`;
      const said = `${variable} must be ${expectedText(name)}${given}${why ? `: ${why}` : ""}.`;
      throw new MemoryError("input.config", said, {
        field: variable,
        fix: `Set ${variable} to ${expectedText(name)}, or unset it.`,
      });
    }
    values[name] = value;
  }
  return values as Values;
}

/** The parsed value, or undefined if it is invalid for the setting. */
export function parseSetting<Name extends SettingName>(name: Name, value: unknown): Values[Name] | undefined {
  return usable(SETTINGS[name], value) as Values[Name] | undefined;
}

function usable(setting: Setting, value: unknown): unknown {
  switch (setting.type) {
    case "text": {
      // A name is trimmed and has no control characters, because names are printed and compared.
      const line = typeof value === "string" && !/\p{Cc}/u.test(value.trim()) ? value.trim() : undefined;
      const isFit = line !== undefined && isWithin(line.length, setting);
      return isFit && setting.form?.problemOf(line) === undefined ? line : undefined;
    }
    case "number":
      return Number.isInteger(value) && isWithin(value, setting) ? value : undefined;
    case "amount":
      return isWithin(value, setting) ? value : undefined;
    case "choice":
      return setting.choices.find((choice) => choice === value);
    case "switch":
      return typeof value === "boolean" ? value : SWITCHES.get(String(value).toLowerCase());
    case "per_agent": {
      const read = readPerAgent(value, setting.of);
      return "values" in read ? read.values : undefined;
    }
    default:
      return unreachable(setting);
  }
}

/** The texts that are accepted for a switch. */
const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["on", true],
  ["false", false],
  ["off", false],
]);

/** False for anything but a number. */
const isWithin = (value: unknown, { min, max }: { readonly min: number; readonly max: number }): boolean =>
  typeof value === "number" && value >= min && value <= max;

/** A description of the allowed values, to follow "must be". */
export function expectedText(name: SettingName): string {
  const setting: Setting = SETTINGS[name];
  switch (setting.type) {
    case "text":
      return setting.form?.says ?? `one line of ${setting.min} to ${setting.max} characters`;
    case "number":
      return `a whole number from ${setting.min} to ${setting.max}`;
    case "amount":
      return `a number from ${setting.min} to ${setting.max}`;
    case "switch":
      return "true or false";
    case "choice":
      return `one of ${setting.choices.join(", ")}`;
    case "per_agent":
      return `settings by agent, like ${setting.example}`;
    default:
      return unreachable(setting);
  }
}

/** The specific problem with a value that has a grammar. */
export function problemWith(name: SettingName, value: unknown): string | undefined {
  const setting: Setting = SETTINGS[name];
  if (setting.type === "per_agent") {
    const read = readPerAgent(value, setting.of);
    return "problem" in read ? read.problem : undefined;
  }
  return setting.type === "text" && typeof value === "string" ? setting.form?.problemOf(value) : undefined;
}

function unreachable(setting: never): never {
  throw new Error(`bug: a setting of no known type: ${JSON.stringify(setting)}`);
}

export function settings(): [SettingName, Setting][] {
  return namesIn(SETTINGS).map((name) => [name, SETTINGS[name]]);
}

export const DEFAULTS: Config = mergeConfig({}).config;
