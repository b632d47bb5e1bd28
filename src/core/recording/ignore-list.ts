import { fitsGlob, globsIn } from "../documents/globs.ts";

/**
 * The pattern of an ignore list that matches a folder or a folder above it. A pattern that begins with `/` or `~/` is a path; any other
 * pattern matches anywhere in the path: `clients` matches every folder of that name.
 */
export function matchingIgnorePattern(list: string, root: string, home: string): string | undefined {
  const path = plainPath(root);
  return globsIn(list).find((pattern) => {
    const glob = plainPath(pattern.replace(/^~(?=\/|$)/, () => home));
    const isPath = glob.startsWith("/") || /^[a-z]:\//i.test(glob);
    const from = isPath ? glob : `**/${glob}`;
    return fitsGlob(from, path) || fitsGlob(`${from}/**`, path);
  });
}

const plainPath = (path: string): string => path.replaceAll("\\", "/").replace(/(?<=[^/])\/+$/, "");

/** What is wrong with an ignore list; undefined when nothing is. */
export function problemOfIgnoreList(text: string): string | undefined {
  return globsIn(text).includes("") ? "there is an empty entry in the list" : undefined;
}
