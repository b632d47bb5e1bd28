import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A path without symbolic links, also where its last parts do not exist yet. `/proc/self/cwd/x` becomes the folder it stands for. */
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

/** Those of them that have a memory folder. A hook asks: it is one look at the disk for each folder. */
export const memoriesAbove = (path: string): string[] =>
  foldersAbove(path).filter((folder) => existsSync(join(folder, ".tidemark")));

/** The folders from a path up to the top that git takes for work trees. */
export function repositoriesAround(path: string): string[] {
  const found: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) found.push(at);
    if (dirname(at) === at) return found;
  }
}
