import type { Item } from "./item.ts";
import { kindOf } from "./kinds.ts";

/** A unit that still holds, as far as anybody said. */
export function isLiveUnit(item: Item): boolean {
  const kind = kindOf(item.kind);
  return kind.isUnit && kind.live.includes(item.status) && item.removed !== true;
}
