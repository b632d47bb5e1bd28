import { expect, test } from "vitest";
import { giveBundle, ledgerShow } from "../../src/app/briefing/ledger.ts";
import { briefVerb } from "../../src/surfaces/verbs/bundle-verbs.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { testMemory } from "../support/test-memory.ts";

test("brief --why names items by their labels and quotes those that were left out", async () => {
  const deps = await testMemory();
  await deps.item("trap", "The tests hang without the database", { command: "pnpm test" });
  for (let i = 0; i < 40; i++) await deps.item("fact", `Fact ${i}: ${"the port is open ".repeat(8)}`);
  const told = await briefVerb.run(deps, { why: true, budget: 300 });
  const text = briefVerb.text(told, PLAIN);
  expect(text).toMatch(/^ {2}trp#1 {2}traps, given$/m);
  expect(text).toMatch(/^ {2}fct#1 {2}facts, left out: there are too many of its kind {2}"Fact 0: /m);
  expect(text).not.toMatch(/(?:trp|fct)_/);
  await giveBundle(deps, "brief", {});
  const { candidates } = await ledgerShow(deps, { id: "last", why: true });
  expect(candidates).toContainEqual(expect.objectContaining({ label: "trp#1", fate: "given" }));
});

test("brief --why names every live item, including one that shares the line of another", async () => {
  const deps = await testMemory();
  const traps = [
    "The tests hang without the database",
    "The tests hang without the database server",
    "CI is slow",
  ];
  for (const text of traps) await deps.item("trap", text);
  const told = await briefVerb.run(deps, { why: true });
  const named = (told.candidates ?? []).map(({ label }) => label).sort();
  expect(named).toEqual(["trp#1", "trp#2", "trp#3"]);
});

test("a trap or a fact that contains the words of a decision does not replace the decision in the brief", async () => {
  const deps = await testMemory();
  await deps.item("decision", "Deploy to Fly");
  await deps.item("trap", "fly deploy fails with: deploy token for fly.io app missing");
  await deps.item("decision", "The cart lives in the browser");
  await deps.item("fact", "The cart lives in the browser in the old shop, not in the new one");
  const { text } = (await briefVerb.run(deps, { why: false })) as { readonly text: string };
  expect(text).toMatch(/^- Deploy to Fly \[dec#1/m);
  expect(text).toMatch(/^- The cart lives in the browser \[dec#2/m);
});
