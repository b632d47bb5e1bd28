import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The root folder of the checkout. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");

/** Folders that git ignores, and git's own. */
const IGNORED = new Set([".git", ...ignoredFolders()]);

/** Paths of all files of the checkout, or of one of its folders, with forward slashes and sorted. */
export function filesUnder(folder = ""): string[] {
  const found: string[] = [];
  const walk = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const inside = join(path, entry.name);
      if (entry.isDirectory() && !IGNORED.has(entry.name)) walk(inside);
      if (entry.isFile() && !entry.name.endsWith(".tgz"))
        found.push(relative(ROOT, inside).split(sep).join("/"));
    }
  };
  walk(join(ROOT, folder));
  return found.sort();
}

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

export function parsed(path: string): ts.SourceFile {
  return ts.createSourceFile(path, textOf(path), ts.ScriptTarget.ESNext, true);
}

/** Calls `look` for a node and all its descendants. */
export function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  node.forEachChild((child) => visit(child, look));
}

function ignoredFolders(): string[] {
  const lines = readFileSync(join(ROOT, ".gitignore"), "utf8").split("\n");
  return lines.filter((line) => line.endsWith("/")).map((line) => line.slice(0, -1));
}
