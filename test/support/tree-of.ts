import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Every file and folder below a folder, with its content. */
export function treeOf(folder: string): { readonly [path: string]: string } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const named = entries.map((entry) => {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    return [relative(folder, path), entry.isDirectory() ? "(folder)" : readFileSync(path, "latin1")] as const;
  });
  return Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1)));
}
