import { holdsForm } from "../core/forget/text-forms.ts";
import type { HistoryReader } from "../ports/host.ts";
import type { LinesLeft } from "./clean-context.ts";
import type { World } from "./world.ts";

/** Files looked through: more than a project and its hosts have in years. */
const FILES_MAX = 5_000;
/** Of a document; longer ones were never read either. */
const BYTES_MAX = 1024 * 1024;
/** Instructions and settings that people and agents write at the root of a project, tracked by git or not. */
const ROOT_FILES = [
  ...["README.md", "CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md", "QWEN.md", "CHANGELOG.md"],
  ...[".github/copilot-instructions.md", ".cursorrules", ".env", ".env.local"],
];

/** Where words stand that Tidemark did not write or may not change, as far as it can know. */
export type Others = {
  /** Documents of the project, with the lines. */
  readonly documents: readonly LinesLeft[];
  /** Backups and exports that were written outside the memory folder. */
  readonly copies: readonly string[];
  /** What hosts wrote down of this project's sessions. */
  readonly transcripts: readonly string[];
};

/** Looks for words in files that are not ours to change. */
export async function othersHolding(world: World, forms: readonly string[]): Promise<Others> {
  if (forms.length === 0) return { documents: [], copies: [], transcripts: [] };
  return {
    documents: await documentsHolding(world, forms),
    copies: await copiesHolding(world, forms),
    transcripts: await transcriptsHolding(world, forms),
  };
}

async function documentsHolding(world: World, forms: readonly string[]): Promise<LinesLeft[]> {
  const root = world.project.worktreeRoot;
  const tracked = (await world.git.markdown(root)) ?? [];
  const isOurs = (path: string): boolean => path.startsWith(`${world.contextFiles.folder}/`);
  const paths = [...new Set([...ROOT_FILES, ...tracked])].filter((path) => !isOurs(path));
  const found: LinesLeft[] = [];
  for (const path of paths.slice(0, FILES_MAX)) {
    const text = (await world.files.beginning(root, path, BYTES_MAX))?.text;
    if (text === undefined || !holdsForm(text, forms)) continue;
    const lines = text.split("\n").flatMap((line, i) => (holdsForm(line, forms) ? [i + 1] : []));
    found.push({ path, lines });
  }
  return found;
}

async function copiesHolding({ ourFiles }: World, forms: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of await ourFiles.copies()) if (await ourFiles.holdsAt(path, forms)) found.push(path);
  return found;
}

/** Bytes first: only what holds the words is read to see whose project it is of. */
async function transcriptsHolding(world: World, forms: readonly string[]): Promise<string[]> {
  const { histories, ourFiles } = world;
  const found: string[] = [];
  let looked = 0;
  for (const reader of await histories.readers()) {
    for (const folder of reader.folders(histories.where)) {
      for await (const path of histories.files(folder)) {
        if (!reader.isHistory(path) || looked++ >= FILES_MAX) continue;
        if ((await ourFiles.holdsAt(path, forms)) && (await isOfProject(world, path, reader)))
          found.push(path);
      }
    }
  }
  return found;
}

async function isOfProject({ histories }: World, path: string, reader: HistoryReader): Promise<boolean> {
  try {
    for await (const record of reader.read(histories.source(path))) {
      if (record.is !== "event" || typeof record.line.cwd !== "string") continue;
      if (histories.isOfProject(record.line.cwd)) return true;
    }
  } catch {
    // A transcript that cannot be read is no help in telling whose it is.
  }
  return false;
}
