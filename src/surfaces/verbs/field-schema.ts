import { z } from "zod";
import type { Field } from "../../core/items/field.ts";
import { KIND_NAMES, KINDS, kindOf } from "../../core/items/kinds.ts";

/** The fields of all kinds as optional inputs. Which kind takes which is checked by the registry itself. */
export function fieldInputs(): { [name: string]: z.ZodType } {
  const shape: { [name: string]: z.ZodType } = {};
  for (const kind of KIND_NAMES) {
    for (const [name, field] of Object.entries(kindOf(kind).fields)) {
      shape[name] ??= schemaOf(field).optional().describe(`${field.help} (${kindsWith(name)})`);
    }
  }
  return shape;
}

function schemaOf(field: Field): z.ZodType {
  switch (field.type) {
    case "number":
      return z.union([z.number(), z.string()]);
    case "list":
      return z.array(z.string());
    case "steps":
      return z.array(z.union([z.string(), z.object({ text: z.string(), status: z.string().optional() })]));
    case "choice":
    case "instant":
    case "text":
      return z.string();
  }
}

function kindsWith(name: string): string {
  const kinds = KIND_NAMES.filter((kind) => Object.hasOwn(KINDS[kind].fields, name));
  const units = KIND_NAMES.filter((kind) => KINDS[kind].isUnit);
  if (!units.every((kind) => kinds.includes(kind))) return kinds.join(", ");
  return ["units", ...kinds.filter((kind) => !units.includes(kind))].join(", ");
}
