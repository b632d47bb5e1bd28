import { readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { pathsInGitIndex } from "../../core/git-index.ts";

/** The index of the largest repositories is smaller. */
const INDEX_BYTES_MAX = 64 * 1024 * 1024;

/** Files of the memory folder that git tracks. Git itself is not started: the index says it, and `status` is asked often. */
export function trackedFiles(
  memoryDir: string,
  place: { readonly root: string; readonly commonDir?: string },
): string[] {
  const folder = relative(place.root, memoryDir).split(sep).join("/");
  if (place.commonDir === undefined || folder === "" || folder.startsWith("..")) return [];
  try {
    const index = join(place.commonDir, "index");
    const stat = statSync(index);
    const isUsable = stat.isFile() && stat.size <= INDEX_BYTES_MAX;
    return isUsable ? pathsInGitIndex(readFileSync(index), `${folder}/`) : [];
  } catch {
    // No index, no tracked files.
    return [];
  }
}
