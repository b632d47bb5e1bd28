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

/** What a worker says while it works, so that whoever watches knows where it hangs. */
export type FuzzSign = { readonly boundary: string; readonly at: number } | { readonly played: FuzzResult };

/** Inputs between two signs of life. */
const BLOCK = 50;

/** Runs as a process of its own, which whoever started it ends when it hangs. */
export async function work({ boundaries, folder, ...options }: FuzzWork): Promise<number> {
  const sign = (said: FuzzSign): void => void process.send?.(said);
  for (const boundary of BOUNDARIES.filter(({ name }) => boundaries.includes(name))) {
    const own = join(folder, folderName(boundary.name));
    const onInput = (at: number): void => void (at % BLOCK === 0 && sign({ boundary: boundary.name, at }));
    sign({ played: await fuzz({ ...options, boundary, folder: own, onInput }) });
  }
  return boundaries.length;
}
