import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** A folder that Linux keeps in memory. */
const IN_MEMORY = "/dev/shm";
/**
 * Minimum free space. The tests need far less, but in a container the folder may have only a few megabytes.
 */
const FREE_BYTES_MIN = 2 * 1024 ** 3;
/** The name tells which process made the folder. */
const NAME = /^tidemark-test-(\d+)-/;

/**
 * Puts temporary files in memory if the system has a folder for that, and deletes them at the end of the run.
 * Thousands of tests create and flush a store; on a busy disk they would mostly wait.
 */
export function useMemoryForTemporaryFiles() {
  if (!hasRoomInMemory()) return;
  for (const name of readdirSync(IN_MEMORY)) if (isOfEndedRun(name)) removeFolder(join(IN_MEMORY, name));
  const folder = mkdtempSync(join(IN_MEMORY, `tidemark-test-${process.pid}-`));
  // Other users may enter, as in any temporary folder: some tests run as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.on("exit", () => removeFolder(folder));
}

/** Workers of an interrupted run may still write while it is removed. The next run removes what they leave. */
function removeFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    if (!["ENOTEMPTY", "EBUSY", "EPERM", "EACCES"].includes(error.code)) throw error;
  }
}

function isOfEndedRun(name) {
  const pid = Number(NAME.exec(name)?.[1]);
  if (Number.isNaN(pid)) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return process.platform === "linux" && bavail * bsize >= FREE_BYTES_MIN;
  } catch {
    return false;
  }
}
