import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { staleReport } from "../../src/app/staleness/stale.ts";
import { detectStaleness } from "../../src/core/freshness/staleness.ts";
import { thresholdsFor } from "../../src/core/freshness/thresholds.ts";
import type { ItemRow } from "../../src/core/items/items-view.ts";
import { testMemory } from "../support/test-memory.ts";
import type { Surface } from "./requirement.ts";
import { scenario } from "./scenario.ts";
import { commandLine, git, type Result, type Stage, stage } from "./stage.ts";

const START = Date.parse("2026-03-01T09:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

type Warning = {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
  readonly reasons: readonly string[];
  readonly age_days: number;
  readonly suggested_action: string;
  readonly drift?: readonly { readonly [field: string]: unknown }[];
};
type Report = Result & {
  readonly warnings: readonly Warning[];
  readonly snoozed: readonly Warning[];
  readonly counts: { readonly total: number; readonly snoozed: number };
  readonly drift: { readonly state: string; readonly not_looked_at: number };
};

/** Sets the clock of every command to this day. */
function onDay(on: Stage, surface: Surface, day: number): void {
  const now = new Date(START + day * DAY_MS).toISOString();
  on.env.TIDEMARK_NOW = now;
  if (surface === "library") vi.stubEnv("TIDEMARK_NOW", now);
}

const listed = async (on: Stage, input = {}, asking = {}): Promise<Report> =>
  (await on.call("staleList", input, asking)) as Report;
const labels = ({ warnings }: Report): string[] => warnings.map(({ label }) => label);

/** A memory in which one item of every kind is long unused. */
async function neglected(surface: Surface): Promise<Stage> {
  const on = stage(surface);
  onDay(on, surface, 0);
  await on.call("create", { kind: "plan", text: "Move to PostgreSQL" });
  await on.call("create", { kind: "handoff", text: "The schema is half done" });
  await on.call("create", { kind: "note", text: "The runner is slow" });
  await on.call("create", { kind: "candidate", text: "Tests need Docker", proposes: "fact" });
  await on.call("create", { kind: "trap", text: "The proxy is down", expires_at: "2026-03-02" });
  await on.call("create", { kind: "fact", text: "The port is 5432", verify_cmd: "make port" });
  onDay(on, surface, 60);
  return on;
}

scenario("stale.list", async (surface) => {
  const on = await neglected(surface);
  const report = await listed(on);
  expect(new Set(labels(report))).toEqual(new Set(["pln#1", "hnd#1", "nte#1", "cnd#1", "trp#1", "fct#1"]));
  expect(report.warnings.find(({ label }) => label === "fct#1")).toMatchObject({
    reason: "not_confirmed",
    age_days: 60,
    suggested_action: 'tidemark rate fct#1 confirmed --evidence "the verify command passed"',
  });
  expect(report.warnings.at(-1)?.label).toBe("trp#1");
  expect(labels(await listed(on, { kind: "plan" }))).toEqual(["pln#1"]);
  expect(await on.refused("staleList", { kind: "plam" })).toMatchObject({ code: "input.unknown_kind" });
});

scenario("stale.resolve", async (surface) => {
  const on = await neglected(surface);
  const ids = ["pln#1", "hnd#1", "nte#1", "cnd#1", "trp#1", "fct#1"];
  const end = await on.end();
  expect(await on.refused("staleResolve", { ids: ["pln#1", "dec#9"] })).toMatchObject({
    code: "input.unknown_id",
  });
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  const before = await on.end();
  expect(await on.refused("staleResolve", { ids: ["pln#1", "dec#1"] })).toMatchObject({
    code: "input.not_stale",
    message: "dec#1 is active and not flagged as stale. Nothing was changed.",
  });
  expect([before > end, await on.end()]).toEqual([true, before]);
  await on.call("staleResolve", { ids });
  const statuses = await Promise.all(ids.map(async (id) => (await on.call("get", { id })).item));
  expect(statuses.map((item) => (item.removed ? "removed" : item.status))).toEqual([
    "dropped",
    "closed",
    "removed",
    "rejected",
    "resolved",
    "resolved",
  ]);
  expect((await listed(on)).counts.total).toBe(0);
});

scenario("stale.undo", async (surface) => {
  const on = await neglected(surface);
  const before = labels(await listed(on));
  await on.call("staleResolve", { ids: before });
  for (const id of before) await on.call("undo", { id });
  expect(labels(await listed(on))).toEqual(before);
  await on.call("staleSnooze", { ids: before, until: "2w" });
  expect(labels(await listed(on))).toEqual([]);
  for (const id of before) await on.call("undo", { id });
  expect(labels(await listed(on))).toEqual(before);
});

scenario("stale.snooze", async (surface) => {
  const on = await neglected(surface);
  await on.call("staleSnooze", { ids: ["pln#1", "nte#1"], until: "2w" });
  const quiet = await listed(on);
  expect(labels(quiet)).not.toContain("pln#1");
  expect(quiet.counts).toMatchObject({ total: 4, snoozed: 2 });
  expect((await listed(on, { all: true })).snoozed.map(({ label }) => label)).toEqual(["pln#1", "nte#1"]);
  onDay(on, surface, 74);
  expect((await listed(on)).warnings.find(({ label }) => label === "pln#1")).toMatchObject({ age_days: 74 });
  expect(await on.refused("staleSnooze", { ids: ["pln#1"], until: "2020-01-01" })).toMatchObject({
    field: "until",
  });
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  expect(await on.refused("staleSnooze", { ids: ["dec#1"], until: "2w" })).toMatchObject({
    code: "input.not_stale",
  });
});

scenario("stale.thresholds", async (surface) => {
  const on = stage(surface);
  onDay(on, surface, 0);
  await on.call("create", { kind: "handoff", text: "The schema is half done" });
  const flags = async (day: number, agent?: string): Promise<number> => {
    onDay(on, surface, day);
    return (await listed(on, {}, agent === undefined ? {} : { agent })).counts.total;
  };
  expect([await flags(13), await flags(14)]).toEqual([0, 1]);
  const config = (text: string) => writeFileSync(join(on.dir, ".tidemark", "config.yaml"), text);
  config("staleness:\n  handoff_days: 5\n");
  expect([await flags(4), await flags(5)]).toEqual([0, 1]);
  config("staleness:\n  handoff_days: 5\n  agents:\n    reviewer:\n      handoff_days: 2\n");
  expect([await flags(2, "reviewer"), await flags(2, "ana"), await flags(2)]).toEqual([1, 0, 0]);
  config("staleness:\n  agents:\n    reviewer:\n      handof_days: 2\n");
  expect(await on.refused("staleList", {})).toMatchObject({
    code: "input.config",
    message: expect.stringContaining('"reviewer.handof_days" is not a setting; did you mean "handoff_days"?'),
  });
  config("staleness:\n  agents:\n    reviewer:\n      handoff_days: 0\n");
  expect(await on.refused("staleList", {})).toMatchObject({
    message: expect.stringContaining("must be a whole number from 1 to 3650"),
  });
});

scenario("stale.candidate-source", async (surface) => {
  const on = stage(surface);
  const candidate = { kind: "candidate", proposes: "fact" };
  const { item: own } = await on.call("create", { ...candidate, text: "One" });
  const { item: other } = await on.call("create", { ...candidate, text: "Two" }, { agent: "bot" });
  const { item: proposed } = await on.call("remember", { text: "Three", kind: "decision" }, { agent: "bot" });
  expect([own, other, proposed].map(({ source }) => source)).toEqual(["user", "auto", "auto"]);
});

scenario("stale.status", async (surface) => {
  const on = await neglected(surface);
  await on.call("staleSnooze", { ids: ["pln#1"], until: "2w" });
  expect(await on.call("status")).toMatchObject({ stale: { total: 5, snoozed: 1 } });
  const { stdout } = await commandLine(["status"], on);
  expect(stdout).toContain("5 items flagged");
  expect(stdout).toContain("tidemark stale list");
});

scenario("stale.same-report", async () => {
  const deps = await testMemory({ store: "sqlite" });
  const kinds = ["plan", "handoff", "note", "candidate", "trap", "fact"] as const;
  for (let i = 0; i < 40; i++) {
    const kind = kinds[i % kinds.length] ?? "fact";
    const proposes = kind === "candidate" ? { proposes: "fact" } : {};
    const expires =
      kind === "trap" ? { expires_at: new Date(deps.clock.now() + i * DAY_MS).toISOString() } : {};
    const verify = kind === "fact" ? { verify_cmd: "make" } : {};
    await deps.item(kind, `thing ${i}`, { ...proposes, ...expires, ...verify });
    deps.later(DAY_MS);
  }
  const { warnings, counts } = await staleReport(deps);
  const all = await deps.store.views.select(deps.views.items, { order: "oldest", limit: 1000, offset: 0 });
  const items = (all.rows as unknown as ItemRow[]).filter(({ kind }) => kind !== undefined);
  const thresholds = thresholdsFor(deps.config, "tester");
  const whole = detectStaleness({
    items,
    usage: new Map(),
    drift: new Map(),
    thresholds,
    now: deps.clock.now(),
  });
  expect(warnings.length).toBeGreaterThan(10);
  expect({ warnings, counts }).toEqual({ warnings: whole.warnings, counts: whole.counts });
});

scenario("stale.oldest-first", async () => {
  const deps = await testMemory();
  const plan = await deps.item("plan", "Move to PostgreSQL");
  deps.later(DAY_MS);
  const [second, third] = [await deps.item("handoff", "One"), await deps.item("handoff", "Two")];
  deps.later(60 * DAY_MS);
  await deps.item("handoff", `Go on with ${plan}`);
  const ids = async (limit?: number) =>
    (await staleReport(deps, limit === undefined ? {} : { limit })).warnings.map(({ id }) => id);
  expect(await ids()).toEqual([plan, second, third]);
  expect(await ids(2)).toEqual([second, third]);
  expect((await staleReport(deps, { limit: 2 })).left_out).toBe(1);
});

scenario("drift.bounded", async () => {
  const deps = await testMemory();
  for (let i = 0; i < 203; i++) await deps.item("fact", `src/file${i}.ts is fine`);
  const asked: string[] = [];
  const code = {
    timeline: async () => [{ commit: "a".repeat(40), at: 0 }],
    statPaths: async (places: readonly { readonly path: string }[]) => {
      asked.push(...places.map(({ path }) => path));
      return places.map(() => undefined);
    },
    pathsEnding: async () => [],
    departures: async () => new Map(),
    filesSaying: async () => [],
    branches: async () => ({ names: new Set<string>(), aliveAt: new Map() }),
    commitsTo: async () => [],
  };
  const git = { ...deps.git, head: async () => ({ commit: "a".repeat(40) }) };
  const { drift } = await staleReport({ ...deps, code, git });
  expect(drift).toEqual({ state: "looked", looked_at: 200, not_looked_at: 3 });
  expect(asked).toContain("src/file202.ts");
  expect(asked).not.toContain("src/file2.ts");
});

/**
 * A git project with a few files, and functions that write and commit. Git dates have seconds, so the clock moves a
 * minute before and after each commit: no statement and commit share a second.
 */
function codeStage() {
  const on = stage("cli", { git: true });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(on.dir, path)), { recursive: true });
    writeFileSync(join(on.dir, path), text);
  };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3 * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  const wait = (): void => {
    vi.setSystemTime(Date.now() + 60_000);
    const date = new Date().toISOString();
    Object.assign(on.env, { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
  };
  const commit = (): void => {
    wait();
    git(on, "add", "-A");
    git(on, "commit", "-q", "--allow-empty", "-m", "change");
    wait();
  };
  wait();
  write("src/price.ts", CEIL);
  write("src/list.ts", "export const list = [1, 2, 3];\nexport const other = 4;\n");
  write("src/old.ts", "export const old = true;\n");
  commit();
  return { ...on, write, commit, wait };
}

const CEIL = "export function price(cents: number): number {\n  return Math.ceil(cents / 100);\n}\n";
const FLOOR = CEIL.replace("ceil", "floor");

scenario("drift.looked", async () => {
  const on = codeStage();
  git(on, "checkout", "-q", "-b", "feature/vat");
  for (const text of [
    "src/price.ts:price rounds up",
    "src/old.ts is loaded first",
    "The VAT rules are on branch feature/vat",
    "`list` of src/list.ts is sorted",
  ])
    await on.call("remember", { text });
  await on.call("remember", { text: "Lists live in one place", path: ["src/list.ts"] });
  expect((await listed(on)).warnings).toEqual([]);
  on.wait();
  git(on, "checkout", "-q", "main");
  git(on, "branch", "-q", "-D", "feature/vat");
  on.write("src/price.ts", FLOOR);
  on.write("lib/keep.txt", "");
  git(on, "mv", "src/list.ts", "lib/list.ts");
  git(on, "rm", "-q", "src/old.ts");
  on.commit();
  const { warnings } = await listed(on);
  expect(Object.fromEntries(warnings.map(({ label, drift }) => [label, drift]))).toEqual({
    "fct#1": [{ what: "symbol_changed", path: "src/price.ts", symbol: "price" }],
    "fct#2": [{ what: "file_gone", path: "src/old.ts" }],
    "fct#3": [{ what: "branch_gone", branch: "feature/vat" }],
    "fct#4": [{ what: "file_moved", path: "src/list.ts", to: "lib/list.ts", in_field: false }],
    "fct#5": [{ what: "file_moved", path: "src/list.ts", to: "lib/list.ts", in_field: true }],
  });
});

scenario("drift.commits", async () => {
  const on = codeStage();
  await on.call("remember", { text: "Prices are made in src/price.ts" });
  const write = (i: number): void => {
    on.write("src/price.ts", `${CEIL}// ${i}\n`);
    on.commit();
  };
  for (let i = 1; i <= 50; i++) write(i);
  expect((await listed(on)).warnings).toEqual([]);
  write(51);
  expect((await listed(on)).warnings).toMatchObject([
    { reason: "behind", drift: [{ what: "behind", commits: 51 }] },
  ]);
});

scenario("drift.no-git", async () => {
  const on = stage("cli");
  await on.call("remember", { text: "src/gone.ts is loaded first" });
  const report = await listed(on);
  expect(report.drift).toMatchObject({ state: "no_history", not_looked_at: 1 });
  const { stdout } = await commandLine(["stale", "list"], on);
  expect(stdout).toContain("no git history");
});

scenario("drift.work-in-hand", async () => {
  const on = codeStage();
  await on.call("remember", { text: "src/price.ts:price rounds up" });
  await on.call("remember", { text: "src/old.ts is loaded first" });
  on.write("src/price.ts", FLOOR);
  rmSync(join(on.dir, "src/old.ts"));
  expect((await listed(on)).warnings).toEqual([]);
  on.commit();
  expect(labels(await listed(on)).sort()).toEqual(["fct#1", "fct#2"]);
});

scenario("drift.confirmed", async () => {
  const on = codeStage();
  await on.call("remember", { text: "src/price.ts:price rounds, one way or the other" });
  on.write("src/price.ts", FLOOR);
  on.commit();
  expect(labels(await listed(on))).toEqual(["fct#1"]);
  await on.call("rate", { rating: "confirmed", id: "fct#1", evidence: "read it" });
  expect(labels(await listed(on))).toEqual([]);
  on.write("src/price.ts", CEIL.replace("ceil", "round"));
  on.commit();
  expect(labels(await listed(on))).toEqual(["fct#1"]);
});
