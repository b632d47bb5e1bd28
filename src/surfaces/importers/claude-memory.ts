import type { ForeignEntry, MemoryImporter } from "../../ports/histories.ts";
import { kindOfEntry } from "./entry-kind.ts";
import { baseName, entriesOfMarkdown, readMarkdown } from "./read-entries.ts";

/** The name of Claude Code's folder for a project's path. */
const folderName = (root: string): string => root.replaceAll(/[^A-Za-z0-9]/g, "-");

/**
 * Claude Code's own notes on a project: an index, and one file for each memory with a head that names its type. Older versions wrote lists
 * into files without a head.
 */
export const claudeMemory: MemoryImporter = {
  tool: "claude-memory",
  places: ({ home, env, root }) => [
    `${env.CLAUDE_CONFIG_DIR || `${home}/.claude`}/projects/${folderName(root)}/memory`,
  ],
  recognises: (path) =>
    /[\\/]memory[\\/](?:.*[\\/])?[^\\/]+\.md$/.test(path) || baseName(path) === "MEMORY.md",
  read,
};

async function* read(...[source]: Parameters<MemoryImporter["read"]>): AsyncGenerator<ForeignEntry> {
  const file = await readMarkdown(source);
  if (file.begin > 0) yield memoryFile(file.lines.slice(file.begin).join("\n").trim(), file.fields);
  else yield* entriesOfMarkdown(file, (text) => ({ kind: kindOfEntry(text, undefined, "preference"), text }));
}

function memoryFile(
  body: string,
  { name, type, description }: { readonly [name: string]: string },
): ForeignEntry {
  const entry = name ?? "whole file";
  const text = body || description;
  if (text === undefined) return { entry, refused: "empty" };
  return { entry, statement: { kind: kindOfEntry(text, type, "preference"), text } };
}
