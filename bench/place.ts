import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The checkout. Benches are started by its scripts, which stand in it. */
export const ROOT = process.cwd();

/**
 * Runs `work` in an empty folder that is gone afterwards. It lies in the checkout and not in the system's
 * temporary folder, which on many machines is memory, where flushing to disk costs nothing.
 */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const parent = join(ROOT, ".cache/bench-data");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "run-"));
  try {
    return await work(folder);
  } finally {
    // A worker that is about to end may still have a file to take away.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
