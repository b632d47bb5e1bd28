import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Rating } from "../../src/core/freshness/ratings.ts";
import type { UsageRecord } from "../../src/core/freshness/usage.ts";
import type { UsageHealth } from "../../src/ports/usage.ts";
import { scenario } from "./scenario.ts";
import { type Fields, type Stage, stage } from "./stage.ts";

const fileOf = (on: Stage) => join(on.dir, ".tidemark", "reference-tracker.json");

function usageOf(on: Stage): { readonly [id: string]: UsageRecord } {
  return JSON.parse(readFileSync(fileOf(on), "utf8")).records;
}

const ratings = (item: Fields): string[] =>
  ((item.ratings ?? []) as readonly Rating[]).map(({ rating }) => rating);

scenario("usage.used", async (surface) => {
  const on = stage(surface);
  const { item } = await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  await on.call("recall", { query: "what builds this" });
  await on.call("find", {});
  await on.call("rate", { rating: "refuted", id: item.label });
  await on.call("rate", { rating: "misleading", id: item.label });
  expect(() => usageOf(on)).toThrow("ENOENT");
  await on.call("get", { id: item.label });
  await on.call("get", { id: item.id });
  await on.call("rate", { rating: "confirmed", id: item.label, evidence: "read the lock file" });
  await on.call("rate", { rating: "helpful", id: item.label });
  expect(usageOf(on)).toEqual({
    [item.id]: { last_referenced_at: expect.any(String), count: 4, shown: 0, used: 4 },
  });
});

scenario("usage.shown", async (surface) => {
  const on = stage(surface);
  const { item } = await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  expect(() => usageOf(on)).toThrow("ENOENT");
  await on.call("sessionStart", { include_context: true });
  const first = usageOf(on)[item.id];
  expect(first).toMatchObject({ count: 1, shown: 1, used: 0 });
  await on.call("sessionStart", { include_context: true });
  expect(usageOf(on)[item.id]).toEqual({ ...first, count: 2, shown: 2 });
});

scenario("usage.ratings", async (surface) => {
  const on = stage(surface);
  const { item } = await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  const end = await on.end();
  const confirmed = await on.call("rate", {
    rating: "confirmed",
    id: item.label,
    evidence: "read the lock file",
  });
  await on.call("rate", { rating: "helpful", id: item.label });
  await on.call("rate", { rating: "misleading", id: item.label, reason: "only the old build" });
  const refuted = await on.call("rate", { rating: "refuted", id: item.label, reason: "the file says npm" });
  expect(await on.end()).toBe(end + 4);
  expect(ratings(refuted)).toEqual(["confirmed", "helpful", "misleading", "refuted"]);
  expect(confirmed).toMatchObject({ confirmed_at: expect.any(String), last_seen_at: item.last_seen_at });
  const { ratings: _, confirmed_at, ...rest } = refuted;
  const { position, ...before } = item;
  expect(rest).toEqual({ ...before, position: end + 4 });
  for (const left of [3, 2, 1]) {
    expect(await on.call("undo")).toMatchObject({ undid: "item.rated", item: { id: item.id } });
    expect(ratings((await on.call("get", { id: item.id })).item)).toHaveLength(left);
  }
  const first = await on.call("undo", { id: item.label });
  expect(first.item).not.toHaveProperty("ratings");
  expect(first.item).not.toHaveProperty("confirmed_at");
  expect(await on.call("undo", { id: item.label, redo: true })).toMatchObject({
    item: { ratings: [{ rating: "confirmed" }] },
  });
});

scenario("usage.evidence", async (surface) => {
  const on = stage(surface);
  const turn = { type: "turn", session: "s1", role: "user", text: "yes, pnpm", at: "2099-01-01T00:00:00Z" };
  const { item } = await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  const { first_position } = await on.call("record", {
    file: on.file("t.jsonl", `${JSON.stringify(turn)}\n`),
  });
  const end = await on.end();
  const missing = await on.refused("rate", { rating: "confirmed", id: item.label });
  expect(missing).toMatchObject({ code: "input.invalid", field: "evidence" });
  expect(await on.refused("rate", { rating: "confirmed", id: item.label, evidence: "  " })).toMatchObject({
    field: "evidence",
  });
  expect(
    await on.refused("rate", { rating: "confirmed", id: item.label, evidence: "turn@999" }),
  ).toMatchObject({
    message: expect.stringContaining("999"),
    field: "evidence",
  });
  const noFile = await on.refused("rate", { rating: "confirmed", id: item.label, evidence: "nosuch.json" });
  expect(noFile).toMatchObject({ message: expect.stringContaining("nosuch.json"), field: "evidence" });
  expect(await on.end()).toBe(end);
  const done = await on.call("rate", {
    rating: "confirmed",
    id: item.label,
    evidence: `turn@${first_position}`,
  });
  // The turn moves the time of the last sighting, but not into the future.
  expect(Date.parse(String(done.last_seen_at))).toBeGreaterThan(Date.parse(String(item.last_seen_at)));
  expect(Date.parse(String(done.last_seen_at))).toBeLessThan(Date.parse(turn.at));
  expect(done).not.toHaveProperty("evidence");
});

scenario("usage.rated", async (surface) => {
  const on = stage(surface);
  const plan = (await on.call("create", { kind: "plan", text: "Move to pnpm" })).item;
  const candidate = (await on.call("create", { kind: "candidate", text: "Use pnpm", proposes: "fact" })).item;
  const over = (await on.call("remember", { text: "CI is red" })).item;
  await on.call("transition", { id: over.label, status: "resolved" });
  const gone = (await on.call("remember", { text: "The port is 8080" })).item;
  await on.call("remove", { id: gone.label });
  const end = await on.end();
  const cases = [
    [plan.label, "not a statement", "tidemark transition"],
    [candidate.label, "not a statement", "tidemark review"],
    [over.label, "is resolved", "tidemark get"],
    [gone.label, "archived", "tidemark undo"],
  ] as const;
  for (const [id, message, fix] of cases) {
    expect(await on.refused("rate", { rating: "helpful", id })).toMatchObject({
      ...{ code: "input.invalid", field: "id" },
      ...{ message: expect.stringContaining(message), fix: expect.stringContaining(fix) },
    });
  }
  expect(await on.refused("rate", { rating: "refuted", id: "dec#7" })).toMatchObject({
    code: "input.unknown_id",
  });
  expect(await on.end()).toBe(end);
});

scenario("usage.told", async () => {
  const on = stage();
  const { item } = await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  await on.call(
    "rate",
    { rating: "confirmed", id: item.label, evidence: "read the lock file" },
    { agent: "ada" },
  );
  await on.call("rate", { rating: "helpful", id: item.label });
  await on.call("rate", { rating: "helpful", id: item.label });
  const { stdout } = await on.cli(["rate", item.label, "refuted", "--reason", "the file says npm"]);
  expect(stdout).toContain("tidemark transition dec#1 resolved");
  const shown = (await on.cli(["get", item.label])).stdout.replace(/\s+/g, " ");
  expect(shown).toContain("called confirmed, helpful 2 times, refuted; last");
  expect(shown).toContain("called confirmed by ada, by read the lock file");
  expect(shown).toContain('called refuted by cli, "the file says npm"');
});

scenario("usage.set-aside", async () => {
  const on = stage();
  const { item } = await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  const health = async () => (await on.call("status")).usage as UsageHealth;
  expect(await health()).toMatchObject({ state: "none" });
  await on.call("get", { id: item.label });
  expect(await health()).toMatchObject({ state: "good", records: 1, set_aside: [] });
  expect((await on.cli(["status"])).stdout).toContain("1 tracked, 1 KB");
  writeFileSync(fileOf(on), '{"schema_version":"reference-tr');
  expect((await on.cli(["status"])).stdout.replace(/\s+/g, " ")).toContain("the usage file cannot be read");
  expect(await health()).toMatchObject({ state: "unreadable", records: 0 });
  await on.call("get", { id: item.label });
  const aside = "reference-tracker.unreadable-1.json";
  expect(await health()).toMatchObject({ state: "good", records: 1, set_aside: [aside] });
  expect(readFileSync(join(on.dir, ".tidemark", aside), "utf8")).toBe('{"schema_version":"reference-tr');
  expect((await on.cli(["status"])).stdout.replace(/\s+/g, " ")).toContain(`delete ${aside}`);
});

scenario("usage.curve-setting", async () => {
  const on = stage("cli", { isAsked: false });
  mkdirSync(join(on.dir, ".tidemark"));
  const settings = join(on.dir, ".tidemark", "config.yaml");
  writeFileSync(settings, 'usage:\n  curve: "14:0, 10:-2, +:-8"\n');
  const refused = await on.cli(["status"]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('config.yaml:2:10: "usage.curve" must be steps of days and points');
  expect(refused.stderr).toContain('days must rise, and "10:-2" comes after 14');
  writeFileSync(settings, 'usage:\n  curve: "7:0, +:-20"\n  refreshOn: shown\n  halfLifeDays: 10\n');
  expect(await on.cli(["status"])).toMatchObject({ code: 0, stderr: "" });
  const env = { ...on.env, TIDEMARK_USAGE_CURVE: "7:0" };
  const byVariable = await on.cli(["status"], { env });
  expect(byVariable.stderr).toContain("TIDEMARK_USAGE_CURVE must be");
  expect(byVariable.stderr).toContain("the last step must be for all days after");
});
