import { beforeAll, expect, test } from "vitest";
import { BIN, built } from "../spawned.ts";
import { type HostileCase, playHostileCase } from "./hostile-case.ts";

/** A normal run plays one of this many harmless uses. */
const CONTROLS_EVERY = 12;

/**
 * A share of the attacks and of the harmless uses; `npm run test:long` plays all. The seed selects the share, so
 * `TIDEMARK_SEED=1`, `2` and so on play the others.
 */
export function shareOf(cases: readonly HostileCase[], every: number): readonly HostileCase[] {
  if (process.env.TIDEMARK_LONG === "1") return cases;
  const seed = Number(process.env.TIDEMARK_SEED ?? 0);
  console.log(`TIDEMARK_SEED=${seed} plays this share of the hostile cases`);
  const attacks = cases.filter(({ isControl }) => !isControl);
  const controls = cases.filter(({ isControl }) => isControl);
  return [oneIn(attacks, every, seed), oneIn(controls, CONTROLS_EVERY, seed)].flat();
}

const oneIn = (cases: readonly HostileCase[], every: number, seed: number): readonly HostileCase[] =>
  cases.filter((_, i) => i % every === seed % every);

/** Declares one test per case, with the built command of this checkout. */
export function declareHostileCases(cases: readonly HostileCase[]): void {
  beforeAll(built);
  for (const each of cases) {
    test(`${each.isControl ? "control: " : ""}${each.name}`, async () => {
      expect(await playHostileCase(each, BIN)).toBeUndefined();
    });
  }
}
