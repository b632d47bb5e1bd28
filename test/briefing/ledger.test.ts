import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { buildBundle } from "../../src/app/briefing/bundle.ts";
import { giveBundle, keptOutOf, ledgerList, ledgerShow } from "../../src/app/briefing/ledger.ts";
import { forget } from "../../src/app/forgetting/forget.ts";
import { exportTo } from "../../src/app/intake/export.ts";
import { importFrom } from "../../src/app/intake/import.ts";
import { transition } from "../../src/app/items/transition.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { rebuild } from "../../src/app/upkeep/rebuild.ts";
import { verify } from "../../src/app/upkeep/verify.ts";
import { INTENTS } from "../../src/core/bundle/intent.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

const page = { limit: 50, offset: 0 };
const QUERY = "which worker sends the receipts to customers?";

async function shop(store: "memory" | "sqlite" = "memory"): Promise<TestMemory> {
  const deps = await testMemory({ store });
  await deps.item("decision", "Receipts are sent to customers by the mail worker", { topic: "receipts" });
  await deps.item("decision", "Prices are kept as integers in cents", { topic: "prices" });
  await deps.item("trap", "The tests hang without the database", { command: "pnpm test" });
  await deps.turn("The mail worker sends receipts to customers at night", "s1");
  return deps;
}

async function shownLast(deps: Deps) {
  const [last] = (await ledgerList(deps, page)).bundles;
  return ledgerShow(deps, { id: last?.id ?? "", why: true });
}

scenario("ledger.why", async () => {
  const deps = await shop();
  const bundle = await giveBundle(deps, "context", { query: QUERY, session: "s2", budget: 150 });
  const shown = await shownLast(deps);
  expect(shown).toMatchObject({
    intent: "context",
    query: QUERY,
    session: "s2",
    text: bundle.text,
    budget: 150,
  });
  expect(shown.sha256).toBe(deps.sha256(bundle.text));
  const recalled = shown.candidates.filter(({ block }) => block === "recall");
  expect(recalled.length).toBeGreaterThan(1);
  for (const { score = 0, parts = {} } of recalled)
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 9);
  const lines = bundle.blocks.reduce((sum, block) => sum + block.lines.length, 0);
  expect(shown.candidates.filter(({ fate }) => fate === "given")).toHaveLength(lines);
  expect(Object.keys(shown.dropped ?? {}).every((why) => ["budget", "cap"].includes(why))).toBe(true);
  expect(shown.candidates.length - lines).toBeGreaterThan(0);
});

scenario("ledger.kept-out", async () => {
  const deps = await shop();
  const many: string[] = [];
  for (let i = 0; i < 30; i++)
    many.push(await deps.item("fact", `Fact ${i}: ${"the port is open ".repeat(8)}`));
  await giveBundle(deps, "brief", { budget: 300 });
  const last = many.at(-12) ?? "";
  const [kept] = await keptOutOf(deps, last);
  expect(kept).toMatchObject({ block: "facts", why: expect.stringMatching(/^(?:budget|cap)$/) });
  expect((await ledgerShow(deps, { id: kept?.bundle ?? "", why: false })).intent).toBe("brief");
  expect(await keptOutOf(deps, last, "another question")).toEqual([]);
  expect(await keptOutOf(deps, "fct_none")).toEqual([]);
});

scenario("ledger.abstention", async () => {
  const deps = await shop();
  const query = "Did Zephyra order new worker boots for the Lisbon marathon?";
  expect((await giveBundle(deps, "context", { query, onlyRecalled: true })).text).toBe("");
  const shown = await shownLast(deps);
  expect(shown).toMatchObject({ query, tokens: 0, text: "" });
  expect(shown.known).toBeLessThan(shown.floor ?? 0);
  const [below] = shown.candidates;
  expect(below?.fate).toBe("floor");
  expect(await keptOutOf(deps, below?.id ?? "", query)).toMatchObject([{ why: "floor", known: shown.known }]);
  // Neither a call without matching notes nor a bundle of an empty memory is logged.
  await giveBundle(deps, "action", { command: "ls" });
  const empty = await testMemory();
  await giveBundle(empty, "brief", {});
  await giveBundle(empty, "context", { query });
  expect([(await ledgerList(deps, page)).total, (await ledgerList(empty, page)).total]).toEqual([1, 0]);
});

/** The bytes of all files below a folder, joined. */
function bytesIn(folder: string): string {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => (statSync(path).isDirectory() ? bytesIn(path) : readFileSync(path, "latin1")))
    .join("\n");
}

scenario("ledger.forgets", async () => {
  for (const how of ["item", "turn", "text"] as const) {
    const deps = await shop("sqlite");
    const told = await giveBundle(deps, "context", { query: QUERY, session: "s2" });
    await giveBundle(deps, "brief", {});
    await giveBundle(deps, "action", { command: "pnpm test" });
    expect(told.text).toContain("mail worker");
    const input = { item: { id: "dec#1" }, turn: { id: "turn@4" }, text: { text: "mail worker" } }[how];
    const { still_in } = await forget(deps, input);
    expect([how, still_in]).toEqual([how, []]);
    const { bundles } = await ledgerList(deps, page);
    const gone = bundles.map(({ forgotten, intent }) => (forgotten ? "forgotten" : intent));
    // The brief quotes the question of the last session; the note before the call quotes neither question nor item.
    expect([how, gone]).toEqual([how, ["action", "forgotten", "forgotten"]]);
    expect((await ledgerShow(deps, { id: bundles[2]?.id ?? "", why: false })).text).toBe("");
    expect((await verify(deps)).ok).toBe(true);
    await deps.close();
    const words = { item: "customers by the mail", turn: "at night", text: "mail worker" }[how];
    expect([how, bytesIn(deps.memoryDir).includes(words)]).toEqual([how, false]);
  }
});

scenario("ledger.kept", async () => {
  const deps = await shop("sqlite");
  const { text } = await giveBundle(deps, "brief", { session: "s2" });
  const before = await ledgerList(deps, page);
  await rebuild(deps, {});
  expect(await ledgerList(deps, page)).toEqual(before);
  const folder = join(deps.memoryDir, "export");
  await exportTo(deps, { dir: folder });
  const other = await testMemory({ store: "sqlite", seed: "other" });
  await importFrom(other, { path: folder });
  expect((await ledgerShow(other, { id: before.bundles[0]?.id ?? "", why: false })).text).toBe(text);
});

scenario("bundle.over-is-not-told", async () => {
  const deps = await shop();
  const superseded = await deps.item("trap", "The tests hang on Mondays", { command: "pnpm test" });
  await transition(deps, { id: superseded, status: "superseded" });
  const forgotten = await deps.item("constraint", "Customers get receipts by fax, in migrations/ too");
  await forget(deps, { id: forgotten });
  await deps.item("candidate", "Receipts go to customers by pigeon", { proposes: "decision" });
  const input = { query: QUERY, command: "pnpm test", paths: ["migrations/1.sql"], budget: 2000 };
  for (const intent of INTENTS) {
    const { bundle, candidates } = await buildBundle(deps, intent, input);
    expect(bundle.text).not.toMatch(/Mondays|fax|pigeon/);
    expect(candidates.map(({ id }) => id)).not.toContain(superseded);
    expect(bundle.text).not.toBe("");
  }
});
