import * as fs from "node:fs";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { usageFile } from "../../src/adapters/files/usage/usage-file.ts";
import { rate } from "../../src/app/items/rate.ts";
import { usageParts } from "../../src/app/recall/usage-parts.ts";
import { noteCited } from "../../src/app/sessions/note-cited.ts";
import { RATED_MAX, RATINGS, type Rating, ratingsPart } from "../../src/core/freshness/ratings.ts";
import {
  ageDays,
  parseUsage,
  printUsage,
  recordTouch,
  type Touch,
  type UsageRecord,
} from "../../src/core/freshness/usage.ts";
import {
  type Curve,
  DEFAULT_CURVE,
  parseCurve,
  usagePenalty,
} from "../../src/core/freshness/usage-penalty.ts";
import { upcastAll } from "../../src/core/tape/read.ts";
import { isTurn } from "../../src/core/tape/turn-speaker.ts";
import { iso } from "../../src/core/time.ts";
import { scenario } from "../scenarios/scenario.ts";
import { holds } from "../support/property.ts";
import { freshMemoryDir, testMemory } from "../support/test-memory.ts";
import { wildValue } from "../support/wild.ts";

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
const NOW = Date.parse("2030-06-01T12:00:00Z");

function curveOf(text: string): Curve {
  const parsed = parseCurve(text);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.curve;
}

const aged = (ms: number): UsageRecord => ({
  last_referenced_at: iso(NOW - ms),
  count: 1,
  shown: 1,
  used: 0,
});
const penalty = (ms: number, text = DEFAULT_CURVE): number => usagePenalty(aged(ms), curveOf(text), NOW);

scenario("usage.curve", () => {
  const borders = [
    [15, 0, -0.02],
    [31, -0.02, -0.04],
    [61, -0.04, -0.06],
    [91, -0.06, -0.08],
  ] as const;
  for (const [days, before, after] of borders) {
    expect(penalty(days * DAY - SECOND), `a second before ${days} days`).toBeCloseTo(before, 12);
    expect(penalty(days * DAY), `${days} days`).toBeCloseTo(after, 12);
    expect(penalty(days * DAY + SECOND), `a second after ${days} days`).toBeCloseTo(after, 12);
  }
  expect(penalty(0)).toBe(0);
  expect(penalty(14 * DAY)).toBe(0);
  expect(penalty(60 * DAY)).toBeCloseTo(-0.04, 12);
  expect(penalty(4000 * DAY)).toBeCloseTo(-0.08, 12);
  // If a clock was set back, a reference in the future has no penalty.
  expect(penalty(-3 * DAY)).toBe(0);
  expect(usagePenalty(undefined, curveOf(DEFAULT_CURVE), NOW)).toBe(0);
});

test("a configured curve is applied", () => {
  expect(penalty(7 * DAY, "7:0,+:-50")).toBe(0);
  expect(penalty(8 * DAY, " 7 : 0 , + : -50 ")).toBe(-0.5);
  expect(penalty(1000 * DAY, "+:0")).toBe(0);
  expect(penalty(0, "0:-1.5, +:-2")).toBeCloseTo(-0.015, 12);
});

test.each([
  ["", "is not days and points"],
  ["14", "is not days and points"],
  ["14:0, 30", '"30" is not days and points'],
  ["14:0, 30:-2", "the last step must be for all days after"],
  ["30:0, 14:-2, +:-8", 'days must rise, and "14:-2" comes after 30'],
  ["14:0, 14:-2, +:-8", "days must rise"],
  ["+:0, 14:-2", 'days must rise, and "14:-2" comes after +'],
  ["14:2, +:-8", '"14:2" has points outside -100 to 0'],
  ["14:0, +:-101", '"+:-101" has points outside'],
  ["99999:0, +:-1", "more than 36500 days"],
  [`${Array.from({ length: 20 }, (_, i) => `${i}:0`).join(",")},+:0`, "more than 20 steps"],
])('the curve "%s" is refused: %s', (text, problem) => {
  expect(parseCurve(text)).toEqual({ problem: expect.stringContaining(problem) });
});

test("the age of an item is counted in whole days since its last reference", () => {
  const age = (ms: number) => ageDays(aged(ms), NOW);
  expect([0, DAY - 1, DAY, 60 * DAY + 5, -DAY].map(age)).toEqual([0, 0, 1, 60, 0]);
  const elsewhere = { ...aged(0), last_referenced_at: "2030-05-31T14:00:00+02:00" };
  expect(ageDays(elsewhere, NOW)).toBe(1);
});

scenario("usage.refresh", () => {
  const after = (refreshOn: Touch, ...touches: readonly (readonly [Touch, number])[]) =>
    touches.reduce<UsageRecord | undefined>(
      (record, [how, day]) => recordTouch(record, { how, at: NOW + day * DAY }, refreshOn),
      undefined,
    );
  const on = (day: number) => iso(NOW + day * DAY);
  const shownTwice = after("used", ["shown", 0], ["shown", 10]);
  expect(shownTwice).toEqual({ last_referenced_at: on(0), count: 2, shown: 2, used: 0 });
  const thenUsed = after("used", ["shown", 0], ["used", 20], ["shown", 30]);
  expect(thenUsed).toEqual({ last_referenced_at: on(20), count: 3, shown: 2, used: 1 });
  expect(after("shown", ["shown", 0], ["shown", 10])).toMatchObject({ last_referenced_at: on(10) });
  // A touch that is recorded late does not move the last reference back.
  expect(after("used", ["used", 20], ["used", 5])).toMatchObject({ last_referenced_at: on(20), used: 2 });
});

const fileIn = (memoryDir: string) => join(memoryDir, "reference-tracker.json");
const usageIn = (memoryDir: string, now = () => NOW) => usageFile(memoryDir, { now, refreshOn: "used" });

scenario("usage.file", async () => {
  const memoryDir = freshMemoryDir();
  const usage = usageIn(memoryDir);
  expect(usage.read().size).toBe(0);
  expect(usage.health()).toEqual({ state: "none", records: 0, bytes: 0, failed: 0, set_aside: [] });
  await usage.touch(["dec_1", "path:docs/x.md"], "shown");
  expect(JSON.parse(readFileSync(fileIn(memoryDir), "utf8"))).toEqual({
    schema_version: "reference-tracker.v1",
    records: {
      dec_1: { last_referenced_at: iso(NOW), count: 1, shown: 1, used: 0 },
      "path:docs/x.md": { last_referenced_at: iso(NOW), count: 1, shown: 1, used: 0 },
    },
  });
  // Another process touches items a day later.
  await usageIn(memoryDir, () => NOW + DAY).touch(["dec_1", "dec_1", "dec_2"], "used");
  expect([...usage.read()]).toEqual([
    ["dec_1", { last_referenced_at: iso(NOW + DAY), count: 2, shown: 1, used: 1 }],
    ["path:docs/x.md", { last_referenced_at: iso(NOW), count: 1, shown: 1, used: 0 }],
    ["dec_2", { last_referenced_at: iso(NOW + DAY), count: 1, shown: 0, used: 1 }],
  ]);
  expect(usage.health()).toMatchObject({ state: "good", records: 3 });
  if (process.platform !== "win32") expect(statSync(fileIn(memoryDir)).mode & 0o777).toBe(0o600);
});

test("a tracker file with only times and counts is read, and its unknown fields are kept", async () => {
  const memoryDir = freshMemoryDir();
  const seed = { last_referenced_at: "2030-05-08T12:00:00Z", count: 5, note: "by hand" };
  writeFileSync(
    fileIn(memoryDir),
    JSON.stringify({ schema_version: "reference-tracker.v1", records: { a: seed } }),
  );
  const usage = usageIn(memoryDir);
  expect(usage.read().get("a")).toEqual({ ...seed, shown: 0, used: 0 });
  await usage.touch(["a"], "shown");
  expect(usage.read().get("a")).toEqual({ ...seed, count: 6, shown: 1, used: 0 });
});

test("without a memory folder no usage is recorded and no folder is created", async () => {
  const memoryDir = join(freshMemoryDir(), "none");
  const usage = usageIn(memoryDir);
  await usage.touch(["a"], "used");
  expect(existsSync(memoryDir)).toBe(false);
  expect(usage.health()).toMatchObject({ state: "none", failed: 0 });
});

describe("a touch that cannot be written at once", () => {
  scenario("usage.never-fails", async () => {
    const memoryDir = freshMemoryDir();
    const usage = usageIn(memoryDir);
    const fails = (name: "writeSync" | "renameSync") =>
      usageFile(memoryDir, {
        now: () => NOW,
        refreshOn: "used",
        calls: {
          ...fs,
          [name]: () => {
            throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
          },
        },
      });
    await fails("writeSync").touch(["a"], "used");
    expect(usage.health()).toMatchObject({ state: "none", failed: 1 });
    await usage.touch(["a"], "used");
    const before = readFileSync(fileIn(memoryDir), "utf8");
    await fails("writeSync").touch(["a"], "used");
    await fails("renameSync").touch(["b"], "shown");
    expect(readFileSync(fileIn(memoryDir), "utf8")).toBe(before);
    expect(usage.health()).toMatchObject({ state: "good", records: 1, failed: 3 });
    expect(readdirSync(join(memoryDir, "reference-tracker.waiting"))).toEqual([]);
  });

  test("is added by the next process if its writer died; an invalid file is deleted", async () => {
    const memoryDir = freshMemoryDir();
    const folder = join(memoryDir, "reference-tracker.waiting");
    mkdirSync(folder);
    const left = { ids: ["a", "b"], how: "shown", at: NOW - DAY };
    writeFileSync(join(folder, "0-left.json"), JSON.stringify(left));
    for (const [i, value] of [
      "{",
      "null",
      '{"ids":[1],"how":"used","at":1}',
      '{"ids":["c"],"how":"used"}',
    ].entries())
      writeFileSync(join(folder, `1-${i}.json`), value);
    const usage = usageIn(memoryDir);
    await usage.touch(["a"], "used");
    expect([...usage.read()]).toEqual([
      ["a", { last_referenced_at: iso(NOW), count: 2, shown: 1, used: 1 }],
      ["b", { last_referenced_at: iso(NOW - DAY), count: 1, shown: 1, used: 0 }],
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("waits in a file while another process holds the lock, and is added by the next touch", async () => {
    const memoryDir = freshMemoryDir();
    const lock = join(memoryDir, "reference-tracker.lock");
    const usage = usageIn(memoryDir);
    writeFileSync(lock, `another-machine 1 00`);
    // A lock that is older than two seconds counts as abandoned, so the clock stands still here.
    vi.useFakeTimers({ toFake: ["Date"], now: statSync(lock).mtimeMs });
    await usage.touch(["a"], "shown");
    vi.useRealTimers();
    expect(usage.read().size).toBe(0);
    rmSync(lock);
    await usage.touch(["b"], "shown");
    expect([...usage.read().keys()].sort()).toEqual(["a", "b"]);
    expect(usage.health().failed).toBe(0);
  });

  test("removes an abandoned lock, or one with a time in the future", async () => {
    const memoryDir = freshMemoryDir();
    const lock = join(memoryDir, "reference-tracker.lock");
    const usage = usageIn(memoryDir);
    writeFileSync(lock, "another-machine 1 00");
    utimesSync(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    await usage.touch(["a"], "used");
    writeFileSync(lock, "");
    utimesSync(lock, new Date(Date.now() + 60_000), new Date(Date.now() + 60_000));
    await usage.touch(["a"], "used");
    expect(usage.read().get("a")?.used).toBe(2);
    expect(usage.health().failed).toBe(0);
    expect(existsSync(lock)).toBe(false);
  });

  test("is not counted through a symbolic link to another file", async ({ skip }) => {
    if (process.platform === "win32") skip();
    const memoryDir = freshMemoryDir();
    const other = join(memoryDir, "other.txt");
    writeFileSync(other, "mine and nobody else's");
    symlinkSync(other, join(memoryDir, "reference-tracker.failed"));
    const calls = {
      ...fs,
      renameSync: () => {
        throw new Error("it cannot be renamed");
      },
    };
    await usageFile(memoryDir, { now: () => NOW, refreshOn: "used", calls }).touch(["a"], "used");
    expect(readFileSync(other, "utf8")).toBe("mine and nobody else's");
  });
});

test("an unreadable tracker, file or folder, is set aside under a numbered name", async () => {
  const memoryDir = freshMemoryDir();
  const usage = usageIn(memoryDir);
  writeFileSync(fileIn(memoryDir), "{");
  expect(usage.health()).toMatchObject({ state: "unreadable", records: 0 });
  await usage.touch(["a"], "used");
  rmSync(fileIn(memoryDir));
  mkdirSync(fileIn(memoryDir));
  await usage.touch(["b"], "used");
  expect(usage.health()).toMatchObject({
    state: "good",
    records: 1,
    set_aside: ["reference-tracker.unreadable-1.json", "reference-tracker.unreadable-2.json"],
  });
  expect(readFileSync(join(memoryDir, "reference-tracker.unreadable-1.json"), "utf8")).toBe("{");
  expect(readdirSync(memoryDir)).not.toContain("reference-tracker.lock");
});

scenario("usage.any-file", async () => {
  const good = printUsage(new Map([["a", aged(0)]]));
  expect(parseUsage(good)?.size).toBe(1);
  const id = fc.constantFrom("a", "__proto__", "constructor", "");
  const field = fc.constantFrom("last_referenced_at", "count", "shown", "used");
  const tree = fc.tuple(id, fc.dictionary(field, wildValue), wildValue).map(([key, record, extra]) =>
    JSON.stringify({
      schema_version: "reference-tracker.v1",
      records: { ok: aged(0), [key]: record },
      extra,
    }),
  );
  const files = fc.oneof(fc.string({ unit: "binary" }), wildValue.map(String), tree, wildValue.map(jsonOf));
  await holds(
    fc.property(files, (text) => {
      const records = parseUsage(text);
      for (const record of records?.values() ?? []) {
        expect(usagePenalty(record, curveOf(DEFAULT_CURVE), NOW)).toBeLessThanOrEqual(0);
        expect(recordTouch(record, { how: "used", at: NOW }, "used").count).toBe(record.count + 1);
      }
    }),
    500,
  );
});

const jsonOf = (value: unknown): string => JSON.stringify(value) ?? "undefined";

scenario("usage.ratings-decay", async () => {
  const said = (rating: Rating["rating"], days: number): Rating => ({
    rating,
    at: iso(NOW - days * DAY),
    by: "ada",
  });
  const part = (...ratings: readonly Rating[]) => ratingsPart(ratings, { now: NOW, halfLifeDays: 45 });
  expect(part()).toBe(0);
  expect(RATINGS.map((rating) => part(said(rating, 0)))).toEqual([0.04, 0.02, -0.03, -0.06]);
  expect(part(said("helpful", 45))).toBeCloseTo(0.01, 12);
  expect(part(said("refuted", 90))).toBeCloseTo(-0.015, 12);
  expect(part(said("confirmed", 0), said("misleading", 45))).toBeCloseTo(0.025, 12);
  // A rating in the future, by another clock, counts as a rating of today.
  expect(part(said("helpful", -1))).toBe(0.02);
  const any = fc.record({
    rating: fc.constantFrom(...RATINGS),
    at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    by: fc.string(),
  });
  await holds(
    fc.property(fc.array(any, { maxLength: 40 }), (ratings) => {
      expect(Math.abs(part(...ratings))).toBeLessThanOrEqual(RATED_MAX);
    }),
  );
});

test("items and documents get score parts for disuse and ratings, without parts that are zero", async () => {
  const deps = await testMemory();
  const old = await deps.item("fact", "The staging host is heron");
  const fresh = await deps.item("fact", "The port is 8080");
  const page = "path:docs/deploy.md";
  await deps.usage.touch([old, page], "shown");
  deps.later(60 * DAY);
  await deps.usage.touch([fresh], "used");
  await rate(deps, "misleading", { id: old });
  const parts = await usageParts(deps, [old, fresh, page, "turn@1", "gone"]);
  expect([...parts.keys()]).toEqual([old, page]);
  expect(parts.get(old)).toEqual({ staleness: -0.04, ratings: -0.03 });
  expect(parts.get(page)).toEqual({ staleness: -0.04 });
});

scenario("usage.cited", async () => {
  const deps = await testMemory();
  const first = await deps.item("decision", "Use pnpm");
  const second = await deps.item("fact", "The port is 8080");
  const third = await deps.item("trap", "The tests hang on port 5432");
  const said = async (role: string, text: string, extra = {}) => {
    const payload = { role, text, ...extra };
    await deps.put({ type: "turn.recorded", session: "s1", at: deps.clock.now(), payload });
    return iso(deps.clock.now() - SECOND);
  };
  deps.later(20 * DAY);
  await said("user", `what about fct#1 and ${third}?`);
  await said("assistant", "trp#1 is what tidemark told me", { own: true });
  await said("assistant", "see xdec#1, dec#10, dec#1a, a/dec#1, dec#0 and fct#99");
  const at = await said("assistant", `By dec#1 we use pnpm (${second}).`);
  deps.later(20 * DAY);
  await noteCited(deps, upcastAll((await deps.store.events.read(0, 100)).events).filter(isTurn));
  expect([...deps.usage.read().keys()].sort()).toEqual([first, second].sort());
  expect(deps.usage.read().get(first)).toEqual({ last_referenced_at: at, count: 1, shown: 0, used: 1 });
});

test("a label in a turn that is older than the item is no citation", async () => {
  const deps = await testMemory();
  const payload = { role: "assistant", text: "dec#1 of the other project" };
  await deps.put({ type: "turn.recorded", session: "s1", payload });
  await deps.item("decision", "Use pnpm");
  await noteCited(deps, upcastAll((await deps.store.events.read(0, 100)).events).filter(isTurn));
  expect(deps.usage.read().size).toBe(0);
});
