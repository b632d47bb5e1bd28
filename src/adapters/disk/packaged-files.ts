import { join } from "node:path";
import { readRegular } from "./bounded-file.ts";
import { codeOf } from "./disk-failure.ts";
import { SYSTEM_CALLS } from "./file-calls.ts";

/** More files than a page has. */
const FILES_MAX = 200;
const BYTES_MAX = 4 * 1024 * 1024;
const DEPTH_MAX = 3;

/** The files below a folder that was installed with the program, by path: `/assets/page.js`. None if the folder is missing. */
export function packagedFiles(folder: string): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  readBelow(folder, { path: "", depth: 0, files });
  return files;
}

type FolderReading = { readonly path: string; readonly depth: number; readonly files: Map<string, Buffer> };

function readBelow(folder: string, { path, depth, files }: FolderReading): void {
  for (const name of namesIn(folder)) {
    const at = join(folder, name);
    const found = SYSTEM_CALLS.lstatSync(at, { throwIfNoEntry: false });
    if (found?.isDirectory() && depth < DEPTH_MAX)
      readBelow(at, { path: `${path}/${name}`, depth: depth + 1, files });
    if (!found?.isFile() || files.size >= FILES_MAX) continue;
    const bytes = readRegular(at, BYTES_MAX);
    if (bytes !== undefined) files.set(`${path}/${name}`, bytes);
  }
}

function namesIn(folder: string): string[] {
  try {
    return SYSTEM_CALLS.readdirSync(folder).sort();
  } catch (cause) {
    if (codeOf(cause) === "ENOENT" || codeOf(cause) === "ENOTDIR") return [];
    throw cause;
  }
}
