import type { Item } from "../items/item.ts";
import { wordSet } from "../text/word-set.ts";

/** Ids and labels, as people and programs write them. */
const NAMED = /\b[a-z]{3}(?:#[1-9]\d*|_[0-9a-z]{4,40})\b/g;

/** Properties that tell of the item itself. */
const OWN = wordSet("id label kind status created_at last_seen_at changed_at created_by changed_by ratings");

/** The items that an item names in its words or fields, by whatever they are called there. */
export function namesIn(item: Item): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [field, value] of Object.entries(item)) {
    if (OWN.has(field)) continue;
    for (const text of textsIn(value)) {
      for (const name of text.match(NAMED) ?? []) names.add(name);
      // A plan may name another by its key, which can be any word.
      if (field === "depends_on") names.add(text);
    }
  }
  return names;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What an item can be called by others. */
export const namesOf = (item: Item & { readonly label?: string }): string[] => [
  item.id,
  ...(item.label === undefined ? [] : [item.label]),
  ...(typeof item.key === "string" ? [item.key] : []),
];
