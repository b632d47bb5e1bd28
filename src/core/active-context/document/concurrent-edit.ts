import { REGISTRY_FILE } from "../registry/file-names.ts";
import { entryOfRow, putEntry, type RegistryEntry, readRegistry } from "../registry/registry.ts";
import { merge } from "./merge.ts";
import type { Sides } from "./merge-order.ts";

/** Merges a person's edit into the text that the program was about to write to the same file. */
export const mergeConcurrentEdit = (path: string, sides: Sides<string>): string =>
  path === REGISTRY_FILE ? settledRegistry(sides) : merge(sides).text;

/** The person's registry with the program's changed entries. An unreadable registry is left unchanged. */
function settledRegistry({ base, person, program }: Sides<string>): string {
  if (readRegistry(person).outcome === "unreadable") return person;
  const before = new Map(entriesOf(base).map((entry) => [entry.task_id, JSON.stringify(entry)]));
  return entriesOf(program)
    .filter((entry) => before.get(entry.task_id) !== JSON.stringify(entry))
    .reduce((text, entry) => putEntry(text, entry), person);
}

function entriesOf(text: string): RegistryEntry[] {
  const read = readRegistry(text);
  return read.outcome === "read" ? read.rows.flatMap((row) => entryOfRow(row) ?? []) : [];
}
