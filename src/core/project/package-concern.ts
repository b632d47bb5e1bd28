import type { Item } from "../items/item.ts";

/** Files that make a folder a package of its own. */
export const PACKAGE_FILES = ["package.json", "Cargo.toml", "go.mod", "pyproject.toml", "pom.xml"] as const;

/** The folders on the way to a path, the innermost first, without the root. A path may itself be a folder. */
export function foldersOnPath(path: string): string[] {
  const parts = path
    .replaceAll("\\", "/")
    .replace(/^\.\//, "")
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) return [];
  return parts.map((_, i) => parts.slice(0, parts.length - i).join("/"));
}

/** Paths by which an item says what it concerns: the part of the project it holds for, and the files it is about. */
export function concernPaths({ scope, related_paths }: Item): string[] {
  const related = Array.isArray(related_paths) ? related_paths.map(String) : [];
  return [
    ...(typeof scope === "string" && /^[\w@.-]+(?:\/[\w@.-]+)*$/.test(scope) ? [scope] : []),
    ...related,
  ];
}

/** Does an item concern other packages only? One that is about no package, or about several with this one, does not. */
export function isElsewhere(packages: readonly (string | undefined)[], here: string): boolean {
  return packages.length > 0 && packages.every((each) => each !== undefined && each !== here);
}

/** Topics that concern the whole repository, wherever they are mentioned. */
const REPOSITORY_TOPICS: readonly string[] = ["git", "ci", "deploy", "review", "planning", "language"];

/** Is a statement that was made in a package about that package? How people work together is about all of them. */
export function isOfPackage({ kind, topic }: { readonly kind: string; readonly topic: string }): boolean {
  return kind !== "preference" && !REPOSITORY_TOPICS.includes(topic);
}
