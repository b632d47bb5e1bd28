import { MemoryError } from "../../core/failure.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import { edgeKey } from "./edge-key.ts";
import { itemBy } from "./find-item.ts";

type EdgeFields = { readonly [name: string]: unknown };

/** The fields of an edge made by hand, with both units named by id. They must be there, and two. */
export async function edgeInput(world: MemoryDeps, fields: EdgeFields): Promise<EdgeFields> {
  const [newer, older] = [await unitNamed(world, fields, "newer"), await unitNamed(world, fields, "older")];
  if (!newer || !older) return fields;
  if (newer.id === older.id)
    throw bad("older", "An edge connects two different items; both names refer to the same one.");
  const known = await world.store.events.known([edgeKey(newer.id, older.id)]);
  if (known.size > 0)
    throw bad("older", `${newer.label} and ${older.label} already have an edge between them.`);
  return { ...fields, newer: newer.id, older: older.id };
}

/** A field that is missing is left to the registry to ask for. */
async function unitNamed(world: MemoryDeps, fields: EdgeFields, name: string): Promise<ItemRow | undefined> {
  const given = fields[name];
  if (typeof given !== "string" || given.trim() === "") return undefined;
  const item = await itemBy(world, given);
  if (kindOf(item.kind).isUnit) return item;
  throw bad(name, `${item.label} is a ${item.kind}; an edge connects statements.`);
}

function bad(field: string, message: string): MemoryError {
  return new MemoryError("input.invalid", message, {
    field,
    fix: { to: "To list them", verb: "find" },
  });
}
