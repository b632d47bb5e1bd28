import { wordSet } from "../text/word-set.ts";
import type { Payload } from "./event.ts";

/**
 * Payload fields that Tidemark writes itself, or that have one of a few fixed values: they contain nobody's words. A document's title is
 * also in its text, or is the name of its file.
 */
const STRUCTURE = new Set(
  (
    "role severity outcome verification fields undoes events items tombstones rules found lost lost_count provider model " +
    "mode input_hash day asked code path hash title rating intent pressure sha256 blocks candidates dropped"
  ).split(" "),
);
const FINDING_STRUCTURE = new Set(["kind", "certainty", "origin"]);
const ITEM_STRUCTURE = wordSet(
  "id kind status created_at last_seen_at changed_at confirmed_at ratings proposes",
);

/** True for a payload field that never contains a person's or an agent's words. */
export const isStructureKey = (name: string): boolean => STRUCTURE.has(name);

/** Every text that a payload states, at any depth. Keys, statuses and times do not count. */
export function payloadTexts(payload: Payload): string[] {
  const { item, from, findings, ...rest } = payload;
  const said: string[] = [];
  for (const [name, value] of Object.entries(rest)) if (!STRUCTURE.has(name)) gather(value, said);
  for (const finding of Array.isArray(findings) ? findings : [])
    for (const [name, value] of Object.entries(Object(finding)))
      if (!FINDING_STRUCTURE.has(name)) gather(value, said);
  // In an act on an item, `from` is the status that the item left.
  if (item === undefined) gather(from, said);
  else
    for (const [name, value] of Object.entries(Object(item)))
      if (!ITEM_STRUCTURE.has(name)) gather(value, said);
  return said;
}

function gather(value: unknown, said: string[]): void {
  if (typeof value === "string") said.push(value);
  else if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) gather(part, said);
}
