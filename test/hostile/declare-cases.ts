import { beforeAll, expect, test } from "vitest";
import { BIN, built } from "../spawned.ts";
import { type HostileCase, playHostileCase } from "./hostile-case.ts";

/** A share of the attacks and a quarter of the harmless uses; all of them with `npm run test:long`. */
export function shareOf(cases: readonly HostileCase[], every: number): readonly HostileCase[] {
  if (process.env.TIDEMARK_LONG === "1") return cases;
  const attacks = cases.filter(({ isControl }) => !isControl);
  const controls = cases.filter(({ isControl }) => isControl);
  return [...attacks.filter((_, i) => i % every === 0), ...controls.filter((_, i) => i % 4 === 0)];
}

/** Declares one test per case, on the built command of this checkout. */
export function declareHostileCases(cases: readonly HostileCase[]): void {
  beforeAll(built);
  for (const each of cases) {
    test(`${each.isControl ? "control: " : ""}${each.name}`, async () => {
      expect(await playHostileCase(each, BIN)).toBeUndefined();
    });
  }
}
