import { MemoryError } from "../../core/failure.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { KIND_NAMES, type KindName, statusesOf } from "../../core/items/kinds.ts";
import { nearest } from "../../core/text/nearest.ts";
import { readyPlans } from "../plans/plan-blockers.ts";
import { catchUp, type World } from "../runtime/world.ts";
import { readStated } from "../sessions/read-stated.ts";
import { kindNamed } from "./create.ts";
import { inOrder } from "./find-item.ts";

export type FindInput = {
  readonly kind?: string | undefined;
  readonly status?: string | undefined;
  /** Only plans that can be begun. */
  readonly ready?: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
};

export type FoundItems = {
  readonly items: readonly ItemRow[];
  readonly returned: number;
  readonly total: number;
  readonly has_more: boolean;
};

/** Archived items have a status of their own here, so that they can be asked for. */
const REMOVED = "removed";

/** Items by kind and status, last changed first. Archived ones only when asked for. */
export async function find(world: World, input: FindInput): Promise<FoundItems> {
  if (input.ready) return findReady(world, input);
  const kinds = input.kind === undefined ? KIND_NAMES : [kindNamed(input.kind)];
  const known = [...new Set(kinds.flatMap((kind: KindName) => statusesOf(kind)))];
  if (input.status !== undefined && ![...known, REMOVED].includes(input.status)) {
    const close = nearest(input.status, [...known, REMOVED]);
    throw new MemoryError("input.invalid", `No ${input.kind ?? "item"} can be "${input.status}".`, {
      field: "status",
      fix: close ? `Did you mean "${close}"?` : `Statuses: ${[...known, REMOVED].join(", ")}.`,
    });
  }
  await readStated(world);
  await catchUp(world, "items");
  const { rows, total } = await world.store.select(world.views.items, {
    kinds,
    statuses: input.status === undefined ? known : [input.status],
    order: "newest",
    limit: input.limit,
    offset: input.offset,
  });
  const items = rows.map(inOrder);
  return { items, returned: items.length, total, has_more: input.offset + items.length < total };
}

async function findReady(world: World, { kind, status, limit, offset }: FindInput): Promise<FoundItems> {
  if (![undefined, "plan"].includes(kind) || ![undefined, "todo"].includes(status)) {
    throw new MemoryError("input.invalid", "Only plans that are todo can be ready.", {
      field: "ready",
      fix: "tidemark find --ready",
    });
  }
  const all = await readyPlans(world);
  const items = all.slice(offset, offset + limit).map(inOrder);
  return { items, returned: items.length, total: all.length, has_more: offset + items.length < all.length };
}
