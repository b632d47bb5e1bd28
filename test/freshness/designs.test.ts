import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { SYSTEM_CALLS } from "../../src/adapters/disk/file-calls.ts";
import { usageFile } from "../../src/adapters/files/usage/usage-file.ts";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { working } from "../../src/app/briefing/working-memory.ts";
import { rate } from "../../src/app/items/rate.ts";
import { remember } from "../../src/app/items/remember.ts";
import { show } from "../../src/app/items/show.ts";
import { update } from "../../src/app/items/update.ts";
import { why } from "../../src/app/items/why.ts";
import { rankingFor } from "../../src/app/recall/ranking.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { staleReport } from "../../src/app/staleness/stale.ts";
import { doctor } from "../../src/app/upkeep/doctor.ts";
import { askedFor } from "../../src/core/bundle/ask.ts";
import { suggestedAction } from "../../src/core/bundle/stale-words.ts";
import { relatedUnits } from "../../src/core/edges/related-units.ts";
import type { Item } from "../../src/core/items/item.ts";
import type { ItemRow } from "../../src/core/items/items-view.ts";
import { reportedPressure } from "../../src/surfaces/hosts/hook.ts";
import { commandLine } from "../../src/surfaces/verbs/command-line.ts";
import { doctorText } from "../../src/surfaces/verbs/text/doctor-text.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { scenario } from "../scenarios/scenario.ts";
import { freshMemoryDir, type TestMemory, testMemory } from "../support/test-memory.ts";

const DAY = 24 * 60 * 60 * 1000;

const first = async (deps: TestMemory, query: string): Promise<string[]> =>
  (await recall(deps, { query, k: 5 })).hits.map(({ id }) => id);

scenario("designs.disuse-in-brief", async () => {
  const deps = await testMemory();
  const used = await deps.item("decision", "Receipts are rendered on the server");
  const unused = await deps.item(
    "decision",
    `Invoices are mailed by the queue, ${"which tries again ".repeat(12)}`,
  );
  await deps.usage.touch([used, unused], "shown");
  expect(await linesOf(deps)).toEqual(["Invoices", "Receipts"]);
  deps.later(142 * DAY);
  await deps.usage.touch([used], "used");
  expect(await linesOf(deps)).toEqual(["Receipts", "Invoices"]);
  const shorter: string[][] = [];
  for (let budget = 60; budget < 200; budget += 5) shorter.push(await linesOf(deps, budget));
  expect(shorter).toContainEqual(["Receipts"]);
  expect(shorter).not.toContainEqual(["Invoices"]);
});

async function linesOf(deps: TestMemory, budget?: number): Promise<string[]> {
  const { text } = await bundle(deps, "brief", budget === undefined ? {} : { budget });
  return text.match(/Receipts|Invoices/g) ?? [];
}

scenario("designs.disuse-in-recall", async () => {
  const deps = await testMemory();
  const used = await deps.item("fact", "The staging host reboots on Sundays");
  const unused = await deps.item("fact", "A ticket opens ports of the staging host");
  const only = await deps.item("fact", "Telemetry is kept for ninety days");
  await deps.usage.touch([unused, used, only], "shown");
  deps.later(100 * DAY);
  expect((await first(deps, "staging host")).slice(0, 2)).toEqual([unused, used]);
  await deps.usage.touch([used], "used");
  expect((await first(deps, "staging host")).slice(0, 2)).toEqual([used, unused]);
  expect((await first(deps, "how long is telemetry kept?"))[0]).toBe(only);
  const { text } = await bundle(deps, "context", { query: "how long is telemetry kept for?" });
  expect(text).toContain("Telemetry is kept for ninety days");
});

scenario("designs.disuse-and-age", async () => {
  const deps = await testMemory();
  const used = await deps.item("fact", "Nightly export runs on alder");
  deps.later(30 * DAY);
  const unused = await deps.item(
    "fact",
    "Partners fetch every nightly export over an sftp account of theirs",
  );
  expect(await first(deps, "nightly export")).toEqual([unused, used]);
  await deps.usage.touch([unused, used], "shown");
  deps.later(100 * DAY);
  expect(await first(deps, "nightly export")).toEqual([unused, used]);
  await deps.usage.touch([used], "used");
  expect(await first(deps, "nightly export")).toEqual([used, unused]);
});

scenario("designs.staleness-part", async () => {
  const deps = await testMemory();
  const id = await deps.item("fact", "The staging host is heron");
  await deps.usage.touch([id], "shown");
  deps.later(100 * DAY);
  await rate(deps, "misleading", { id });
  const { hits } = await recall(deps, { query: "staging host", k: 1 });
  const { staleness = 0, ratings, ...rest } = hits[0]?.parts ?? {};
  expect(ratings).toBeCloseTo(-0.03, 5);
  const base = (rest.words ?? 0) + (rest.phrase ?? 0) + (rest.proximity ?? 0);
  expect(staleness).toBeLessThan(-0.08 * base);
  const file = () => readFileSync(`${deps.memoryDir}/reference-tracker.json`, "utf8");
  const before = file();
  await why(deps, { id, k: 8 });
  await why(deps, { id, query: "staging host", k: 8 });
  expect(file()).toBe(before);
  await show(deps, { id });
  expect(file()).not.toBe(before);
});

scenario("designs.usage-failure-told", async () => {
  const told: string[] = [];
  const calls = {
    ...SYSTEM_CALLS,
    renameSync: () => {
      throw new Error("no space left on device");
    },
  };
  const tell = (problem: string): void => void told.push(problem);
  const memoryDir = freshMemoryDir();
  const usage = usageFile(memoryDir, { now: () => 0, refreshOn: "used", calls, tell });
  await usage.touch(["fct_1"], "used");
  // A second usage file in the same process, because a server opens its memory once to read and once to write.
  await usageFile(memoryDir, { now: () => 0, refreshOn: "used", calls, tell }).touch(["fct_1"], "used");
  expect(told).toEqual([expect.stringContaining("no space left on device")]);
  expect(usage.health().failed).toBe(2);
});

scenario("designs.flat-cost", async () => {
  const deps = await testMemory();
  let rows = 0;
  const { views } = deps.store;
  const counted: typeof views = {
    ...views,
    select: async (view, selection) => {
      const found = await views.select(view, selection);
      rows += found.rows.length;
      return found;
    },
  };
  const counting = { ...deps, store: { ...deps.store, views: counted } };
  const costAfter = async (from: number, to: number): Promise<number> => {
    for (let i = from; i < to; i++) await deps.item("fact", `Service s${i} listens on port ${4000 + i}`);
    rows = 0;
    await remember(counting, { text: `Service t${to} listens on port ${9000 + to}`, kind: "fact" });
    return rows;
  };
  const few = await costAfter(0, 600);
  expect(few).toBeGreaterThan(0);
  // A small difference is allowed: another item of the same topic may be looked up by its id.
  expect(await costAfter(600, 1200)).toBeLessThan(few + 5);
  const unit = (i: number): Item =>
    ({ id: `fct_${i}`, kind: "fact", status: "active", text: "One port" }) as Item;
  const units = Array.from({ length: 1000 }, (_, i) => unit(i));
  expect(relatedUnits(units, [unit(1000)])(unit(1000))).toHaveLength(60);
});

scenario("designs.recency-by-age", async () => {
  const deps = await testMemory();
  const older = await deps.item("fact", "The staging host is heron");
  deps.later(365 * DAY);
  const newer = await deps.item("fact", "The staging host of the exporter is plover");
  const asking = (recency: number): TestMemory => {
    const retrievalWeights = { ...deps.config.memory.retrievalWeights, recency };
    const memory = { ...deps.config.memory, retrievalWeights };
    return { ...deps, config: { ...deps.config, memory } };
  };
  expect(await first(deps, "what is the staging host?")).toEqual([newer, older]);
  const keysWith = async (recency: number): Promise<string[]> =>
    (await rankingFor(asking(recency), "staging host", {})).ranked.map(({ key }) => key);
  expect([await keysWith(0), await keysWith(0.25)]).toEqual([
    [older, newer],
    [newer, older],
  ]);

  // In other words, so that it restates nothing: only its age speaks for it.
  const last = await deps.item("fact", "A ticket opens four ports of the staging host");
  deps.later(365 * DAY);
  const later = await deps.item("fact", "Interns may not restart the staging host");
  const { hits } = await recall(deps, { query: "staging host", k: 5 });
  const recency = new Map(hits.map(({ id, parts }) => [id, parts.recency ?? 0]));
  expect(recency.get(later)).toBeGreaterThan(1.1 * (recency.get(last) ?? 1));
});

scenario("designs.expansion", async () => {
  const unit = (text: string, more: object = {}) => ({ kind: "decision", text, ...more }) as ItemRow;
  const timeouts = [unit("Uploads time out after 30 seconds"), unit("Uploads time out after 90 seconds")];
  const current = { work: [], paths: [], insights: [timeouts] };
  expect(askedFor("which database?", current)?.added).toEqual([]);
  expect(askedFor("slow uploads", current)?.added).toContain("seconds");
  const goal = unit("Move the invoices to the new ledger", { topic: "task goal" });
  expect(askedFor("continue", { ...current, insights: [], work: [goal] })?.text).toContain("invoices");

  const deps = await testMemory();
  await deps.item("fact", "The database is PostgreSQL 16 on heron");
  const ends = [
    await deps.item("decision", "Uploads must always time out after 30 seconds"),
    await deps.item("decision", "Uploads must never time out"),
  ];
  const about = { type: "conflict", about: ends, topic: "timeouts" };
  await deps.item("insight", "Two statements that cannot both be followed: must / never.", about);
  const { text } = await bundle(deps, "context", { query: "which database?" });
  expect(text).toContain("PostgreSQL 16");
});

scenario("designs.never-progressed", async () => {
  const deps = await testMemory();
  const id = await deps.item("plan", "Send receipts by mail", { key: "receipts" });
  deps.later(20 * DAY);
  await update(deps, { id, priority: "high" });
  deps.later(10 * DAY);
  const { warnings } = await staleReport(deps, {});
  expect(warnings).toMatchObject([{ id, reason: "never_progressed", since: "2030-01-01T09:00:00.000Z" }]);
  await update(deps, { id, steps: ["done: write the template", "send it"] });
  expect((await staleReport(deps, {})).warnings).toEqual([]);
});

scenario("designs.exact-act", async () => {
  const deps = await testMemory();
  await deps.item("plan", "Send receipts by mail", { key: "receipts" });
  await deps.item("handoff", "The queue is half done");
  await deps.item("note", "The build was slow today", { type: "observation" });
  deps.later(40 * DAY);
  const { warnings } = await staleReport(deps, {});
  expect(warnings.map((warning) => commandLine(suggestedAction(warning))).sort()).toEqual([
    "tidemark remove nte#1",
    "tidemark transition hnd#1 closed",
    "tidemark transition pln#1 dropped",
  ]);
  const { text } = await bundle(deps, "brief", {});
  expect(text).toContain("tidemark transition pln#1 dropped (sets the plan to dropped)");
});

scenario("designs.working-page", async () => {
  const deps = await testMemory();
  const put = (type: string, payload: object) => deps.put({ type, session: "s1", payload: { ...payload } });
  await put("task.spec_set", { task: "ledger", goal: "Move the invoices to the new ledger" });
  await put("task.status_set", { task: "ledger", status: "half done" });
  for (const host of ["heron", "plover", "egret", "stork", "ibis", "crane"])
    await deps.item("fact", `The ${host} host serves receipts`, { topic: "hosts" });
  await tick(deps);
  const { text } = await working(deps, { session: "s1" });
  const now = text.slice(text.indexOf("## Now"), text.indexOf("## Decisions"));
  expect(now).toContain("Move the invoices to the new ledger");
  expect(now).toContain("half done");
  expect(text).toMatch(/## Topic pages\n- hosts: 6 units/);
});

scenario("designs.pressure", async () => {
  const percent = (used_percentage: unknown) => reportedPressure({ context_window: { used_percentage } });
  expect([10, 75, 90, "90"].map(percent)).toEqual(["none", "high", "critical", undefined]);
  expect(reportedPressure({})).toBeUndefined();
  const deps = await testMemory();
  await deps.item("fact", "The database is PostgreSQL 16 on heron");
  const memory = { ...deps.config.memory, pressure: "high" } as const;
  const full = { ...deps, config: { ...deps.config, memory } };
  const asked = { query: "which database is on heron?", onlyRecalled: true };
  expect((await bundle(deps, "context", asked)).text).toContain("PostgreSQL 16");
  expect((await bundle(full, "context", asked)).text).toBe("");
  expect((await bundle(full, "context", { ...asked, pressure: "none" })).text).toContain("PostgreSQL 16");
  const said = async (its: typeof deps) => doctorText(await doctor(its, { fix: false }), PLAIN);
  expect(await said(deps)).toContain("context pressure: the host's, else none (memory.pressure)");
  expect(await said(full)).toContain("context pressure: the host's, else high (memory.pressure)");
  const always = {
    ...deps,
    config: { ...deps.config, memory: { ...memory, recallMode: "always" as const } },
  };
  expect(await said(always)).toContain("context pressure: ignored (memory.recallMode: always)");
});
