import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Linux keeps this folder in memory. */
const IN_MEMORY = "/dev/shm";
/** The tests write far less, but a container may give the folder a few megabytes only. */
const FREE_BYTES_MIN = 2 * 1024 ** 3;

/**
 * Puts the temporary files of this run into memory where the system has a folder for that, and removes them when the run ends.
 * Each of thousands of tests makes a store and flushes it; on a busy disk they would spend most of their time waiting.
 */
export function useMemoryForTemporaryFiles() {
  if (!hasRoomInMemory()) return;
  const folder = mkdtempSync(join(IN_MEMORY, "tidemark-test-"));
  // As in any temporary folder, other users may pass through: some tests become one.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return process.platform === "linux" && bavail * bsize >= FREE_BYTES_MIN;
  } catch {
    return false;
  }
}
