/** Whether a path is written from the root of a disk, from a home, or as an address. */
export const isAbsolute = (path: string): boolean => /^(?:[/~]|[A-Za-z]:[\\/]|\\\\|file:)/.test(path);

/** Whether a path goes up beyond where it begins. */
export function leavesRoot(path: string): boolean {
  let depth = 0;
  for (const part of path.split(/[\\/]/)) {
    depth += part === ".." ? -1 : part === "." || part === "" ? 0 : 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Whether a path stays below the root that it is relative to. */
export const isInside = (path: string): boolean => !isAbsolute(path) && !leavesRoot(path);
