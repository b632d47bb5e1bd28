import type { ItemRow } from "../../core/items/items-view.ts";
import {
  concernPaths,
  foldersOnPath,
  isElsewhere,
  PACKAGE_FILES,
} from "../../core/project/package-concern.ts";
import type { Deps } from "./deps.ts";

type PackagesDeps = Pick<Deps, "files" | "project">;

/** Finds the package of a path: the innermost folder with a manifest, never the root. Each folder is checked once. */
export function packageFinder({
  files,
  project,
}: PackagesDeps): (path: string) => Promise<string | undefined> {
  const known = new Map<string, boolean>();
  const isPackage = async (folder: string): Promise<boolean> => {
    for (const name of PACKAGE_FILES)
      if ((await files.changedAt(project.worktreeRoot, `${folder}/${name}`)) !== undefined) return true;
    return false;
  };
  return async (path) => {
    for (const folder of foldersOnPath(path)) {
      if (!known.has(folder)) known.set(folder, await isPackage(folder));
      if (known.get(folder)) return folder;
    }
    return undefined;
  };
}

/** Tells whether an item concerns only packages other than the one of a path. */
export type ElsewhereCheck = (item: ItemRow) => Promise<boolean>;

/** Undefined if the path, by default the working directory, is in no package: then every item is relevant. */
export async function elsewhereCheck(
  deps: PackagesDeps,
  path: string = deps.project.scope,
): Promise<ElsewhereCheck | undefined> {
  const find = packageFinder(deps);
  const here = path === "" ? undefined : await find(path);
  if (here === undefined) return undefined;
  return async (item) => {
    const packages: (string | undefined)[] = [];
    for (const each of concernPaths(item)) packages.push(await find(each));
    return isElsewhere(packages, here);
  };
}

/** Leaves out items that concern only other packages. */
export async function itemsOfPackage<Row extends ItemRow>(
  items: readonly Row[],
  check: ElsewhereCheck | undefined,
): Promise<readonly Row[]> {
  if (check === undefined) return items;
  const kept: Row[] = [];
  for (const item of items) if (!(await check(item))) kept.push(item);
  return kept;
}
