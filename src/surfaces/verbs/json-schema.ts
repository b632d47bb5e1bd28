import * as z from "zod/mini";
import type { Verb } from "./verb.ts";

export type JsonSchema = { readonly [key: string]: unknown };

/** The schema of an object of inputs. */
export type InputSchema = {
  readonly type: "object";
  readonly properties: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
};

type AnySchema = z.core.$ZodType;

type InputShape = Verb["input"]["shape"];

/** The inputs that clients see, each with a text of its own or the verb's. */
export type AdvertisedInputs = { readonly [name: string]: string | undefined };

/**
 * A verb's input schema for clients. It is short, because every agent pays for it in every session. Undocumented spellings are accepted
 * too, and a wrong input gets a message when it occurs.
 */
export function inputSchemaOf({ shape }: Verb["input"], advertised?: AdvertisedInputs): InputSchema {
  const names = advertised === undefined ? Object.keys(shape) : Object.keys(advertised);
  const properties = names.map((name) => {
    const schema = shape[name] as AnySchema;
    const says = advertised?.[name] ?? z.globalRegistry.get(schema)?.description ?? "";
    return [name, { ...bareSchemaOf(schema), ...(says === "" ? {} : { description: says }) }] as const;
  });
  const required = names.filter((name) => !isOptional(shape[name] as AnySchema));
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The parts of a definition of any type. */
type Def = {
  readonly type: string;
  readonly innerType?: AnySchema;
  readonly defaultValue?: unknown;
  readonly element?: AnySchema;
  readonly entries?: { readonly [name: string]: unknown };
  readonly options?: readonly AnySchema[];
  readonly shape?: InputShape;
};

const defOf = (schema: AnySchema): Def => schema._zod.def as unknown as Def;

const isOptional = (schema: AnySchema): boolean => ["optional", "default"].includes(defOf(schema).type);

function bareSchemaOf(schema: AnySchema): JsonSchema {
  const def = defOf(schema);
  if (def.innerType !== undefined) {
    const fallback = def.defaultValue;
    const told = fallback === undefined || fallback === false ? {} : { default: fallback };
    return { ...bareSchemaOf(def.innerType), ...told };
  }
  if (def.element !== undefined) return { type: "array", items: bareSchemaOf(def.element) };
  if (def.entries !== undefined) return { type: "string", enum: Object.values(def.entries) };
  if (def.options !== undefined) {
    const options = def.options.map(bareSchemaOf);
    // If a text is accepted, only that is shown: not every client can write a value of several types.
    return options.find(({ type }) => type === "string") ?? { anyOf: options };
  }
  if (def.shape !== undefined || def.type === "record") return { type: "object" };
  return { type: def.type === "number" && isWhole(schema) ? "integer" : def.type };
}

function isWhole(schema: AnySchema): boolean {
  const { checks = [] } = schema._zod.def;
  return checks.some(({ _zod }) => _zod.def.check === "multiple_of");
}

/** True for an input that takes several values. */
export function takesMany(schema: AnySchema): boolean {
  const { type, innerType } = defOf(schema);
  return innerType === undefined ? type === "array" : takesMany(innerType);
}
