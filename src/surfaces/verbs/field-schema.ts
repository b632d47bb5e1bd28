import * as z from "zod/mini";
import type { Field } from "../../core/items/field.ts";
import { type FieldName, KIND_NAMES, KINDS, kindOf } from "../../core/items/kinds.ts";
import { withHelp } from "./inputs.ts";

function fieldInputs(): FieldInputs {
  const shape: { [name: string]: z.ZodMiniType } = {};
  for (const kind of KIND_NAMES) {
    for (const [name, field] of Object.entries(kindOf(kind).fields)) {
      shape[name] ??= withHelp(z.optional(schemaOf(field)), `${helpOf(field)} (${kindsWith(name)})`);
    }
  }
  return shape as FieldInputs;
}

/** What a program may pass for a field: one text or number, several texts, or the steps of a plan. */
type FieldValue = string | number | readonly (string | { readonly text: string; readonly status?: string })[];

type FieldInputs = { [Name in FieldName]: z.ZodMiniOptional<z.ZodMiniType<FieldValue, FieldValue>> };

const helpOf = ({ help, choices }: Field): string => (choices ? `${help}: ${choices.join(", ")}` : help);

function schemaOf(field: Field): z.ZodMiniType {
  switch (field.type) {
    case "number":
      return z.union([z.number(), z.string()]);
    case "list":
      return z.array(z.string());
    case "steps":
      return z.array(
        z.union([z.string(), z.strictObject({ text: z.string(), status: z.optional(z.string()) })]),
      );
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

/** The fields of all kinds as optional inputs. The registry itself checks which kind has which field. */
export const FIELD_INPUTS: FieldInputs = fieldInputs();
