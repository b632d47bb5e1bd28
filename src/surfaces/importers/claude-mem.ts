import { tryParseJson } from "../../core/parse-json.ts";
import type { ForeignEntry, ImportPlace, MemoryImporter } from "../../ports/histories.ts";
import { kindOfEntry } from "./entry-kind.ts";
import { baseName, belowRoot } from "./read-entries.ts";

const OBSERVATIONS =
  "SELECT id, project, type, title, facts, narrative, files_modified, created_at FROM observations";
const SUMMARIES = "SELECT id, project FROM session_summaries";

type Row = { readonly [column: string]: unknown };

/** claude-mem: one SQLite database for all projects. Rows of other projects are skipped. */
export const claudeMem: MemoryImporter = {
  tool: "claude-mem",
  places: ({ home, env }) => [`${env.CLAUDE_MEM_DATA_DIR || `${home}/.claude-mem`}/claude-mem.db`],
  recognises: (path) => baseName(path) === "claude-mem.db",
  read,
};

async function* read(...[source, where]: Parameters<MemoryImporter["read"]>): AsyncGenerator<ForeignEntry> {
  const project = baseName(where.root);
  for await (const row of source.rows(OBSERVATIONS))
    if (row.project === project) yield observation(row, where);
  for await (const { id, project: of } of source.rows(SUMMARIES)) {
    const refused = "a summary of a session; import the session itself";
    if (of === project) yield { entry: `summary ${id}`, refused };
  }
}

function observation(row: Row, where: ImportPlace): ForeignEntry {
  const entry = `observation ${row.id}`;
  const facts = listIn(row.facts);
  const title = textOf(row.title).replace(/[.\s]+$/, "");
  const rest =
    facts.length > 0 ? facts.map((fact) => fact.replace(/[.\s]*$/, ".")).join(" ") : textOf(row.narrative);
  const text = [title, rest].filter(Boolean).join(". ");
  const paths = listIn(row.files_modified).map((path) => belowRoot(path, where.root) ?? path);
  const kind = kindOfEntry("", textOf(row.type));
  return {
    entry,
    statement: {
      kind,
      text,
      at: textOf(row.created_at),
      paths: paths.filter((path) => !path.startsWith("/")),
    },
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** A column that holds a list of texts as JSON. */
function listIn(value: unknown): string[] {
  const list = tryParseJson(textOf(value));
  return Array.isArray(list) ? list.map(String) : [];
}
