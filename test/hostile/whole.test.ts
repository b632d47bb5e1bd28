import { expect } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { BIN } from "../spawned.ts";
import { declareHostileCases, shareOf } from "./declare-cases.ts";
import { playHostileCase } from "./hostile-case.ts";
import { WHOLE_CASES } from "./whole-cases.ts";

const inputs = WHOLE_CASES.filter(({ area }) => area === "inputs");

declareHostileCases(
  shareOf(
    WHOLE_CASES.filter((each) => !inputs.includes(each)),
    10,
  ),
);

scenario("whole.late-input", async () => {
  for (const each of inputs) expect(await playHostileCase(each, BIN), each.name).toBeUndefined();
});
