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

/** The folders from a path up to the top that git takes for work trees. */
export function repositoriesAround(path: string): string[] {
  const found: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) found.push(at);
    if (dirname(at) === at) return found;
  }
}
