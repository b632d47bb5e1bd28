import { expect, vi } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { BIN } from "../spawned.ts";
import { declareHostileCases } from "./declare-cases.ts";
import { playHostileCase } from "./hostile-case.ts";
import { GROWTH_CASES } from "./whole-growth-cases.ts";
import { ID_CASES } from "./whole-id-cases.ts";
import { INPUT_CASES } from "./whole-input-cases.ts";

vi.setConfig({ testTimeout: 120_000 });

declareHostileCases([...ID_CASES, ...GROWTH_CASES]);

scenario("whole.late-input", async () => {
  for (const each of INPUT_CASES) expect(await playHostileCase(each, BIN), each.name).toBeUndefined();
});
