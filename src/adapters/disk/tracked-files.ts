import { readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { pathsInGitIndex } from "../../core/git-index.ts";

/** The index of the largest repositories is smaller. */
const INDEX_BYTES_MAX = 64 * 1024 * 1024;

/** Settings may be shared on purpose, and the file that hides the rest from git does no harm. */
const SHARED: readonly string[] = ["config.yaml", ".gitignore"];

/** Whether git tracks files of the memory that a pull could replace. */
export const isMemoryTracked = (memoryDir: string, place: GitPlace): boolean =>
  trackedFiles(memoryDir, place).some((path) => !SHARED.some((name) => path.endsWith(`/${name}`)));

type GitPlace = { readonly root: string; readonly commonDir?: string };

/** Files of the memory folder that git tracks. Git itself is not started: the index says it, and `status` is asked often. */
export function trackedFiles(memoryDir: string, place: GitPlace): string[] {
  const folder = relative(place.root, memoryDir).split(sep).join("/");
  if (place.commonDir === undefined || folder === "" || folder.startsWith("..")) return [];
  try {
    const index = join(place.commonDir, "index");
    const stat = statSync(index);
    if (!stat.isFile() || stat.size > INDEX_BYTES_MAX) return [];
    const bytes = readFileSync(index);
    // Nearly always it is not there, and this search costs next to nothing.
    return bytes.includes(`${folder}/`) ? pathsInGitIndex(bytes, `${folder}/`) : [];
  } catch {
    // No index, no tracked files.
    return [];
  }
}
