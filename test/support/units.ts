import type { Item } from "../../src/core/items/item.ts";
import type { KindName } from "../../src/core/items/kinds.ts";

/** A live unit with a text; every other field can be set. */
export function unit(
  text: string,
  fields: Partial<Item> & { readonly id?: string; readonly kind?: KindName } = {},
): Item {
  const at = "2026-01-05T09:00:00.000Z";
  return {
    id: `dec_${text}`,
    kind: "decision",
    status: "active",
    created_at: at,
    last_seen_at: at,
    changed_at: at,
    topic: "general",
    ...fields,
    text,
  };
}
