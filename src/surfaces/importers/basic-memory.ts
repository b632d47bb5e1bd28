import type { ForeignEntry, MemoryImporter } from "../../ports/histories.ts";
import { kindOfEntry } from "./entry-kind.ts";
import { baseName, entriesOfMarkdown, readMarkdown } from "./read-entries.ts";

const OBSERVATION = /^\[([^\][]{1,40})\]\s+(.+)$/s;
const RELATION = /^[\w\s:-]{0,60}\[\[[^\]]+\]\]/;

/** basic-memory: notes with a head, whose list items are observations (`[category] text`) or relations (`verb [[Note]]`). */
export const basicMemory: MemoryImporter = {
  tool: "basic-memory",
  places: ({ home, env, root }) => [
    `${env.BASIC_MEMORY_HOME || `${home}/basic-memory`}/${baseName(root)}`,
    `${root}/.basic-memory`,
  ],
  recognises: (path) => /(?:^|[\\/])\.?basic-memory[\\/].*\.md$/.test(path),
  read,
};

async function* read(...[source]: Parameters<MemoryImporter["read"]>): AsyncGenerator<ForeignEntry> {
  const file = await readMarkdown(source);
  const topic = file.fields.title ?? baseName(source.path).replace(/\.md$/, "");
  yield* entriesOfMarkdown(file, (text) => {
    if (RELATION.test(text)) return { refused: "a relation between notes" };
    const [, category, said = text] = OBSERVATION.exec(text) ?? [];
    return { kind: kindOfEntry(said, category), text: said, topic, at: file.fields.created };
  });
}
