import type { ForeignEntry, MemoryImporter } from "../../ports/histories.ts";
import { kindOfEntry } from "./entry-kind.ts";
import { baseName, entriesOfMarkdown, readMarkdown } from "./read-entries.ts";

/** Serena: one Markdown file for each memory, named after its subject. */
export const serena: MemoryImporter = {
  tool: "serena",
  places: ({ root }) => [`${root}/.serena/memories`],
  recognises: (path) => /(?:^|[\\/])\.serena[\\/]memories[\\/].*\.md$/.test(path),
  read,
};

async function* read(...[source]: Parameters<MemoryImporter["read"]>): AsyncGenerator<ForeignEntry> {
  const topic = baseName(source.path).replace(/\.md$/, "").replaceAll(/[_-]+/g, " ");
  yield* entriesOfMarkdown(await readMarkdown(source), (text) => ({ kind: kindOfEntry(text), text, topic }));
}
