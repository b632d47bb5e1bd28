import * as z from "zod/mini";

/** An input with its help text. It marks the schema itself, because copying it would slow down every start. */
export function withHelp<Schema extends z.ZodMiniType>(schema: Schema, help: string): Schema {
  z.globalRegistry.add(schema, { description: help });
  return schema;
}

/** A switch, which is off by default. */
export const flag = (help: string) => withHelp(z._default(z.boolean(), false), help);

type Length = { readonly min?: number; readonly max?: number };

const stringOf = ({ min = 0, max }: Length) => {
  const atLeast = z.string().check(z.minLength(min));
  return max === undefined ? atLeast : atLeast.check(z.maxLength(max));
};

/** A text that is required and must not be empty. */
export const text = (help: string, max?: number) =>
  withHelp(stringOf({ min: 1, ...(max === undefined ? {} : { max }) }), help);

export const optionalText = (help: string, length: Length = {}) =>
  withHelp(z.optional(stringOf(length)), help);

/** Texts, one for each use of the option. */
export const optionalTexts = (help: string, length: Length = {}) =>
  withHelp(z.optional(z.array(stringOf(length))), help);

/** One of several words. */
export const choice = <const Words extends readonly string[]>(words: Words, help: string) =>
  withHelp(z.optional(z.enum(words)), help);

const wholeNumber = (least: number) => z.coerce.number().check(z.multipleOf(1), z.minimum(least));

/** Maximum number of results of one call. */
const LIMIT_MAX = 500;

export const limit = (fallback: number, { of = "results", max = LIMIT_MAX } = {}) =>
  withHelp(z._default(wholeNumber(1).check(z.maximum(max)), fallback), `Maximum number of ${of}`);

export const offset = () => withHelp(z._default(wholeNumber(0), 0), "Number of results to skip");

/** The position of an event on the tape. */
export const position = (help: string) => withHelp(wholeNumber(1), help);
export const optionalPosition = (help: string) => withHelp(z.optional(wholeNumber(0)), help);
