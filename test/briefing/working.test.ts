import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { folderName, workingFiles } from "../../src/adapters/files/context/working-files.ts";
import { dirtyReasons, refreshWorking, working } from "../../src/app/briefing/working-memory.ts";
import { forget } from "../../src/app/forgetting/forget.ts";
import { remember } from "../../src/app/items/remember.ts";
import { transition } from "../../src/app/items/transition.ts";
import { WORKING_SECTIONS, workingMemory } from "../../src/core/bundle/working.ts";
import type { ItemRow } from "../../src/core/items/items-view.ts";
import { isDailyDue } from "../../src/core/sessions/refresh.ts";
import { commandLine } from "../../src/surfaces/verbs/command-line.ts";
import { scenario } from "../scenarios/scenario.ts";
import { holds, runsOf } from "../support/property.ts";
import { freshMemoryDir, type TestMemory, testMemory } from "../support/test-memory.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const TITLES = ["Now", "Decisions", "Constraints", "Traps", "Lessons", "Open threads"];
const LINES = [6, 6, 6, 6, 6, 8];

type Some = { readonly text: string; readonly sure: number; readonly day: number };

function rowOf(kind: ItemRow["kind"], { text, sure, day }: Some, n: number): ItemRow {
  const at = new Date(day * DAY_MS).toISOString();
  const status = kind === "plan" ? "in_progress" : kind === "insight" ? "open" : "active";
  const times = { created_at: at, last_seen_at: at, changed_at: at };
  const seen = { label: `${kind.slice(0, 3)}#${n}`, created_by: "a", changed_by: "a", position: n };
  return { id: `x_${n}`, kind, status, text, confidence: sure, ...times, ...seen };
}

const some: fc.Arbitrary<Some> = fc.record({
  text: fc.oneof(
    fc.string({ minLength: 1, maxLength: 400 }),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }),
    fc.constantFrom("Use pnpm", "&".repeat(300), "🦀".repeat(150), "line\nbreak", "## Decisions"),
  ),
  sure: fc.double({ min: 0, max: 1, noNaN: true }),
  day: fc.integer({ min: 1, max: 30_000 }),
});

const pages = fc.record({
  lists: fc.array(fc.array(some, { maxLength: 14 }), { minLength: 6, maxLength: 6 }),
  unread: fc.integer({ min: 0, max: 50 }),
  chars: fc.constantFrom(400, 600, 1000, 2400, 20_000),
  session: fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }),
});

scenario("working.limits", async () => {
  let seen = 0;
  await holds(
    fc.property(pages, ({ lists, unread, chars, session }) => {
      seen++;
      const sections = new Map(
        WORKING_SECTIONS.map(({ name, kinds }, i) => {
          const items = (lists[i] ?? []).map((one, n) => rowOf(kinds[0] ?? "fact", one, i * 100 + n));
          return [name, { items, total: items.length + unread }];
        }),
      );
      const { text, left_out } = workingMemory(
        { session, sections, labels: new Map(), now: 0, command: commandLine },
        chars,
      );
      expect(text.length).toBeLessThanOrEqual(chars);
      const blocks = text.split(/^## /m).slice(1);
      expect(blocks.map((block) => block.split("\n")[0])).toEqual(TITLES);
      blocks.forEach((block, i) => {
        const lines = block.split("\n").filter((line) => line.startsWith("- "));
        expect(lines.length).toBeLessThanOrEqual(LINES[i] ?? 0);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(220);
        const total = (lists[i]?.length ?? 0) + unread;
        const more = total - lines.length;
        expect(/^\+(\d+) more$/m.exec(block)?.[1]).toBe(more > 0 ? String(more) : undefined);
        expect(block.includes("\n(none)")).toBe(total === 0);
        expect(left_out.find(({ block: name }) => name === TITLES[i])?.count ?? 0).toBe(more);
      });
    }),
    1000,
  );
  // Shows that the property really ran at least this often; the long run tries ten times as many.
  expect(seen).toBeGreaterThanOrEqual(runsOf(1000));
});

scenario("working.rank", () => {
  const items = [
    rowOf("decision", { text: "old and sure", sure: 0.9, day: 1 }, 1),
    rowOf("decision", { text: "new and unsure", sure: 0.5, day: 9 }, 2),
    rowOf("decision", { text: "new and sure", sure: 0.9, day: 9 }, 3),
  ];
  const { confidence, ...stated } = rowOf("decision", { text: "simply stated", sure: 0, day: 1 }, 4);
  const sections = new Map([["decisions", { items: [...items, stated as ItemRow], total: 4 }]]);
  const { text } = workingMemory(
    { session: "s", sections, labels: new Map(), now: 0, command: commandLine },
    2400,
  );
  expect(text.match(/^- .+(?= \[)/gm)).toEqual([
    "- simply stated",
    "- new and sure",
    "- old and sure",
    "- new and unsure",
  ]);
});

test("an insight on the page names the items it is about, and what to do", async () => {
  const deps = await testMemory();
  await deps.turn("hello", "s1");
  for (const text of ["must be enabled", "must not be enabled"])
    await remember(deps, {
      text: `Telemetry ${text} for child profiles`,
      kind: "constraint",
      topic: "telemetry",
    });
  const { text } = await working(deps, {});
  expect(text).toContain("con#1 and con#2 cannot both be followed: tidemark review");
});

async function started(): Promise<TestMemory> {
  const deps = await testMemory({ store: "sqlite" });
  await deps.turn("hello", "s1");
  return deps;
}

const fileOf = (deps: TestMemory, session = "s1"): string => deps.working.pathOf(session);

scenario("working.same-bytes", async () => {
  const deps = await started();
  await deps.item("decision", "Use pnpm");
  const first = await working(deps, { session: "s1" });
  const { mtimeMs, ino } = statSync(fileOf(deps));
  const state = readFileSync(join(deps.memoryDir, "state.json"), "utf8");
  await deps.turn("nothing to see here", "s1");
  await deps.item("fact", "The page shows no facts");
  const again = await working(deps, { session: "s1" });
  expect(again.text).toBe(first.text);
  expect(again.refreshed_for).toEqual([]);
  expect(statSync(fileOf(deps))).toMatchObject({ mtimeMs, ino });
  expect(readFileSync(join(deps.memoryDir, "state.json"), "utf8")).toBe(state);
});

scenario("working.dirty", async () => {
  const deps = await started();
  expect((await working(deps, {})).refreshed_for).toEqual(["first page"]);
  const { position } = await deps.store.tape.end();
  const id = await deps.item("trap", "make hangs");
  expect(await dirtyReasons(deps, position)).toEqual(["trap created"]);
  expect((await working(deps, {})).refreshed_for).toEqual(["trap created"]);
  expect(readFileSync(fileOf(deps), "utf8")).toContain("make hangs");
  await transition(deps, { id, status: "resolved" });
  expect(await refreshWorking(deps, "s1")).toEqual(["trap transitioned"]);
  expect(readFileSync(fileOf(deps), "utf8")).not.toContain("make hangs");
});

describe("the day's refresh", () => {
  const eight = { hour: 8, offsetMinutes: 0 };
  const day = Date.parse("2030-03-05T00:00:00Z");
  test.each([
    ["a second before the hour", 8 * HOUR_MS - 1000, false],
    ["at the hour", 8 * HOUR_MS, true],
    ["late in the evening", 23 * HOUR_MS, true],
  ])("is due %s", (_, at, isDue) => {
    expect(isDailyDue(day - HOUR_MS, day + at, eight)).toBe(isDue);
  });
  test("is due once a day", () => {
    expect(isDailyDue(day + 8 * HOUR_MS, day + 20 * HOUR_MS, eight)).toBe(false);
    expect(isDailyDue(day + 8 * HOUR_MS, day + DAY_MS + 8 * HOUR_MS, eight)).toBe(true);
  });
  test("is not due if the last refresh lies in the future because a clock was set back", () => {
    expect(isDailyDue(day + 2 * DAY_MS, day + 9 * HOUR_MS, eight)).toBe(false);
  });
  test("depends on local time", () => {
    const tokyo = { hour: 8, offsetMinutes: 540 };
    expect(isDailyDue(day - 2 * HOUR_MS, day - HOUR_MS, tokyo)).toBe(true);
    expect(isDailyDue(day - 2 * HOUR_MS, day - HOUR_MS, eight)).toBe(false);
  });
});

scenario("working.daily", async () => {
  const deps = await started();
  await working(deps, {});
  deps.later(10 * HOUR_MS);
  expect((await working(deps, {})).refreshed_for).toEqual([]);
  deps.later(14 * HOUR_MS);
  expect((await working(deps, {})).refreshed_for).toEqual(["a new day"]);
  expect((await working(deps, {})).refreshed_for).toEqual([]);
});

scenario("working.heals", async () => {
  const deps = await started();
  await deps.item("decision", "Use pnpm");
  const { text } = await working(deps, {});
  const path = fileOf(deps);
  const ways: readonly [string, () => void][] = [
    ["the file is gone", () => rmSync(path)],
    ["the file was changed", () => writeFileSync(path, text.slice(0, 40))],
    ["the file was changed", () => writeFileSync(path, "")],
    ["the file is gone", () => rmSync(dirname(path), { recursive: true })],
    ["first page", () => rmSync(join(deps.memoryDir, "state.json"))],
    ["first page", () => writeFileSync(join(deps.memoryDir, "state.json"), '{"schema":"state.v1","sess')],
    [
      "first page",
      () => writeFileSync(join(deps.memoryDir, "state.json"), '{"schema":"state.v1","sessions":{"s1":7}}'),
    ],
  ];
  for (const [reason, spoil] of ways) {
    spoil();
    expect((await working(deps, {})).refreshed_for).toEqual([reason]);
    expect(readFileSync(path, "utf8")).toBe(text);
  }
});

scenario("working.one-per-session", async () => {
  const names = [
    "a",
    "A",
    "a/b",
    "../../etc",
    "con",
    "x".repeat(300),
    `${"x".repeat(300)}y`,
    "über",
    "ü",
    ".",
    "..",
    "a:b",
    "\u00e9",
    "e\u0301",
  ];
  const folders = names.map(folderName);
  expect(new Set(folders.map((name) => name.toLowerCase())).size).toBe(names.length);
  for (const folder of folders) expect(folder).toMatch(/^[a-z0-9_~.-]{1,80}$/);
  expect(folders.filter((name) => /^\.|[/\\:]/.test(name))).toEqual([]);
  // Names that Windows reserves for devices.
  for (const name of ["con", "nul", "com1", "lpt9"]) expect(folderName(name)).not.toBe(name);
  const dir = freshMemoryDir();
  mkdirSync(dir, { recursive: true });
  const files = workingFiles(dir);
  for (const name of names) files.write(name, `page of ${name}`);
  expect(names.map((name) => files.read(name))).toEqual(names.map((name) => `page of ${name}`));
  await holds(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }), (name) => {
      expect(folderName(name)).toMatch(/^[a-z0-9_~.-]{1,80}$/);
      expect(folderName(name)).not.toMatch(/^\.*$/);
    }),
  );
});

scenario("working.forgets", async () => {
  const deps = await started();
  const id = await deps.item("decision", "The word is swordfish");
  await working(deps, {});
  expect(readFileSync(fileOf(deps), "utf8")).toContain("swordfish");
  expect((await forget(deps, { id })).still_in).toEqual([]);
  expect(readFileSync(fileOf(deps), "utf8")).not.toContain("swordfish");
});

scenario("working.accepted", async () => {
  const deps = await started();
  const older = await deps.item("decision", "Sessions are kept as JWT", { topic: "auth" });
  const newer = await deps.item("decision", "Sessions are opaque cookies", { topic: "auth" });
  const edge = await deps.item("edge", "the newer one replaces it", { newer, older, relation: "replaces" });
  await working(deps, {});
  expect(readFileSync(fileOf(deps), "utf8")).toContain("JWT");
  await transition(deps, { id: edge, status: "accepted" });
  const page = readFileSync(fileOf(deps), "utf8");
  expect(page).not.toContain("JWT");
  expect(page).toContain("opaque cookies");
});
