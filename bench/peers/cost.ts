import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Resident memory of processes and of their children, in megabytes; NaN except on Linux. */
export function residentMb(pids: readonly (number | undefined)[]): number {
  try {
    return pids.reduce<number>((sum, pid) => sum + ownResidentMb(pid) + residentMb(childrenOf(pid)), 0);
  } catch {
    return Number.NaN;
  }
}

const ownResidentMb = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

const childrenOf = (pid: number | undefined): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    (readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").match(/\d+/g) ?? []).map(Number),
  );

/** Folders that are not memory: a repository, and Bun's cache of compiled programs. */
const NOT_MEMORY = /\.git|\.bun/;

export function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_MEMORY.test(entry.parentPath ?? entry.path))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}
