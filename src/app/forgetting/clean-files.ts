import { type FileCleaning, familyOf } from "../../core/forget/file-families.ts";
import type { TextFinder } from "../../core/forget/text-finder.ts";
import type { OurFile } from "../../ports/our-files.ts";
import type { CopyCleaning } from "../../ports/vault.ts";
import type { ContextDeps, ItemDeps, OwnFileDeps, WriteDeps } from "../runtime/deps.ts";
import { cleanContext, type LinesLeft } from "./clean-context.ts";

/** What is removed from the files that we wrote. */
export type FileCleaningPlan = Pick<CopyCleaning, "change" | "naming"> & {
  /** What to search files for, and what to overwrite in them. */
  readonly finder: TextFinder;
  /** A text of the active context without the words. */
  readonly clean: (text: string) => string;
  readonly isHandwrittenToo: boolean;
};

export type CleanedFiles = {
  readonly cleaned: readonly string[];
  /** Lines of the active context that a person wrote. */
  readonly handwritten: readonly LinesLeft[];
};

/** Removes words from every file that we wrote, except the database in use. */
export async function cleanFiles(
  deps: ItemDeps & OwnFileDeps & ContextDeps,
  plan: FileCleaningPlan,
): Promise<CleanedFiles> {
  await deps.vault.removeLeftovers();
  await deps.ourFiles.dropGoneCopies(plan.finder);
  const held = await filesHolding(deps, plan.finder);
  const copies = await cleanCopies(deps, plan, held);
  const context = held.some((file) => cleaningOf(file) === "context")
    ? await cleanContext(deps, plan)
    : { changed: [], left: [] };
  deps.crashPoint("forget.context");
  const cleaned = new Set([...copies.changed, ...context.changed]);
  const still = await filesHolding(deps, plan.finder);
  for (const file of still) {
    if (!mayOverwrite(deps, file, copies.unreadable)) continue;
    if (cleaningOf(file) === "rebuilt") await deps.ourFiles.remove(file);
    else {
      await deps.ourFiles.overwrite(file, plan.finder);
      cleaned.add(file.path);
    }
    deps.crashPoint("forget.overwritten");
  }
  for (const file of held) {
    const isGone = !still.some(({ path }) => path === file.path);
    if (isGone && isListed(file)) cleaned.add(file.path);
  }
  return { cleaned: [...cleaned].sort(), handwritten: context.left };
}

type CleanedCopies = { readonly changed: readonly string[]; readonly unreadable: readonly string[] };

async function cleanCopies(
  deps: WriteDeps & OwnFileDeps,
  plan: FileCleaningPlan,
  held: readonly OurFile[],
): Promise<CleanedCopies> {
  const [changed, unreadable]: [string[], string[]] = [[], []];
  for (const file of await databaseCopies(deps)) {
    let isChanged = false;
    const change: CopyCleaning["change"] = (event) => {
      const payload = plan.change(event);
      isChanged ||= payload !== undefined;
      return payload;
    };
    const isRewritten = held.some(({ path }) => path === file.path);
    const outcome = await deps.vault.clean(file.path, { ...plan, change, isRewritten });
    if (outcome === "cleaned" && isChanged) changed.push(file.path);
    if (outcome === "unreadable" && MADE_BY_US.test(file.name)) unreadable.push(file.path);
    deps.crashPoint("forget.copy");
  }
  return { changed, unreadable };
}

/** Files that would be cleaned, and lines of the active context that would stay. Changes nothing. */
export async function previewCleaning(
  deps: ItemDeps & OwnFileDeps & ContextDeps,
  plan: FileCleaningPlan,
): Promise<CleanedFiles> {
  const held = await filesHolding(deps, plan.finder);
  const { changed, left } = await cleanContext(deps, { ...plan, isPreview: true });
  const cleaned = new Set(changed);
  for (const file of held) {
    if (!isListed(file)) continue;
    const states =
      cleaningOf(file) === "database"
        ? await deps.vault.states(file.path, (event) => plan.change(event) !== undefined)
        : undefined;
    const isOwn = file.place === "context" || !mayOverwrite(deps, file, [file.path]);
    if (states ?? !isOwn) cleaned.add(file.path);
  }
  return { cleaned: [...cleaned].sort(), handwritten: left };
}

/** The database in use, and files that are rebuilt from it, are counted as events instead. */
const isListed = (file: OurFile): boolean => !["store", "rebuilt"].includes(cleaningOf(file));

/** Our own files that contain the words. */
export async function filesHolding(deps: OwnFileDeps, finder: TextFinder): Promise<readonly OurFile[]> {
  if (finder.texts.length === 0) return [];
  const files = (await deps.ourFiles.list()).filter((file) => cleaningOf(file) !== "wordless");
  return deps.ourFiles.holding(files, finder);
}

export const cleaningOf = ({ place, name, isLeftBehind }: OurFile): FileCleaning =>
  isLeftBehind ? "database" : (familyOf(place, name)?.cleaning ?? "person");

/** Copies that a restore or a salvage made. Another database in our folder may belong to a person. */
const MADE_BY_US = /^(?:tidemark\.db\.|backups\/)/;
const COMPANION = /-(?:wal|shm|journal)$/;

const databaseCopies = async ({ ourFiles }: OwnFileDeps): Promise<readonly OurFile[]> =>
  (await ourFiles.list()).filter((file) => cleaningOf(file) === "database" && !COMPANION.test(file.name));

/** Copies of another worktree's files are not changed: without them that worktree's lines would look handwritten. */
function mayOverwrite({ contextFiles }: ContextDeps, file: OurFile, unreadable: readonly string[]): boolean {
  switch (cleaningOf(file)) {
    case "overwrite":
    case "rebuilt":
      return true;
    case "database":
      // The pages of an intact database are changed through SQLite only.
      return unreadable.includes(file.path.replace(COMPANION, ""));
    case "context":
      return file.place === "memory" && file.name.startsWith(`context/${contextFiles.copies}/`);
    case "store":
    case "wordless":
    case "person":
      return false;
  }
}
