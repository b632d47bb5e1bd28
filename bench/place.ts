import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The root of the checkout, which is the working directory of the scripts that start a bench. */
export const ROOT = process.cwd();

/**
 * A folder that survives a restart, so it is on a disk. `/tmp` may be in memory, where flushing costs
 * nothing.
 */
const DISK_FOLDER = "/var/tmp";

/**
 * Runs `work` in a temporary folder outside this repository. The program would not trust a state folder
 * inside a repository that also contains the project.
 */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(existsSync(DISK_FOLDER) ? DISK_FOLDER : tmpdir(), "tidemark-bench-"));
  try {
    return await work(folder);
  } finally {
    // A worker that is ending may still be deleting a file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
