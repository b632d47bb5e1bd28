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
  /** How long each look took. */
  readonly times: readonly number[];
  /** Writes that had been acknowledged before a look began and were not seen by it. */
  readonly unreadable: number;
  /** Positions that were missing when a later one could be seen. */
  readonly gaps: number;
};

/** Between two looks: an agent that reads often, not one that does nothing else. */
const PAUSE_MS = 20;

/** Reads beside the writers, and checks that whatever was acknowledged can be read from then on. */
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

/** Whole lines only: half of one was not acknowledged yet. */
export function acknowledgedIn(files: readonly string[]): string[] {
  return files.flatMap((file) => readFileSync(file, "utf8").split("\n").slice(0, -1));
}
