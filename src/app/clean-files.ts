import { type FileCleaning, familyOf } from "../core/forget/file-families.ts";
import type { OurFile } from "../ports/our-files.ts";
import type { CopyCleaning } from "../ports/vault.ts";
import { cleanContext, type LinesLeft } from "./clean-context.ts";
import type { World } from "./world.ts";

/** What is taken out of the files that we wrote. */
export type FileCleaningPlan = Pick<CopyCleaning, "change" | "naming"> & {
  /** Texts by which files are found and overwritten. */
  readonly texts: readonly string[];
  /** A text of the active context without them. */
  readonly clean: (text: string) => string;
  readonly isHandwrittenToo: boolean;
};

export type CleanedFiles = {
  readonly cleaned: readonly string[];
  /** Lines of the active context that a person wrote. */
  readonly handwritten: readonly LinesLeft[];
};

/** Takes words out of every file that we wrote, but for the database in use. */
export async function cleanFiles(world: World, plan: FileCleaningPlan): Promise<CleanedFiles> {
  const cleaned = new Set<string>();
  await world.vault.removeLeftovers();
  const held = await filesHolding(world, plan.texts);
  const unreadable: string[] = [];
  for (const file of await databaseCopies(world)) {
    const isRewritten = held.some(({ path }) => path === file.path);
    const outcome = await world.vault.clean(file.path, { ...plan, isRewritten });
    if (outcome === "cleaned") cleaned.add(file.path);
    if (outcome === "unreadable" && MADE_BY_US.test(file.name)) unreadable.push(file.path);
    world.at("forget.copy");
  }
  const handwritten = held.some((file) => cleaningOf(file) === "context")
    ? await cleanContext(world, plan)
    : [];
  world.at("forget.context");
  for (const file of held) if (cleaningOf(file) === "context") cleaned.add(file.path);
  // What is still there by now: all but the database in use, and what only a person may touch.
  for (const file of await filesHolding(world, plan.texts)) {
    if (!mayOverwrite(world, file, unreadable)) {
      cleaned.delete(file.path);
      continue;
    }
    await world.ourFiles.overwrite(file, plan.texts);
    cleaned.add(file.path);
    world.at("forget.overwritten");
  }
  return { cleaned: [...cleaned].sort(), handwritten };
}

/** Our files that hold one of the texts. */
export async function filesHolding(world: World, texts: readonly string[]): Promise<readonly OurFile[]> {
  if (texts.length === 0) return [];
  return world.ourFiles.holding(await world.ourFiles.list(), texts);
}

const cleaningOf = ({ place, name }: OurFile): FileCleaning => familyOf(place, name)?.cleaning ?? "person";

/** Copies that a restore or a salvage made. Another database in our folder may be a person's own. */
const MADE_BY_US = /^(?:tidemark\.db\.|backups\/)/;
const COMPANION = /-(?:wal|shm|journal)$/;

const databaseCopies = async ({ ourFiles }: World): Promise<readonly OurFile[]> =>
  (await ourFiles.list()).filter((file) => cleaningOf(file) === "database" && !COMPANION.test(file.name));

/** Copies of files in another worktree stay as they are: without them its own lines would seem a person's. */
function mayOverwrite({ contextFiles }: World, file: OurFile, unreadable: readonly string[]): boolean {
  switch (cleaningOf(file)) {
    case "overwrite":
      return true;
    case "database":
      // The pages of a sound database are only changed through SQLite.
      return unreadable.includes(file.path.replace(COMPANION, ""));
    case "context":
      return file.place === "memory" && file.name.startsWith(`context/${contextFiles.copies}/`);
    case "store":
    case "person":
      return false;
  }
}
