import { randomBytes } from "node:crypto";
import {
  parseUsage,
  printUsage,
  type RefreshOn,
  recordTouch,
  type UsageRecord,
  type UsageRecords,
} from "../../../core/freshness/usage.ts";
import type { Instant } from "../../../core/tape/event.ts";
import type { Usage } from "../../../ports/usage.ts";
import type { FileCalls } from "../../disk/file-calls.ts";
import { addOne, NO_COUNT, readCount } from "../../disk/fixed-count.ts";
import { type OwnedFolder, ownedFolder } from "../../disk/owned-folder.ts";
import { type HeldLock, underFileLock } from "../file-lock.ts";
import { cachedLook } from "./cached-look.ts";
import { isAnyWaiting, queuedTouches, queueTouches, type WaitingFile } from "./touch-queue.ts";

export const USAGE_FILE = "reference-tracker.json";
const LOCK = "reference-tracker.lock";
const WAITING = "reference-tracker.waiting";
const ASIDE = /^reference-tracker\.unreadable-(\d+)\.json$/;
/** Larger than a hundred thousand ids need. A larger file is not ours, and would block its readers. */
const BYTES_MAX = 32 * 1024 * 1024;
/** Maximum number of passes over the queue: other processes may add touches meanwhile. */
const PASSES_MAX = 200;
/** The folders whose failures were reported: a server opens a memory once to read and once to write. */
const TOLD = new Set<string>();

export type UsageFileOptions = {
  readonly now: () => Instant;
  readonly refreshOn: RefreshOn;
  /** Reports to the person who runs the program that usage could not be recorded, once for each folder and process. */
  readonly tell?: (problem: string) => void;
  /** The calls that replace the file. A test makes one of them fail. */
  readonly calls?: FileCalls;
};

/**
 * Usage in `.tidemark/reference-tracker.json`. Each process writes its uses into a file of its own, and the holder of the lock adds up all
 * such files. So no process waits, and nothing is lost if a process dies.
 */
export function usageFile(memoryDir: string, { now, refreshOn, calls, tell }: UsageFileOptions): Usage {
  const memory = ownedFolder(memoryDir);
  const written = ownedFolder(memoryDir, calls);
  const folder = memory.below(WAITING);
  const look = cachedLook(memory, USAGE_FILE, lookAt);
  const addWaiting = (held: HeldLock): void => {
    memory.create(FAILED, NO_COUNT);
    const { state, records } = look();
    const files = queuedTouches(folder);
    const next = mergeUsage(records, files, refreshOn);
    const beside = `${USAGE_FILE}.${randomBytes(6).toString("hex")}`;
    try {
      written.create(beside, printUsage(next));
      if (!held.isStillMine()) return;
      if (state === "unreadable") written.rename(USAGE_FILE, nextAside(memory));
      written.rename(beside, USAGE_FILE);
    } finally {
      memory.remove(beside);
    }
    // If the process is killed just before this, touches are counted twice, which is better than not at all.
    for (const file of files) folder.remove(file.name, { recursive: true });
  };
  return {
    read: () => look().records,
    touch: async (ids, how, at = now()) => {
      if (ids.length === 0) return;
      let left: string | undefined;
      try {
        // Without a recorded event nothing can have been shown, so no folder is created.
        if (!memory.exists()) return;
        left = queueTouches(folder, { ids: [...new Set(ids)], how, at });
        // A process that found the lock taken has left a file, so the holder checks again after releasing the lock.
        for (let pass = 0; pass < PASSES_MAX && isAnyWaiting(folder); pass++)
          if (!underFileLock({ folder: memory, name: LOCK }, addWaiting)) break;
      } catch (error) {
        // Usage is less important than the act that it records: the act continues, and `status` shows the number of
        // losses.
        if (left !== undefined) folder.remove(left);
        countFailure(memory);
        if (!TOLD.has(memoryDir))
          tell?.(`usage was not saved: ${error instanceof Error ? error.message : String(error)}`);
        TOLD.add(memoryDir);
      }
    },
    health: () => {
      const { state, records, bytes } = look();
      const set_aside = namesAside(memory);
      return { state, records: records.size, bytes, failed: readCount(memory, FAILED), set_aside };
    },
  };
}

function mergeUsage(
  records: UsageRecords,
  files: readonly WaitingFile[],
  refreshOn: RefreshOn,
): Map<string, UsageRecord> {
  const next = new Map(records);
  for (const { ids, ...touch } of files.flatMap(({ waiting }) => waiting ?? []))
    for (const id of ids) next.set(id, recordTouch(next.get(id), touch, refreshOn));
  return next;
}

type UsageState = {
  readonly state: "none" | "good" | "unreadable";
  readonly records: UsageRecords;
  readonly bytes: number;
};

const NOTHING: UsageRecords = new Map();

function lookAt(memory: OwnedFolder): UsageState {
  let bytes = 0;
  try {
    bytes = memory.look(USAGE_FILE)?.size ?? 0;
    const file = memory.read(USAGE_FILE, BYTES_MAX);
    if (file === undefined) return { state: "none", records: NOTHING, bytes: 0 };
    const records = parseUsage(file.toString("utf8"));
    if (records) return { state: "good", records, bytes };
  } catch {
    // Not a file of ours: it is set aside as unreadable.
  }
  return { state: "unreadable", records: NOTHING, bytes };
}

/** An unreadable file may be needed by somebody: it is renamed and never deleted. */
function nextAside(memory: OwnedFolder): string {
  const numbers = namesAside(memory).map((name) => Number(ASIDE.exec(name)?.[1]));
  return `reference-tracker.unreadable-${Math.max(0, ...numbers) + 1}.json`;
}

function namesAside(memory: OwnedFolder): string[] {
  try {
    return memory
      .list()
      .filter((name) => ASIDE.test(name))
      .sort();
  } catch {
    return [];
  }
}

const FAILED = "reference-tracker.failed";

/** Counts a failure to record usage. If even that cannot be written, nobody is told: `status` reports a folder that is read-only or gone. */
function countFailure(folder: OwnedFolder): void {
  try {
    folder.create(FAILED, NO_COUNT);
  } catch {
    return;
  }
  addOne(folder, FAILED);
}
