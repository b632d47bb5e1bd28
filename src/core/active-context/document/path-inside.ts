/** Whether a path starts at the root of a disk or at a home folder, or is a URL. */
export const isAbsolute = (path: string): boolean => /^(?:[/~]|[A-Za-z]:[\\/]|\\\\|file:)/.test(path);

/** Whether a path leads above the folder that it is relative to. */
export function leavesRoot(path: string): boolean {
  let depth = 0;
  for (const part of path.split(/[\\/]/)) {
    depth += part === ".." ? -1 : part === "." || part === "" ? 0 : 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Whether a path stays inside the folder that it is relative to. */
export const isInside = (path: string): boolean => !isAbsolute(path) && !leavesRoot(path);
