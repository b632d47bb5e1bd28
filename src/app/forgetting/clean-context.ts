import {
  ACTIVE_FILE,
  archivePath,
  LONG_HISTORY_FILE,
  REGISTRY_FILE,
  sessionPath,
} from "../../core/active-context/registry/file-names.ts";
import { type CleanText, cleanLines } from "../../core/forget/clean-lines.ts";
import { finishContext } from "../active-context/write.ts";
import type { ContextDeps, TaskDeps, WriteDeps } from "../runtime/deps.ts";

/** Lines of a file that only a person wrote and that were not changed. */
export type LinesLeft = { readonly path: string; readonly lines: readonly number[] };

export type ContextCleaning = {
  readonly clean: CleanText;
  /** Also cleans lines that somebody wrote by hand since the program last wrote the file. */
  readonly isHandwrittenToo: boolean;
  /** Only reports what would be changed. */
  readonly isPreview?: boolean;
};

export type CleanedContext = {
  /** Paths of files that were or would be changed. */
  readonly changed: readonly string[];
  readonly left: readonly LinesLeft[];
};

/** Maximum number of retries if somebody saves the file at the same moment. */
const TRIES_MAX = 5;

/** Cleans the active-context files of this worktree, and the copies of them. */
export async function cleanContext(deps: TaskDeps, how: ContextCleaning): Promise<CleanedContext> {
  const left: LinesLeft[] = [];
  const changed: string[] = [];
  for (const name of await contextPaths(deps)) {
    const path = `${deps.contextFiles.folder}/${name}`;
    const { lines, isChanged } = await cleanFile(deps, name, how);
    if (lines.length > 0) left.push({ path, lines });
    if (isChanged) changed.push(`${deps.project.worktreeRoot}/${path}`);
  }
  return { changed, left };
}

async function contextPaths({ contextFiles }: ContextDeps): Promise<string[]> {
  const archives = (await contextFiles.list("context_history")).map(archivePath);
  const sessions = (await contextFiles.list("session_history")).map(sessionPath);
  return [ACTIVE_FILE, REGISTRY_FILE, LONG_HISTORY_FILE, ...archives, ...sessions];
}

/** Returns the numbers of the lines that were left, and whether other lines were changed. */
async function cleanFile(
  deps: WriteDeps & ContextDeps,
  path: string,
  how: ContextCleaning,
): Promise<{ readonly lines: readonly number[]; readonly isChanged: boolean }> {
  const { contextFiles, ids } = deps;
  for (let tries = 0; ; tries++) {
    if (!how.isPreview) await finishContext(deps);
    const found = await contextFiles.read(path);
    if (found.outcome !== "read") return { lines: [], isChanged: false };
    const before = { text: found.text, base: await contextFiles.base(path) };
    const after = cleanLines(before, how.clean, how);
    const [lines, isChanged] = [after.left, after.text !== before.text];
    if (how.isPreview || (!isChanged && after.base === before.base)) return { lines, isChanged };
    const change = { path, before: before.text, after: after.text, base: after.base ?? "" };
    const { outcome } = await contextFiles.write({ id: ids.next("grp"), changes: [change] });
    if (outcome === "written") return { lines, isChanged };
    // The search that follows finds and names what is left.
    if (outcome === "refused" || tries >= TRIES_MAX) return { lines, isChanged: false };
  }
}
