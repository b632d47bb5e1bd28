import type { Seal } from "../../core/seal.ts";
import type { Spool } from "../../ports/spool.ts";
import { writeAll } from "../disk/descriptors.ts";
import type { OwnedFolder } from "../disk/owned-folder.ts";
import { drain, foreignFiles, isWaiting, spoolFiles } from "./drain.ts";
import { countLost, lostCount, prepareLostCount } from "./lost.ts";
import { openWriter } from "./writer.ts";

/** Lines that the tape refused, kept for a person to check. */
const REJECTED = "rejected.log";
/** Beyond this size lines are only counted: a file that grows for ever could not be read. */
const REJECTED_BYTES_MAX = 64 * 1024 * 1024;
const NEWLINE = 10;

export type SpoolOptions = {
  readonly folder: OwnedFolder;
  /** Sorts by time, and is unique to this process. */
  readonly name: string;
  readonly now: () => number;
  /** This user's key. Only lines sealed with it are drained. */
  readonly seal: Seal;
};

/** The spool in a folder: every process appends to a file of its own, any process drains them all. */
export function openSpool({ folder, name, now, seal }: SpoolOptions): Spool {
  const { calls } = folder;
  const writer = openWriter(folder, name, seal);
  const reject = (why: string, what: string): void => {
    const line = `${JSON.stringify({ why, what })}\n`;
    const log = readRejected(folder);
    // A drain that is rolled back meets the same line again, which was already set aside.
    if (log.includes(line)) return;
    if (log.length + Buffer.byteLength(line) >= REJECTED_BYTES_MAX) {
      prepareLostCount(folder);
      return void countLost(folder);
    }
    const fd = folder.open(REJECTED, "append");
    try {
      writeAll(calls, fd, log.length === 0 || log.at(-1) === NEWLINE ? line : `\n${line}`);
      calls.fsyncSync(fd);
    } finally {
      calls.closeSync(fd);
    }
  };
  return {
    write: writer.write,
    close: writer.close,
    reject,
    hasWaiting: (readTo) =>
      spoolFiles(folder, seal).some((file) => isWaiting({ folder, now: now(), readTo }, file)),
    read: (readTo, options) => {
      const { unreadable, ...batch } = drain({ folder, seal, now: now(), readTo, ...options });
      for (const line of unreadable)
        reject("The line is incomplete or was changed: its seal does not match.", line);
      return batch;
    },
    rejectedCount: () => readRejected(folder).toString("utf8").split("\n").filter(Boolean).length,
    lostCount: () => lostCount(folder),
    foreignCount: () => foreignFiles(folder, seal).length,
    settle: (batch) => {
      for (const file of batch.finished) folder.remove(file);
    },
  };
}

const readRejected = (folder: OwnedFolder): Buffer =>
  folder.read(REJECTED, REJECTED_BYTES_MAX) ?? Buffer.alloc(0);
