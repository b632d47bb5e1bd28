import { expect, vi } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { BIN } from "../spawned.ts";
import { declareHostileCases } from "./declare-cases.ts";
import { playHostileCase } from "./hostile-case.ts";
import { WHOLE_CASES } from "./whole-cases.ts";

vi.setConfig({ testTimeout: 120_000 });

const inputs = WHOLE_CASES.filter(({ area }) => area === "inputs");

declareHostileCases(WHOLE_CASES.filter((each) => !inputs.includes(each)));

scenario("whole.late-input", async () => {
  for (const each of inputs) expect(await playHostileCase(each, BIN), each.name).toBeUndefined();
});
