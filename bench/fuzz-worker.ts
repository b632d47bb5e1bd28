import { join } from "node:path";
import { BOUNDARIES } from "../test/fuzz/boundaries.ts";
import { folderName } from "../test/fuzz/corpus.ts";
import { type FuzzResult, fuzz } from "../test/fuzz/fuzz.ts";

export type FuzzWork = {
  readonly boundaries: readonly string[];
  readonly seed: number;
  readonly from: number;
  readonly count: number;
  readonly folder: string;
};

/**
 * Progress messages of a worker: its current input, so that the parent knows where it hangs, and its results.
 */
export type FuzzSign = { readonly boundary: string; readonly at: number } | { readonly played: FuzzResult };

/** Number of inputs between two progress messages. */
const BLOCK = 50;

/** Runs in a separate process, which the parent kills if it hangs. */
export async function work({ boundaries, folder, ...options }: FuzzWork): Promise<number> {
  const sign = (said: FuzzSign): void => void process.send?.(said);
  for (const boundary of BOUNDARIES.filter(({ name }) => boundaries.includes(name))) {
    const own = join(folder, folderName(boundary.name));
    const onInput = (at: number): void => void (at % BLOCK === 0 && sign({ boundary: boundary.name, at }));
    sign({ played: await fuzz({ ...options, boundary, folder: own, onInput }) });
  }
  return boundaries.length;
}
