import { beforeAll, expect, test } from "vitest";
import { BIN, built } from "../spawned.ts";
import { type HostileCase, playHostileCase } from "./hostile-case.ts";

/** Declares one test per case, on the built command of this checkout. */
export function declareHostileCases(cases: readonly HostileCase[]): void {
  beforeAll(built);
  for (const each of cases) {
    test(`${each.isControl ? "control: " : ""}${each.name}`, async () => {
      expect(await playHostileCase(each, BIN)).toBeUndefined();
    });
  }
}
