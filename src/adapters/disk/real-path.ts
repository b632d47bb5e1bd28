import { existsSync, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { refusedLink } from "./refusal.ts";

/** A path without symbolic links, even if its last parts do not exist yet. `/proc/self/cwd/x` becomes the folder that it names. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPathOf(above), basename(path));
  }
}

/** The folders above a path, the nearest first. */
export function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

/** Refuses a path on which a link below a root, which may have come with it, leads out of that root. */
export function refuseLinkOut(root: string, path: string): void {
  const isBelow = (folder: string): boolean => `${folder}${sep}`.startsWith(`${realPathOf(root)}${sep}`);
  for (const at of [path, ...foldersAbove(path)]) {
    const isLink = lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink();
    if (isLink && isBelow(realPathOf(dirname(at))) && !isBelow(realPathOf(at))) throw refusedLink(at);
  }
}

/** Those of them with a memory folder. A hook calls this, so it costs one stat call for each folder. */
export const memoriesAbove = (path: string): string[] =>
  foldersAbove(path).filter((folder) => existsSync(join(folder, ".tidemark")));

/** The folders from a path up to the root that git takes for work trees. */
export function repositoriesAround(path: string): string[] {
  const found: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) found.push(at);
    if (dirname(at) === at) return found;
  }
}
