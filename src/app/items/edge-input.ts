import { MemoryError } from "../../core/failure.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import { edgeKey } from "./edge-key.ts";
import { itemBy } from "./find-item.ts";

type EdgeFields = { readonly [name: string]: unknown };

/** The fields of an edge made by hand, with both units named by id. Both units must exist and differ. */
export async function edgeInput(deps: MemoryDeps, fields: EdgeFields): Promise<EdgeFields> {
  const [newer, older] = [await unitNamed(deps, fields, "newer"), await unitNamed(deps, fields, "older")];
  if (!newer || !older) return fields;
  if (newer.id === older.id)
    throw edgeError("older", "An edge connects two different items; both names refer to the same one.");
  const known = await deps.store.events.known([edgeKey(newer.id, older.id)]);
  if (known.size > 0)
    throw edgeError("older", `${newer.label} and ${older.label} already have an edge between them.`);
  return { ...fields, newer: newer.id, older: older.id };
}

/** If the field is missing, the registry's check asks for it. */
async function unitNamed(deps: MemoryDeps, fields: EdgeFields, name: string): Promise<ItemRow | undefined> {
  const given = fields[name];
  if (typeof given !== "string" || given.trim() === "") return undefined;
  const item = await itemBy(deps, given);
  if (kindOf(item.kind).isUnit) return item;
  throw edgeError(name, `${item.label} is a ${item.kind}; an edge connects statements.`);
}

function edgeError(field: string, message: string): MemoryError {
  return new MemoryError("input.invalid", message, {
    field,
    fix: { to: "To list them", verb: "find" },
  });
}
