import { type JsonRecord, textField } from "../../app/intake/json-lines.ts";
import type { ForeignEntry, MemoryImporter } from "../../ports/histories.ts";
import { kindOfEntry } from "./entry-kind.ts";
import { entriesOfJson, entriesOfMarkdown, readMarkdown } from "./read-entries.ts";

/** Fields in which programs keep the text of an entry, the most specific first. */
const TEXT_FIELDS = ["text", "statement", "content", "memory", "fact", "note"] as const;

/** Any other file of JSON lines that a person names: one object a line, with the statement in a field of its own. */
export const jsonList: MemoryImporter = {
  tool: "json-list",
  places: () => [],
  recognises: (path, head) =>
    /\.jsonl?$/.test(path) && /^\{/.test(head) && TEXT_FIELDS.some((name) => head.includes(`"${name}":`)),
  read: (source) => entriesOfJson(source, (record, place) => [listed(record, place)]),
};

/** Any other Markdown file that a person names. */
export const markdownList: MemoryImporter = {
  tool: "markdown-list",
  places: () => [],
  recognises: (path) => /\.(?:md|markdown)$/i.test(path),
  read: async function* (source) {
    yield* entriesOfMarkdown(await readMarkdown(source), (text) => ({ kind: kindOfEntry(text), text }));
  },
};

function listed(record: JsonRecord, place: string): ForeignEntry {
  const entry = textField(record, "id") ?? place;
  const text = TEXT_FIELDS.map((name) => textField(record, name)).find((value) => value?.trim());
  if (text === undefined) return { entry, refused: `no text under ${TEXT_FIELDS.join(", ")}` };
  const kind = kindOfEntry(text, textField(record, "kind") ?? textField(record, "type"));
  const topic = textField(record, "topic");
  return { entry, statement: { kind, text, topic, at: textField(record, "created_at") } };
}
