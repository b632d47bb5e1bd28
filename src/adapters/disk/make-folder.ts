import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder with its missing parents, and returns the topmost one that it created. Node's own function never returns if the system
 * cannot find a folder although its parent exists, as below /proc.
 */
export function makeFolder(path: string, mode = 0o700): string | undefined {
  const missing: string[] = [];
  for (let at = path; !isFolder(at); at = dirname(at)) {
    missing.unshift(at);
    if (dirname(at) === at) break;
  }
  for (const folder of missing) makeOne(folder, mode);
  return missing[0];
}

/** Another process may have created it in between. */
function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (cause) {
    if (!isFolder(folder)) throw cause;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
