import type { z } from "zod";
import type { Verb } from "./verb.ts";

/** One input of a verb as the command line sees it. */
export type Flag = {
  /** The input's own name, in snake_case. */
  readonly name: string;
  /** As it is typed: related_paths is --related-paths. */
  readonly flag: string;
  readonly type: "switch" | "value" | "list";
  readonly isRequired: boolean;
  readonly help: string;
  readonly defaultText: string;
};

type AnySchema = z.core.$ZodType & { readonly description?: string };

/** The flags of a verb, read off its input schema. */
export function flagsOf(verb: Pick<Verb, "input">): Flag[] {
  return Object.entries(verb.input.shape).map(([name, schema]) => flagOf(name, schema as AnySchema));
}

function flagOf(name: string, schema: AnySchema): Flag {
  const { inner, isOptional, fallback } = unwrapped(schema);
  const { type } = inner._zod.def;
  return {
    name,
    flag: name.replaceAll("_", "-"),
    type: type === "boolean" ? "switch" : type === "array" ? "list" : "value",
    isRequired: !isOptional,
    help: schema.description ?? inner.description ?? "",
    defaultText: fallback === undefined || fallback === false ? "" : String(fallback),
  };
}

function unwrapped(schema: AnySchema): { inner: AnySchema; isOptional: boolean; fallback: unknown } {
  let inner = schema;
  let isOptional = false;
  let fallback: unknown;
  for (;;) {
    const def = inner._zod.def as { type: string; innerType?: AnySchema; defaultValue?: unknown };
    if ((def.type !== "optional" && def.type !== "default") || !def.innerType) return { inner, isOptional, fallback };
    isOptional = true;
    if (def.type === "default") fallback = def.defaultValue;
    inner = def.innerType;
  }
}
