import * as z from "zod/mini";
import type { Verb } from "./verb.ts";

/** One input of a verb as the command line sees it. */
export type Flag = {
  /** The input's own name, in snake_case. */
  readonly name: string;
  /** As typed: related_paths is --related-paths. */
  readonly flag: string;
  /** "maybe": an option whose value may be omitted: --snapshot, --snapshot SLUG. */
  readonly type: "switch" | "value" | "list" | "maybe";
  /** The placeholder for the value in help: --since WHEN. */
  readonly placeholder: string;
  readonly isRequired: boolean;
  readonly help: string;
  readonly defaultText: string;
};

type AnySchema = z.core.$ZodType;

/** The flags of a verb, derived from its input schema. */
export function flagsOf(verb: Pick<Verb, "input">): Flag[] {
  return Object.entries(verb.input.shape).map(([name, schema]) => flagOf(name, schema as AnySchema));
}

function flagOf(name: string, schema: AnySchema): Flag {
  const { inner, isOptional, fallback } = unwrapSchema(schema);
  const { type } = inner._zod.def;
  return {
    name,
    flag: name.replaceAll("_", "-"),
    type: typeOf(inner),
    isRequired: !isOptional,
    placeholder: PLACEHOLDERS[name] ?? (name.split("_").at(-1) ?? name).toUpperCase(),
    help: `${descriptionOf(schema) ?? descriptionOf(inner) ?? ""}${type === "array" ? " (repeatable)" : ""}`,
    defaultText: fallback === undefined || fallback === false ? "" : String(fallback),
  };
}

function typeOf(schema: AnySchema): Flag["type"] {
  const def = schema._zod.def as { readonly type: string; readonly options?: readonly AnySchema[] };
  if (def.type === "boolean") return "switch";
  if (def.type === "array") return "list";
  return def.options?.some((each) => each._zod.def.type === "boolean") ? "maybe" : "value";
}

const descriptionOf = (schema: AnySchema): string | undefined => z.globalRegistry.get(schema)?.description;

const PLACEHOLDERS: { readonly [name: string]: string } = {
  for: "TIME",
  record: "WHERE",
  expires: "WHEN",
  expires_at: "WHEN",
  since: "WHEN",
  until: "WHEN",
  limit: "N",
  offset: "N",
  budget: "N",
  k: "N",
  confidence: "N",
  accept: "ID",
  reject: "ID",
  dismiss: "ID",
  keep: "UNIT",
  edit: "ID",
  proposes: "KIND",
  depends_on: "ID",
  path: "PATH",
  related_paths: "PATH",
  files: "PATH",
  tags: "TAG",
  steps: "STEP",
  commits: "COMMIT",
  priority: "HOW",
  severity: "HOW",
  from: "AGENT",
  to: "AGENT",
  assignee: "WHO",
  instead: "TEXT",
  snapshot: "SLUG",
  patch: "JSON",
  task: "ID",
};

function unwrapSchema(schema: AnySchema): { inner: AnySchema; isOptional: boolean; fallback: unknown } {
  let inner = schema;
  let isOptional = false;
  let fallback: unknown;
  for (;;) {
    const def = inner._zod.def as { type: string; innerType?: AnySchema; defaultValue?: unknown };
    if ((def.type !== "optional" && def.type !== "default") || !def.innerType)
      return { inner, isOptional, fallback };
    isOptional = true;
    if (def.type === "default") fallback = def.defaultValue;
    inner = def.innerType;
  }
}
