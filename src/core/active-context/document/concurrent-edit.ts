import { REGISTRY_FILE } from "../registry/file-names.ts";
import { entryOfRow, putEntry, type RegistryEntry, readRegistry } from "../registry/registry.ts";
import { merge } from "./merge.ts";
import type { Sides } from "./merge-order.ts";

/** What becomes of a file that a person changed while the program was about to write it: both changes. */
export const mergeConcurrentEdit = (path: string, sides: Sides<string>): string =>
  path === REGISTRY_FILE ? settledRegistry(sides) : merge(sides).text;

/** The person's text with the entries that the program made or changed. One that cannot be read is left as it is. */
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
