import { expect } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { SEEDS, simulateSeeds } from "./seeds.ts";
import { inMemory } from "./stores.ts";

scenario("faults.simulation", async () => {
  expect(await simulateSeeds({ from: 1, count: SEEDS.memory, newStore: inMemory })).toEqual([]);
});
