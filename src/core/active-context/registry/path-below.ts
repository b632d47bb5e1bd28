import { isInside } from "../document/path-inside.ts";

/** A path relative to the root, with forward slashes. Undefined for a path outside and for the program's own files, which nobody works on. */
export function pathBelow(
  path: string,
  { root, own }: { readonly root: string; readonly own: readonly string[] },
): string | undefined {
  const plain = path.trim().replaceAll("\\", "/");
  const base = `${root.replaceAll("\\", "/").replace(/(?<!\/)\/+$/, "")}/`;
  const below = plain.startsWith(base) ? plain.slice(base.length) : plain;
  const parts = below.split("/").filter((part) => part !== "" && part !== ".");
  if (!isInside(below) || parts.includes("..") || parts.length === 0) return undefined;
  const relative = parts.join("/");
  return own.some((folder) => relative === folder || relative.startsWith(`${folder}/`))
    ? undefined
    : relative;
}
