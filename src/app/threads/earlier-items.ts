import { mayBeMeant } from "../../core/edges/amended.ts";
import type { Item } from "../../core/items/item.ts";
import { UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import type { Act } from "../../core/items/life.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** Items that a new turn may mention: the newest units, and the newest candidates. */
const EARLIER_MAX = 300;

/** The items that a new turn may refer to, as they will be after the given acts. */
export async function earlierItems(deps: MemoryDeps, acts: readonly Act[]): Promise<Item[]> {
  await catchUp(deps, "items");
  const page = { order: "newest", limit: EARLIER_MAX, offset: 0 } as const;
  const { items: view } = deps.views;
  const units = await deps.store.views.select(view, {
    ...page,
    kinds: UNIT_KIND_NAMES,
    statuses: ["active"],
  });
  const waiting = await deps.store.views.select(view, {
    ...page,
    kinds: ["candidate"],
    statuses: ["pending"],
  });
  const all = new Map<string, Item>([...units.rows, ...waiting.rows].map((item) => [item.id, item]));
  // The position of a row's last event stays known, so that a writer can tell whether the row changed.
  for (const { subject, payload } of acts)
    all.set(subject, { ...positionOf(all.get(subject)), ...payload.item });
  return [...all.values()].filter(mayBeMeant);
}

const positionOf = (item: Item | undefined): { readonly position?: unknown } =>
  item?.position === undefined ? {} : { position: item.position };
