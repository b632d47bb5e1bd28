import * as fs from "node:fs";
import { join } from "node:path";
import type { Spool } from "../../ports/spool.ts";
import { drain, isGone, isWaiting, spoolFiles } from "./drain.ts";
import type { FileCalls } from "./file-calls.ts";
import { lostCount } from "./lost.ts";
import { openWriter, writeAll } from "./writer.ts";

/** What could not go on the tape, kept for a person to look at. */
const REJECTED = "rejected.log";

export type SpoolOptions = {
  readonly folder: string;
  /** Sorts by time and is this process's alone. */
  readonly name: string;
  readonly now: () => number;
  readonly calls?: FileCalls;
};

/** The spool in a folder: every process appends to a file of its own, any process drains them all. */
export function openSpool({ folder, name, now, calls = fs }: SpoolOptions): Spool {
  const writer = openWriter(folder, name, calls);
  const reject = (why: string, what: string): void => {
    const line = `${JSON.stringify({ why, what })}\n`;
    const log = rejected(calls, folder);
    // A drain that is rolled back meets the same line again; it is still one that was kept aside.
    if (log.includes(line)) return;
    const fd = calls.openSync(join(folder, REJECTED), "a", 0o600);
    try {
      writeAll(calls, fd, log === "" || log.endsWith("\n") ? line : `\n${line}`);
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
      spoolFiles(calls, folder).some((file) => isWaiting({ calls, folder, now: now(), readTo }, file)),
    read: (readTo, options) => {
      const { unreadable, ...batch } = drain({ calls, folder, now: now(), readTo, ...options });
      for (const line of unreadable) reject("The line is torn or changed: its checksum does not fit.", line);
      return batch;
    },
    rejectedCount: () => rejected(calls, folder).split("\n").filter(Boolean).length,
    lostCount: () => lostCount(folder),
    settle: (batch) => {
      for (const file of batch.finished) calls.rmSync(join(folder, file), { force: true });
    },
  };
}

function rejected(calls: FileCalls, folder: string): string {
  try {
    return calls.readFileSync(join(folder, REJECTED), "utf8");
  } catch (error) {
    if (isGone(error)) return "";
    throw error;
  }
}
