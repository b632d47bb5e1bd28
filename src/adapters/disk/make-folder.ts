import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and what is missing above it; gives the topmost one that it made. Node's own way to do this never ends
 * where the system says that a folder cannot be found although its parent is there, as below /proc.
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

/** Another process may have made it in between. */
function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (cause) {
    if (!isFolder(folder)) throw cause;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
