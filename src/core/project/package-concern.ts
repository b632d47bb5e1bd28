import type { Item } from "../items/item.ts";

/** Files that mark a folder as a package. */
export const PACKAGE_FILES = ["package.json", "Cargo.toml", "go.mod", "pyproject.toml", "pom.xml"] as const;

/** The folders above a path, innermost first, without the root. The path itself may be a folder. */
export function foldersOnPath(path: string): string[] {
  const parts = path
    .replaceAll("\\", "/")
    .replace(/^\.\//, "")
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) return [];
  return parts.map((_, i) => parts.slice(0, parts.length - i).join("/"));
}

/** Paths that an item concerns: the part of the project to which it applies, and its related files. */
export function concernPaths({ scope, related_paths }: Item): string[] {
  const related = Array.isArray(related_paths) ? related_paths.map(String) : [];
  return [
    ...(typeof scope === "string" && /^[\w@.-]+(?:\/[\w@.-]+)*$/.test(scope) ? [scope] : []),
    ...related,
  ];
}

/** Whether an item concerns only other packages. An item without packages, or about several including this one, does not. */
export function isElsewhere(packages: readonly (string | undefined)[], here: string): boolean {
  return packages.length > 0 && packages.every((each) => each !== undefined && each !== here);
}

/** Topics that concern the whole repository, wherever they are mentioned. */
const REPOSITORY_TOPICS: readonly string[] = ["git", "ci", "deploy", "review", "planning", "language"];

/** Whether a statement made in a package concerns that package. Statements about how people work together concern all packages. */
export function isOfPackage({ kind, topic }: { readonly kind: string; readonly topic: string }): boolean {
  return kind !== "preference" && !REPOSITORY_TOPICS.includes(topic);
}
