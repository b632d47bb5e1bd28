import { expect, test } from "vitest";
import { forget } from "../../src/app/forgetting/forget.ts";
import { createItem } from "../../src/core/items/life.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

/** Three decisions, of which the first has a turn as evidence, with edges between them and a conflict of the first two. */
async function memoryWithDependents(): Promise<{ readonly deps: TestMemory; readonly turn: number }> {
  const deps = await testMemory();
  const turn = await deps.turn("We build with npm, I said");
  const at = deps.clock.now();
  const born = { id: "dec_first", at, now: at, evidence: [turn] };
  await deps.put(createItem("decision", { text: "We build with npm" }, born));
  const second = await deps.item("decision", "We build with pnpm");
  const third = await deps.item("decision", "We ship on Mondays");
  const join = (newer: string, older: string) =>
    deps.item("edge", "it was seen", { newer, older, relation: "replaces" });
  await join(second, "dec_first");
  await join("dec_first", third);
  await join(second, third);
  await deps.item("insight", "They clash", { type: "conflict", about: ["dec_first", second] });
  return { deps, turn };
}

scenario("distil.forgets", async () => {
  const expected = ["dec#1", "edg#1", "edg#2", "ins#1"];
  for (const how of ["turn", "item", "text"] as const) {
    const { deps, turn } = await memoryWithDependents();
    const input = {
      turn: { id: `turn@${turn}` },
      item: { id: "dec#1" },
      text: { text: "We build with npm" },
    }[how];
    const { items, turns } = await forget(deps, input);
    expect([how, items.map(({ label }) => label).sort()]).toEqual([how, expected]);
    expect([how, turns]).toEqual([how, how === "item" ? [] : [turn]]);
  }
});

test("all items with a forgotten turn as evidence are found among thousands of items", async () => {
  const deps = await testMemory();
  const turn = await deps.turn("hello");
  const at = deps.clock.now();
  const facts = Array.from({ length: 2001 }, (_, n) => {
    const evidence = n === 0 || n === 2000 ? { evidence: [turn] } : {};
    return createItem("fact", { text: `Number ${n}` }, { id: `fct_${n}`, at, now: at, ...evidence });
  });
  await deps.put(...facts);
  const { items } = await forget(deps, { id: `turn@${turn}`, dry_run: true });
  expect(items.map(({ label }) => label)).toEqual(["fct#1", "fct#2001"]);
});
