import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, expect } from "vitest";

type Watched = typeof globalThis & {
  /** The mutant that is awake, and how often it may be reached before it counts as one that never ends. */
  __awake?: { readonly id: number; readonly limit: number };
  __mutant?: (id: number) => boolean;
};

export type Noted = {
  readonly ms: number;
  readonly reached: readonly (readonly [id: number, times: number])[];
};

const watched: Watched = globalThis;
const reached = new Map<number, number>();

watched.__mutant = (id) => {
  const times = (reached.get(id) ?? 0) + 1;
  reached.set(id, times);
  const { __awake: awake } = watched;
  if (awake?.id !== id) return false;
  if (times > awake.limit) throw new Error("The mutant never ends.");
  return true;
};

/** Notes how often the tests reached each mutant while none of them was awake, and the processor time that they took. */
afterAll(() => {
  if (watched.__awake?.id !== 0) return;
  const name = `${basename(expect.getState().testPath ?? "")}.json`;
  const { user, system } = process.cpuUsage();
  const noted: Noted = { ms: Math.round((user + system) / 1000), reached: [...reached] };
  writeFileSync(join(process.env.TIDEMARK_MUTATION ?? "", name), JSON.stringify(noted));
});
