import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import {
  parseUsage,
  printUsage,
  type RefreshOn,
  touched,
  type UsageRecord,
  type UsageRecords,
} from "../../core/freshness/usage.ts";
import type { Instant } from "../../core/tape/event.ts";
import type { Usage } from "../../ports/usage.ts";
import { type Held, underFileLock } from "./file-lock.ts";
import { countFailure, failureCount, prepareFailureCount } from "./usage-failures.ts";
import { isAnyWaiting, leave, type WaitingFile, waitingIn } from "./waiting-touches.ts";

export const USAGE_FILE = "reference-tracker.json";
const LOCK = "reference-tracker.lock";
const WAITING = "reference-tracker.waiting";
const FAILED = "reference-tracker.failed";
const ASIDE = /^reference-tracker\.unreadable-(\d+)\.json$/;
/** More than a hundred thousand ids make; a larger file is none of ours, and would stop whoever reads it. */
const BYTES_MAX = 32 * 1024 * 1024;
/** Others may leave more while one adds; after so many passes the next one does it. */
const PASSES_MAX = 200;

/** What puts a new file in place of the old one. A test makes one of them fail. */
export type WriteCalls = Pick<typeof fs, "writeFileSync" | "renameSync">;

export type UsageFileOptions = {
  readonly now: () => Instant;
  readonly refreshOn: RefreshOn;
  readonly calls?: WriteCalls;
};

/**
 * Usage in `.tidemark/reference-tracker.json`. Whoever touches leaves it in a file of its own and goes on; one of them
 * has the lock and adds what all have left. So nobody waits, and nothing is lost if somebody dies.
 */
export function usageFile(memoryDir: string, { now, refreshOn, calls = fs }: UsageFileOptions): Usage {
  const path = join(memoryDir, USAGE_FILE);
  const failed = join(memoryDir, FAILED);
  const folder = join(memoryDir, WAITING);
  const look = cachedLook(path);
  const addWaiting = (held: Held): void => {
    prepareFailureCount(failed);
    const { state, records } = look();
    const files = waitingIn(folder);
    const next = merged(records, files, refreshOn);
    const beside = `${path}.${randomBytes(6).toString("hex")}`;
    try {
      calls.writeFileSync(beside, printUsage(next), { mode: 0o600, flag: "wx" });
      if (!held.isStillMine()) return;
      if (state === "unreadable") calls.renameSync(path, nextAside(memoryDir));
      calls.renameSync(beside, path);
    } finally {
      fs.rmSync(beside, { force: true });
    }
    // Somebody killed just before this is counted twice, which is better than not at all.
    for (const file of files) fs.rmSync(file.path, { force: true });
  };
  return {
    read: () => look().records,
    touch: async (ids, how, at = now()) => {
      // Where nothing was ever recorded nothing can have been shown, and no folder is made for it.
      if (ids.length === 0 || !fs.existsSync(memoryDir)) return;
      let left: string | undefined;
      try {
        left = leave(folder, { ids: [...new Set(ids)], how, at });
        // Whoever finds the lock taken has left something: its holder looks again after letting go.
        for (let pass = 0; pass < PASSES_MAX && isAnyWaiting(folder); pass++)
          if (!underFileLock(join(memoryDir, LOCK), addWaiting)) break;
      } catch {
        // Usage is worth less than what it was noted for: that goes on, and `status` tells the count.
        if (left !== undefined) fs.rmSync(left, { force: true });
        countFailure(failed);
      }
    },
    health: () => {
      const { state, records, bytes } = look();
      const set_aside = namesAside(memoryDir);
      return { state, records: records.size, bytes, failed: failureCount(failed), set_aside };
    },
  };
}

function merged(
  records: UsageRecords,
  files: readonly WaitingFile[],
  refreshOn: RefreshOn,
): Map<string, UsageRecord> {
  const next = new Map(records);
  for (const { ids, ...touch } of files.flatMap(({ waiting }) => waiting ?? []))
    for (const id of ids) next.set(id, touched(next.get(id), touch, refreshOn));
  return next;
}

type Look = {
  readonly state: "none" | "good" | "unreadable";
  readonly records: UsageRecords;
  readonly bytes: number;
};

const NOTHING: UsageRecords = new Map();

/** Every change is a new file under the old name, so its number, size and time tell it from the one before. */
function cachedLook(path: string): () => Look {
  let last: { readonly print: string; readonly look: Look } | undefined;
  return () => {
    const print = printOf(path);
    if (last?.print !== print) last = { print, look: lookAt(path) };
    return last.look;
  };
}

function printOf(path: string): string {
  try {
    const { ino, size, mtimeMs, mode } = fs.lstatSync(path);
    return [ino, size, mtimeMs, mode].join(" ");
  } catch (cause) {
    return String(cause);
  }
}

function lookAt(path: string): Look {
  try {
    const stat = fs.lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return { state: "none", records: NOTHING, bytes: 0 };
    const isOurs = stat.isFile() && stat.size <= BYTES_MAX;
    const records = isOurs ? parseUsage(fs.readFileSync(path, "utf8")) : undefined;
    if (records) return { state: "good", records, bytes: stat.size };
    return { state: "unreadable", records: NOTHING, bytes: stat.size };
  } catch {
    return { state: "unreadable", records: NOTHING, bytes: 0 };
  }
}

/** Whatever could not be read, somebody may want to look at it: it gets another name and is never deleted. */
function nextAside(memoryDir: string): string {
  const numbers = namesAside(memoryDir).map((name) => Number(ASIDE.exec(name)?.[1]));
  return join(memoryDir, `reference-tracker.unreadable-${Math.max(0, ...numbers) + 1}.json`);
}

function namesAside(memoryDir: string): string[] {
  try {
    return fs
      .readdirSync(memoryDir)
      .filter((name) => ASIDE.test(name))
      .sort();
  } catch {
    return [];
  }
}
