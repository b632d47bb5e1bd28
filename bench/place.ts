import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The checkout. Benches are started by its scripts, which stand in it. */
export const ROOT = process.cwd();

/** Kept over a restart, so on a disk; the plain temporary folder is memory on many machines, where flushing costs nothing. */
const DISK_FOLDER = "/var/tmp";

/**
 * Runs `work` in an empty folder that is gone afterwards. It lies outside this repository: a state folder inside a repository that
 * also holds the project would not be believed.
 */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(existsSync(DISK_FOLDER) ? DISK_FOLDER : tmpdir(), "tidemark-bench-"));
  try {
    return await work(folder);
  } finally {
    // A worker that is about to end may still have a file to take away.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
