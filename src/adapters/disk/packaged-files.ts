import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MemoryError } from "../../core/failure.ts";
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

/** The text of a file of the installed package, by its path in the package. */
export function packagedText(path: string): string {
  // The built command has its file as a path, the sources as a URL.
  const url = import.meta.url;
  let folder = dirname(url.startsWith("file:") ? fileURLToPath(url) : url);
  while (readRegular(join(folder, "package.json"), BYTES_MAX) === undefined && folder !== dirname(folder))
    folder = dirname(folder);
  const bytes = readRegular(join(folder, path), BYTES_MAX);
  if (bytes !== undefined) return bytes.toString("utf8");
  throw new MemoryError("store.io", `${path} is missing in the installed package.`, {
    fix: "Install Tidemark again.",
  });
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
