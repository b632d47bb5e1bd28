import * as z from "zod/mini";

/** An input with the words that explain it in help. It marks the schema itself: copying it would cost every start. */
export function described<Schema extends z.ZodMiniType>(schema: Schema, help: string): Schema {
  z.globalRegistry.add(schema, { description: help });
  return schema;
}
