import type { Item } from "../items/item.ts";

/** Files that make a folder a package. */
export const PACKAGE_FILES = ["package.json", "Cargo.toml", "go.mod", "pyproject.toml", "pom.xml"] as const;

/** The folders above a path, innermost first, without the root. The path may itself be a folder. */
export function foldersOnPath(path: string): string[] {
  const parts = path
    .replaceAll("\\", "/")
    .replace(/^\.\//, "")
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) return [];
  return parts.map((_, i) => parts.slice(0, parts.length - i).join("/"));
}

/** The paths that an item concerns: the part of the project that it applies to, and the files that it is about. */
export function concernPaths({ scope, related_paths }: Item): string[] {
  const related = Array.isArray(related_paths) ? related_paths.map(String) : [];
  return [
    ...(typeof scope === "string" && /^[\w@.-]+(?:\/[\w@.-]+)*$/.test(scope) ? [scope] : []),
    ...related,
  ];
}

/** Whether an item concerns only other packages. An item about no package, or also about this one, does not. */
export function isElsewhere(packages: readonly (string | undefined)[], here: string): boolean {
  return packages.length > 0 && packages.every((each) => each !== undefined && each !== here);
}

/** Topics that concern the whole repository, wherever they are mentioned. */
const REPOSITORY_TOPICS: readonly string[] = ["git", "ci", "deploy", "review", "planning", "language"];

/** Whether a statement that was made in a package is about that package. Statements about how people work together concern all packages. */
export function isOfPackage({ kind, topic }: { readonly kind: string; readonly topic: string }): boolean {
  return kind !== "preference" && !REPOSITORY_TOPICS.includes(topic);
}
