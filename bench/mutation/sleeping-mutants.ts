import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, expect } from "vitest";

type Watched = typeof globalThis & {
  /** The active mutant, and the number of executions from which it counts as an endless loop. */
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

/** Records how often the tests executed each mutant while none was active, and their CPU time. */
afterAll(() => {
  if (watched.__awake?.id !== 0) return;
  const name = `${basename(expect.getState().testPath ?? "")}.json`;
  const { user, system } = process.cpuUsage();
  const noted: Noted = { ms: Math.round((user + system) / 1000), reached: [...reached] };
  writeFileSync(join(process.env.TIDEMARK_MUTATION ?? "", name), JSON.stringify(noted));
});
