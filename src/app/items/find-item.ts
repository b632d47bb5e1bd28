import { MemoryError } from "../../core/failure.ts";
import { type ItemRow, isItemRow } from "../../core/items/items-view.ts";
import { kindOfPrefix } from "../../core/items/kinds.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** Finds an item by its id or its label (`pln#12`). */
export async function findItem(deps: MemoryDeps, name: string): Promise<ItemRow> {
  await catchUp(deps, "items");
  const found = await lookUp(deps, name.trim());
  if (found) return identityFirst(found);
  throw new MemoryError("input.unknown_id", `There is no item "${name}" in this project.`, {
    field: "id",
    fix: kindOfPrefix(name.split(/[#_]/)[0] ?? "")
      ? { to: "To list items", verb: "find" }
      : { to: "An id looks like dec#3 or dec_01k…. To list items", verb: "find" },
  });
}

async function lookUp(deps: MemoryDeps, name: string): Promise<ItemRow | undefined> {
  const { items } = deps.views;
  const row = (await deps.store.views.rows(items, [name])).get(name);
  if (row === undefined || name.startsWith("#")) return undefined;
  if (isItemRow(row)) return row;
  return row.id === undefined ? undefined : itemAt(deps, row.id);
}

async function itemAt(deps: MemoryDeps, id: string): Promise<ItemRow | undefined> {
  const row = (await deps.store.views.rows(deps.views.items, [id])).get(id);
  return row && isItemRow(row) ? row : undefined;
}

/** Items by id, in the order of the ids. Missing items are left out. */
export async function itemsByIds(deps: MemoryDeps, ids: readonly string[]): Promise<ItemRow[]> {
  const rows = await deps.store.views.rows(deps.views.items, ids);
  return ids
    .flatMap((id) => rows.get(id) ?? [])
    .filter(isItemRow)
    .map(identityFirst);
}

/** The same item with its identifying fields first, as people and programs expect. */
export function identityFirst(row: ItemRow): ItemRow {
  const { id, label, kind, status, text, ...rest } = row;
  return { id, label, kind, status, text, ...rest };
}
