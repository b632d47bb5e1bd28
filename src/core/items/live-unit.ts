import type { Item } from "./item.ts";
import { kindOf } from "./kinds.ts";

/** A unit that has not ended. */
export function isLiveUnit(item: Item): boolean {
  const kind = kindOf(item.kind);
  return kind.isUnit && kind.live.includes(item.status) && item.removed !== true;
}
