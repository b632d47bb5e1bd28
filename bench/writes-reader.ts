import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Signals } from "./worker.ts";
import { openPen, type Way } from "./writes-ways.ts";

export type ReaderInput = {
  readonly way: Way;
  readonly folder: string;
  readonly acknowledged: readonly string[];
};

export type ReaderReport = {
  /** Milliseconds of each pass. */
  readonly times: readonly number[];
  /** Number of writes that were acknowledged before a pass but not visible to it. */
  readonly unreadable: number;
  /** Number of positions that were missing when a later one was visible. */
  readonly gaps: number;
};

/** Pause between two passes, as of an agent that reads often but also does other work. */
const PAUSE_MS = 20;

/** Reads while others write, and checks that every acknowledged write is visible from then on. */
export async function work(input: ReaderInput, signals: Signals): Promise<ReaderReport> {
  const pen = await openPen(input.way, input.folder);
  const seen = new Set<string>();
  const missed = new Set<string>();
  let last = 0;
  let gaps = 0;
  const times: number[] = [];
  await signals.go();
  for (let isLast = false; ; ) {
    const promised = acknowledgedIn(input.acknowledged);
    const before = performance.now();
    for (const { position, token } of await pen.readAfter(last)) {
      gaps += position - last - 1;
      last = position;
      seen.add(token);
    }
    times.push(performance.now() - before);
    for (const token of promised) if (!seen.has(token)) missed.add(token);
    if (isLast) break;
    isLast = signals.isStopped();
    await sleep(PAUSE_MS);
  }
  await pen.close();
  return { times, unreadable: missed.size, gaps };
}

/** Reads complete lines only, because the last write may be incomplete. */
export function acknowledgedIn(files: readonly string[]): string[] {
  return files.flatMap((file) => readFileSync(file, "utf8").split("\n").slice(0, -1));
}
