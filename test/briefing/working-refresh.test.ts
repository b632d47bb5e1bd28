import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { workingFiles } from "../../src/adapters/files/context/working-files.ts";
import { refreshWorking, republish, working } from "../../src/app/briefing/working-memory.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { createItem } from "../../src/core/items/life.ts";
import { scenario } from "../scenarios/scenario.ts";
import { freshMemoryDir, type TestWorld, testWorld } from "../support/world.ts";

const HOUR_MS = 60 * 60 * 1000;

/** A world in which one session was heard of. */
async function started(): Promise<TestWorld> {
  const world = await testWorld();
  await world.turn("hello", "s1");
  return world;
}

const fileOf = (world: Deps): string => world.working.pathOf("s1");

/** The lines of each section that has any. */
function sectionsOf(text: string): { readonly [title: string]: readonly string[] } {
  const blocks = text.split(/^## /m).slice(1);
  const lines = blocks.map((block) => block.split("\n").filter((line) => /^[-+]/.test(line)));
  const titled = blocks.map((block, n) => [block.split("\n")[0], lines[n]] as const);
  return Object.fromEntries(titled.filter(([, found]) => found?.length));
}

describe("what stands on the page", () => {
  test("plans under way are now, the rest is open, and of notes only questions", async () => {
    const world = await started();
    const moved = { in_progress: "Move", blocked: "Wait", todo: "Begin", done: "Ended" };
    for (const [status, text] of Object.entries(moved)) {
      const now = world.clock.now();
      const born = { id: `pln_${status}`, at: now, now };
      const { payload, ...act } = createItem("plan", { text }, born);
      await world.put({ ...act, payload: { ...payload, item: { ...payload.item, status } } });
    }
    await world.item("note", "Which port?", { type: "question" });
    await world.item("note", "It was slow", { type: "observation" });
    expect(sectionsOf((await working(world, {})).text)).toEqual({
      Now: ["- Wait (blocked) [pln#2, user]", "- Move (in_progress) [pln#1, user]"],
      "Open threads": ["- Which port? [nte#1, user]", "- Begin (todo) [pln#3, user]"],
    });
  });

  test("nothing that is not told by itself", async () => {
    const world = await started();
    const now = world.clock.now();
    await world.put(
      createItem("lesson", { text: "Verified" }, { id: "les_1", at: now, now, own: { quiet: true } }),
    );
    expect(sectionsOf((await working(world, {})).text)).toEqual({});
  });

  test("how many more there are, those among them that were not read", async () => {
    const world = await started();
    for (let n = 0; n < 203; n++) await world.item("trap", `Trap ${n}`);
    const { text, left_out } = await working(world, {});
    expect(sectionsOf(text).Traps?.at(-1)).toBe("+197 more");
    expect(left_out).toEqual([{ block: "Traps", count: 197 }]);
  });

  test("no more letters than the config allows", async () => {
    const world = await started();
    for (let n = 0; n < 6; n++) await world.item("trap", `Trap ${n} ${"x".repeat(150)}`);
    const memory = { ...world.config.memory, maxWorkingChars: 700 };
    const { text } = await working({ ...world, config: { ...world.config, memory } }, {});
    expect(text.length).toBeLessThanOrEqual(700);
    expect((await working(world, {})).text.length).toBeGreaterThan(700);
  });
});

describe("whose page it is", () => {
  test("the session that was heard of last, unless one is named", async () => {
    const world = await started();
    await world.turn("hello", "s2");
    expect((await working(world, {})).session).toBe("s2");
    await world.turn("again", "s1");
    expect((await working(world, {})).session).toBe("s1");
    expect((await working(world, { session: "s2" })).session).toBe("s2");
    const named = working(world, { session: "s3" });
    await expect(named).rejects.toMatchObject({ code: "input.unknown_id", field: "session" });
  });

  test("where there is no memory nothing is written", async () => {
    const world = await started();
    const bare = { ...world, project: { ...world.project, hasMemory: false } };
    const page = await working(bare, {});
    expect([page.text.includes("s1"), page.path, page.refreshed_for]).toEqual([true, undefined, []]);
    world.working.writeState({ s1: { published_at: 0, position: 0, hash: "" } });
    await republish(bare);
    expect(existsSync(fileOf(world))).toBe(false);
    await republish(world);
    expect(existsSync(fileOf(world))).toBe(true);
  });
});

describe("when it is written anew", () => {
  test("the reasons are told once each, and not too many", async () => {
    const world = await started();
    await working(world, {});
    for (let n = 0; n < 2; n++) await world.item("trap", `Trap ${n}`);
    expect(await refreshWorking(world, "s1")).toEqual(["trap created"]);
    const kinds = [
      "decision",
      "constraint",
      "preference",
      "trap",
      "lesson",
      "handoff",
      "note",
      "plan",
    ] as const;
    for (const kind of kinds) await world.item(kind, "Something");
    await world.item("hypothesis", "Something");
    expect(await refreshWorking(world, "s1")).toEqual(kinds.map((kind) => `${kind} created`));
  });

  test("what comes while it is written is on it, or makes it out of date", async () => {
    const world = await started();
    const { store } = world;
    let isLate = false;
    const end: typeof store.tape.end = async () => {
      if (!isLate) await world.item("trap", "It came late");
      isLate = true;
      return store.tape.end();
    };
    await refreshWorking({ ...world, store: { ...store, tape: { ...store.tape, end } } }, "s1");
    const isOn = readFileSync(fileOf(world), "utf8").includes("It came late");
    expect(isOn || (await refreshWorking(world, "s1")).length > 0).toBe(true);
  });

  scenario("working.one-writer", async () => {
    const world = await started();
    const lease = { name: "working s1", owner: "somebody else", until: world.clock.now() + 1000 };
    await world.store.leases.claim(lease, world.clock.now());
    expect(await refreshWorking(world, "s1")).toEqual([]);
    expect(existsSync(fileOf(world))).toBe(false);
    await world.store.leases.release(lease);
    expect(await refreshWorking(world, "s1")).toEqual(["first page"]);
    expect(await world.store.leases.claim(lease, world.clock.now())).toBe(true);
  });

  test.each([
    ["its hour", { dailyRefreshHourLocal: 20 }, 0, 11],
    ["its local time", { dailyRefreshHourLocal: 8 }, 540, 14],
  ])("once a day, by %s", async (_, settings, offset, hours) => {
    const world = await started();
    const config = { ...world.config, memory: { ...world.config.memory, ...settings } };
    const there = { ...world, config, clock: { ...world.clock, offsetMinutes: () => offset } };
    world.later(-1000);
    await refreshWorking(there, "s1");
    const { ino, mtimeMs } = statSync(fileOf(world));
    world.later(hours * HOUR_MS - 1);
    expect(await refreshWorking(there, "s1")).toEqual([]);
    world.later(1);
    expect(await refreshWorking(there, "s1")).toEqual(["a new day"]);
    // The same words are not written again.
    expect(statSync(fileOf(world))).toMatchObject({ ino, mtimeMs });
  });
});

scenario("working.pages-kept", async () => {
  const world = await started();
  const names = Array.from({ length: 200 }, (_, n) => `old${n}`);
  const at = (n: number) => ({ published_at: world.clock.now() - 1000 + n, position: 1, hash: "" });
  for (const name of names) world.working.write(name, "a page");
  world.working.writeState(Object.fromEntries(names.map((name, n) => [name, at(n)])));
  await refreshWorking(world, "s1");
  const kept = Object.keys(world.working.state());
  expect([kept.length, kept.includes("s1"), kept.includes("old0")]).toEqual([200, true, false]);
  expect([world.working.read("old0"), world.working.read("old1")]).toEqual([undefined, "a page"]);
  expect(existsSync(dirname(world.working.pathOf("old0")))).toBe(false);
});

describe("the files of working memory", () => {
  test.skipIf(process.platform === "win32")("are for their owner alone", () => {
    const files = workingFiles(freshMemoryDir());
    const path = files.write("s1", "a page");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  test.skipIf(process.platform === "win32")(
    "whoever reads a page reads it whole, while another is put in its place",
    () => {
      const files = workingFiles(freshMemoryDir());
      const reading = openSync(files.write("s1", "the old page"), "r");
      files.write("s1", "new");
      expect([readFileSync(reading, "utf8"), files.read("s1")]).toEqual(["the old page", "new"]);
      closeSync(reading);
    },
  );

  test("a page that cannot be put in place leaves nothing beside it", () => {
    const files = workingFiles(freshMemoryDir());
    const path = files.pathOf("s1");
    mkdirSync(join(path, "in the way"), { recursive: true });
    expect(() => files.write("s1", "a page")).toThrow(
      expect.objectContaining({ code: "store.refused_file" }),
    );
    expect(readdirSync(dirname(path))).toEqual(["working.md"]);
  });

  test("a state of another form counts as none", () => {
    const dir = freshMemoryDir();
    const s1 = { published_at: 1, position: 1, hash: "h" };
    for (const [schema, sessions] of [
      ["state.v1", { s1 }],
      ["state.v2", {}],
    ] as const) {
      writeFileSync(join(dir, "state.json"), JSON.stringify({ schema, sessions: { s1, s2: 7 } }));
      expect(workingFiles(dir).state()).toEqual(sessions);
    }
  });
});
