import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** A folder that Linux keeps in memory. */
const IN_MEMORY = "/dev/shm";
/**
 * Minimum free space. The tests need far less, but in a container the folder may have only a few megabytes.
 */
const FREE_BYTES_MIN = 2 * 1024 ** 3;

/**
 * Puts temporary files in memory if the system has a folder for that, and deletes them at the end of the run.
 * Thousands of tests create and flush a store; on a busy disk they would mostly wait.
 */
export function useMemoryForTemporaryFiles() {
  if (!hasRoomInMemory()) return;
  const folder = mkdtempSync(join(IN_MEMORY, "tidemark-test-"));
  // Other users may enter, as in any temporary folder: some tests run as another user.
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
