import type { ForeignEntry, ImportPlace, MemoryImporter } from "../../ports/histories.ts";
import { kindOfEntry } from "./entry-kind.ts";
import { foldersOfGlobs } from "./front-matter.ts";
import { baseName, belowRoot, entriesOfMarkdown, readMarkdown } from "./read-entries.ts";

/** The instruction files of one tool. */
type InstructionFiles = {
  readonly tool: string;
  /** Files and folders below the project's root. */
  readonly project: readonly string[];
  /** Files and folders of the user, whatever the project. */
  readonly user: (where: ImportPlace) => readonly string[];
  readonly names: RegExp;
};

const claudeFolder = ({ home, env }: ImportPlace): string => env.CLAUDE_CONFIG_DIR || `${home}/.claude`;

const TOOLS: readonly InstructionFiles[] = [
  {
    tool: "claude-md",
    project: ["CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", ".claude/rules"],
    user: (where) => [`${claudeFolder(where)}/CLAUDE.md`, `${claudeFolder(where)}/rules`],
    names: /(?:^|[\\/])(?:CLAUDE(?:\.local)?\.md|\.claude[\\/]rules[\\/].*\.md)$/,
  },
  {
    tool: "agents-md",
    project: ["AGENTS.md"],
    user: ({ home, env }) => [`${env.CODEX_HOME || `${home}/.codex`}/AGENTS.md`],
    names: /(?:^|[\\/])AGENTS\.md$/,
  },
  {
    tool: "gemini-md",
    project: ["GEMINI.md"],
    user: ({ home }) => [`${home}/.gemini/GEMINI.md`],
    names: /(?:^|[\\/])GEMINI\.md$/,
  },
  {
    tool: "cursor-rules",
    project: [".cursor/rules", ".cursorrules"],
    user: () => [],
    // Not the rule that `init` writes.
    names: /(?:(?<![\\/]tidemark)\.mdc|(?:^|[\\/])\.cursorrules)$/,
  },
  {
    tool: "copilot-instructions",
    project: [".github/copilot-instructions.md", ".github/instructions"],
    user: () => [],
    names: /(?:^|[\\/])(?:copilot-instructions\.md|.*\.instructions\.md)$/,
  },
];

/** CLAUDE.md, AGENTS.md, GEMINI.md, Cursor's rules and Copilot's instructions: Markdown, distinguished by their names. */
export const INSTRUCTION_IMPORTERS: readonly MemoryImporter[] = TOOLS.map((files) => ({
  tool: files.tool,
  places: (where) =>
    [...new Set([...files.project, ...where.tracked.filter((path) => files.names.test(path))])]
      .map((path) => `${where.root}/${path}`)
      .concat(files.user(where)),
  recognises: (path) => files.names.test(path),
  read,
}));

async function* read(...[source, where]: Parameters<MemoryImporter["read"]>): AsyncGenerator<ForeignEntry> {
  const file = await readMarkdown(source);
  const within = belowRoot(source.path, where.root);
  const paths = pathsOf(within, file.fields);
  const rule = within === undefined ? "preference" : "constraint";
  yield* entriesOfMarkdown(file, (text) => ({ kind: kindOfEntry(text, undefined, rule), text, paths }));
}

/** The folders that a file is about: those that its head names, or the folder that contains it. */
function pathsOf(within: string | undefined, fields: { readonly [name: string]: string }): string[] {
  const named = foldersOfGlobs(fields.globs ?? fields.applyTo ?? fields.paths);
  if (named.length > 0) return named;
  const folder = (within ?? "").slice(0, -baseName(within ?? "").length).replace(/\/$/, "");
  return folder === "" || folder.startsWith(".") ? [] : [folder];
}
