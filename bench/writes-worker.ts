import { closeSync, openSync, writeSync } from "node:fs";
import type { Signals } from "./worker.ts";
import { openPen, type Way } from "./writes-ways.ts";

export type WriterInput = {
  readonly way: Way;
  readonly folder: string;
  /** Identifies the writer in its tokens. */
  readonly number: number;
  readonly writes: number;
  /** File with the tokens of acknowledged writes, for the reader. */
  readonly acknowledged: string;
};

export type WriterReport = {
  readonly times: readonly number[];
  readonly errors: readonly string[];
  readonly began: number;
  readonly ended: number;
};

/** Writes events without a pause and records the time of each write. */
export async function work(input: WriterInput, signals: Signals): Promise<WriterReport> {
  const pen = await openPen(input.way, input.folder);
  const acknowledged = openSync(input.acknowledged, "a");
  const times: number[] = [];
  const errors: string[] = [];
  await signals.go();
  const began = sharedNow();
  for (let n = 0; n < input.writes; n++) {
    const token = `${input.number}-${n}`;
    const before = performance.now();
    try {
      await pen.write(token);
      writeSync(acknowledged, `${token}\n`);
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error));
    }
    times.push(performance.now() - before);
  }
  const ended = sharedNow();
  closeSync(acknowledged);
  await pen.close();
  return { times, errors, began, ended };
}

/** A high-resolution clock that all processes share. */
const sharedNow = (): number => performance.timeOrigin + performance.now();
