import { holdsWords, type TextFinder } from "../../core/forget/text-finder.ts";
import type { StoredEvent } from "../../core/tape/event.ts";
import { payloadTexts } from "../../core/tape/payload-texts.ts";
import type { HistoryReader } from "../../ports/host.ts";
import type {
  BriefDeps,
  ContextDeps,
  FileDeps,
  HostDeps,
  OwnFileDeps,
  ProjectDeps,
} from "../runtime/deps.ts";
import type { LinesLeft } from "./clean-context.ts";
import { cleaningOf, filesHolding } from "./clean-files.ts";
import { UNFORGETTABLE_TYPES } from "./erasure-plan.ts";

/** Files that are searched: more than a project and its hosts have in years. */
const FILES_MAX = 5_000;
/** Maximum number of bytes searched in a document. Longer documents were not imported either. */
const BYTES_MAX = 1024 * 1024;
/** Instructions and settings that people and agents write in a project's root, tracked by git or not. */
const ROOT_FILES = [
  ...["README.md", "CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md", "QWEN.md", "CHANGELOG.md"],
  ...[".github/copilot-instructions.md", ".cursorrules", ".env", ".env.local"],
];

/** Places that contain the words and that Tidemark did not write or may not change, as far as it knows. */
export type OtherMentions = {
  /** Documents of the project, with line numbers. */
  readonly documents: readonly LinesLeft[];
  /** Backups and exports that were written outside the memory folder. */
  readonly copies: readonly string[];
  /** Transcripts of hosts for this project's sessions. */
  readonly transcripts: readonly string[];
};

/** Searches for words in files that are not ours to change. */
export async function findOtherMentions(
  deps: ProjectDeps & OwnFileDeps & ContextDeps & FileDeps & HostDeps,
  finder: TextFinder,
): Promise<OtherMentions> {
  if (finder.texts.length === 0) return { documents: [], copies: [], transcripts: [] };
  return {
    documents: await documentsHolding(deps, finder),
    copies: await copiesHolding(deps, finder),
    transcripts: await transcriptsHolding(deps, finder),
  };
}

/** True if the event contains the words as a statement. */
export const eventStates = ({ type, payload }: StoredEvent, finder: TextFinder): boolean =>
  payload !== null &&
  !UNFORGETTABLE_TYPES.includes(type) &&
  payloadTexts(payload).some((said) => holdsWords(finder, said));

async function documentsHolding(
  deps: ProjectDeps & ContextDeps & FileDeps,
  finder: TextFinder,
): Promise<LinesLeft[]> {
  const root = deps.project.worktreeRoot;
  const tracked = (await deps.git.markdown(root)) ?? [];
  const isOurs = (path: string): boolean => path.startsWith(`${deps.contextFiles.folder}/`);
  const paths = [...new Set([...ROOT_FILES, ...tracked])].filter((path) => !isOurs(path));
  const found: LinesLeft[] = [];
  for (const path of paths.slice(0, FILES_MAX)) {
    const text = (await deps.files.beginning(root, path, BYTES_MAX))?.text;
    const spans = text === undefined ? [] : finder.spansIn(text);
    if (text === undefined || spans.length === 0) continue;
    const lines = spans.map(({ start }) => text.slice(0, start).split("\n").length);
    found.push({ path, lines: [...new Set(lines)] });
  }
  return found;
}

/** Only the events of a database are searched, because its bytes also contain our own words, such as table names. */
async function copiesHolding({ ourFiles, vault }: OwnFileDeps, finder: TextFinder): Promise<string[]> {
  const found: string[] = [];
  const isMeant = (event: StoredEvent): boolean => eventStates(event, finder);
  for (const path of await ourFiles.copies()) {
    const isHolding = (await vault.states(path, isMeant)) ?? (await ourFiles.holdsAt(path, finder));
    if (isHolding || holdsWords(finder, path)) found.push(path);
  }
  return found;
}

/** Searches the bytes first: only files that contain the words are read to find their project. */
async function transcriptsHolding(deps: OwnFileDeps & HostDeps, finder: TextFinder): Promise<string[]> {
  const { histories, ourFiles } = deps;
  const found: string[] = [];
  let looked = 0;
  for (const reader of await histories.readers()) {
    for (const folder of reader.folders(histories.where)) {
      for await (const path of histories.files(folder)) {
        if (!reader.isHistory(path) || looked++ >= FILES_MAX) continue;
        if ((await ourFiles.holdsAt(path, finder)) && (await isOfProject(deps, path, reader)))
          found.push(path);
      }
    }
  }
  return found;
}

async function isOfProject({ histories }: HostDeps, path: string, reader: HistoryReader): Promise<boolean> {
  try {
    for await (const record of reader.read(histories.source(path))) {
      if (record.is !== "event" || typeof record.line.cwd !== "string") continue;
      if (histories.isOfProject(record.line.cwd)) return true;
    }
  } catch {
    // A transcript that cannot be read does not show its project.
  }
  return false;
}

/** Files that SQLite writes next to a database. */
const LOG = /-(?:wal|journal)$/;

/** Files in our folders that contain the words and would not be cleaned. */
export async function filesThatStay(
  deps: BriefDeps,
  finder: TextFinder,
  cleaned: readonly string[],
): Promise<readonly string[]> {
  const held = (await filesHolding(deps, finder)).filter((file) => {
    const cleaning = cleaningOf(file);
    return cleaning === "person" || cleaning === "context";
  });
  return held.map(({ path }) => path).filter((path) => !cleaned.includes(path));
}

/**
 * Searches our files for the words. Words can remain in unused parts of a database, which is then rewritten. If a search still finds them,
 * they are in events, or in names of tables, keys and types, which nobody stated.
 */
export async function filesStillMentioning(deps: BriefDeps, finder: TextFinder): Promise<readonly string[]> {
  let held = await filesHolding(deps, finder);
  if (deps.project.server !== undefined || held.some((file) => cleaningOf(file) === "store")) {
    await deps.vault.compact();
    held = await filesHolding(deps, finder);
  }
  const still: string[] = [];
  for (const file of held) {
    const cleaning = cleaningOf(file);
    if (cleaning === "rebuilt") continue;
    // A log that could not be emptied contains earlier versions of pages.
    const isProven = cleaning === "store" && !LOG.test(file.name);
    const isSound =
      cleaning === "database" &&
      (await deps.vault.states(file.path, (e) => eventStates(e, finder))) === false;
    if (!isProven && !isSound) still.push(file.path);
  }
  return still;
}
