import type { Item } from "../../src/core/items/item.ts";
import { isItemEvent, itemOf } from "../../src/core/items/life.ts";
import type { StoredEvent } from "../../src/core/tape/event.ts";
import { upcast } from "../../src/core/tape/read.ts";

/** The item in the payload of a stored act. */
export function itemIn(event: StoredEvent): Item {
  const act = upcast(event);
  if (!isItemEvent(act)) throw new Error(`an event of type ${event.type} carries no item`);
  return itemOf(act);
}
