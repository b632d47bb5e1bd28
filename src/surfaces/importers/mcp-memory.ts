import { type JsonRecord, textField } from "../../app/intake/json-lines.ts";
import type { ForeignEntry, MemoryImporter } from "../../ports/histories.ts";
import { kindOfEntry } from "./entry-kind.ts";
import { entriesOfJson } from "./read-entries.ts";

/** The memory server of the Model Context Protocol: a graph as JSON lines, of entities with observations and relations. */
export const mcpMemory: MemoryImporter = {
  tool: "mcp-memory",
  places: ({ env, root }) => [
    ...(env.MEMORY_FILE_PATH ? [env.MEMORY_FILE_PATH] : []),
    `${root}/memory.jsonl`,
    `${root}/memory.json`,
  ],
  recognises: (_, head) => /^\{"type":\s*"(?:entity|relation)"/.test(head),
  read: (source) => entriesOfJson(source, entriesOf),
};

function entriesOf(record: JsonRecord, place: string): ForeignEntry[] {
  if (record.type === "relation") {
    const parts = ["from", "relationType", "to"].map((part) => textField(record, part) ?? "");
    return [{ entry: place, refused: `a relation between entities (${parts.join(" ")})` }];
  }
  const name = textField(record, "name") ?? place;
  const observations: readonly unknown[] = Array.isArray(record.observations) ? record.observations : [];
  if (observations.length === 0) return [{ entry: name, refused: "an entity without observations" }];
  return observations.map((observation, i) => {
    const entry = `${name}, observation ${i + 1}`;
    if (typeof observation !== "string") return { entry, refused: "an observation that is not a text" };
    const kind = kindOfEntry(observation, textField(record, "entityType"));
    return { entry, statement: { kind, text: `${name}: ${observation}`, topic: name } };
  });
}
