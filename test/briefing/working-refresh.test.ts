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
import { freshMemoryDir, type TestMemory, testMemory } from "../support/test-memory.ts";

const HOUR_MS = 60 * 60 * 1000;

/** A memory with one turn of one session. */
async function started(): Promise<TestMemory> {
  const deps = await testMemory();
  await deps.turn("hello", "s1");
  return deps;
}

const fileOf = (deps: Deps): string => deps.working.pathOf("s1");

/** The lines of each section that is not empty. */
function sectionsOf(text: string): { readonly [title: string]: readonly string[] } {
  const blocks = text.split(/^## /m).slice(1);
  const lines = blocks.map((block) => block.split("\n").filter((line) => /^[-+]/.test(line)));
  const titled = blocks.map((block, n) => [block.split("\n")[0], lines[n]] as const);
  return Object.fromEntries(titled.filter(([, found]) => found?.length));
}

describe("the page", () => {
  test("lists started plans under Now, and plans to do and questions under Open threads", async () => {
    const deps = await started();
    const moved = { in_progress: "Move", blocked: "Wait", todo: "Begin", done: "Ended" };
    for (const [status, text] of Object.entries(moved)) {
      const now = deps.clock.now();
      const born = { id: `pln_${status}`, at: now, now };
      const { payload, ...act } = createItem("plan", { text }, born);
      await deps.put({ ...act, payload: { ...payload, item: { ...payload.item, status } } });
    }
    await deps.item("note", "Which port?", { type: "question" });
    await deps.item("note", "It was slow", { type: "observation" });
    expect(sectionsOf((await working(deps, {})).text)).toEqual({
      Now: ["- Wait (blocked) [pln#2, user]", "- Move (in_progress) [pln#1, user]"],
      "Open threads": ["- Which port? [nte#1, user]", "- Begin (todo) [pln#3, user]"],
    });
  });

  test("leaves out items that are marked quiet", async () => {
    const deps = await started();
    const now = deps.clock.now();
    await deps.put(
      createItem("lesson", { text: "Verified" }, { id: "les_1", at: now, now, own: { quiet: true } }),
    );
    expect(sectionsOf((await working(deps, {})).text)).toEqual({});
  });

  test("counts all items that do not fit, including those that were not read from the store", async () => {
    const deps = await started();
    for (let n = 0; n < 203; n++) await deps.item("trap", `Trap ${n}`);
    const { text, left_out } = await working(deps, {});
    expect(sectionsOf(text).Traps?.at(-1)).toBe("+197 more");
    expect(left_out).toEqual([{ block: "Traps", count: 197 }]);
  });

  test("has no more characters than the configuration allows", async () => {
    const deps = await started();
    for (let n = 0; n < 6; n++) await deps.item("trap", `Trap ${n} ${"x".repeat(150)}`);
    const memory = { ...deps.config.memory, maxWorkingChars: 700 };
    const { text } = await working({ ...deps, config: { ...deps.config, memory } }, {});
    expect(text.length).toBeLessThanOrEqual(700);
    expect((await working(deps, {})).text.length).toBeGreaterThan(700);
  });
});

describe("the session of the page", () => {
  test("is the one with the newest turn, unless the caller names one", async () => {
    const deps = await started();
    await deps.turn("hello", "s2");
    expect((await working(deps, {})).session).toBe("s2");
    await deps.turn("again", "s1");
    expect((await working(deps, {})).session).toBe("s1");
    expect((await working(deps, { session: "s2" })).session).toBe("s2");
    const named = working(deps, { session: "s3" });
    await expect(named).rejects.toMatchObject({ code: "input.unknown_id", field: "session" });
  });

  test("gets no file in a project without a memory", async () => {
    const deps = await started();
    const bare = { ...deps, project: { ...deps.project, hasMemory: false } };
    const page = await working(bare, {});
    expect([page.text.includes("s1"), page.path, page.refreshed_for]).toEqual([true, undefined, []]);
    deps.working.writeState({ s1: { published_at: 0, position: 0, hash: "" } });
    await republish(bare);
    expect(existsSync(fileOf(deps))).toBe(false);
    await republish(deps);
    expect(existsSync(fileOf(deps))).toBe(true);
  });
});

describe("a refresh of the page", () => {
  test("returns each reason once, and eight reasons at most", async () => {
    const deps = await started();
    await working(deps, {});
    for (let n = 0; n < 2; n++) await deps.item("trap", `Trap ${n}`);
    expect(await refreshWorking(deps, "s1")).toEqual(["trap created"]);
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
    for (const kind of kinds) await deps.item(kind, "Something");
    await deps.item("hypothesis", "Something");
    expect(await refreshWorking(deps, "s1")).toEqual(kinds.map((kind) => `${kind} created`));
  });

  test("contains an item that is created during it, or leaves the page out of date", async () => {
    const deps = await started();
    const { store } = deps;
    let isLate = false;
    const end: typeof store.tape.end = async () => {
      if (!isLate) await deps.item("trap", "It came late");
      isLate = true;
      return store.tape.end();
    };
    await refreshWorking({ ...deps, store: { ...store, tape: { ...store.tape, end } } }, "s1");
    const isOn = readFileSync(fileOf(deps), "utf8").includes("It came late");
    expect(isOn || (await refreshWorking(deps, "s1")).length > 0).toBe(true);
  });

  scenario("working.one-writer", async () => {
    const deps = await started();
    const lease = { name: "working s1", owner: "somebody else", until: deps.clock.now() + 1000 };
    await deps.store.leases.claim(lease, deps.clock.now());
    expect(await refreshWorking(deps, "s1")).toEqual([]);
    expect(existsSync(fileOf(deps))).toBe(false);
    await deps.store.leases.release(lease);
    expect(await refreshWorking(deps, "s1")).toEqual(["first page"]);
    expect(await deps.store.leases.claim(lease, deps.clock.now())).toBe(true);
  });

  test.each([
    ["its hour", { dailyRefreshHourLocal: 20 }, 0, 11],
    ["its local time", { dailyRefreshHourLocal: 8 }, 540, 14],
  ])("happens once a day, by %s", async (_, settings, offset, hours) => {
    const deps = await started();
    const config = { ...deps.config, memory: { ...deps.config.memory, ...settings } };
    const there = { ...deps, config, clock: { ...deps.clock, offsetMinutes: () => offset } };
    deps.later(-1000);
    await refreshWorking(there, "s1");
    const { ino, mtimeMs } = statSync(fileOf(deps));
    deps.later(hours * HOUR_MS - 1);
    expect(await refreshWorking(there, "s1")).toEqual([]);
    deps.later(1);
    expect(await refreshWorking(there, "s1")).toEqual(["a new day"]);
    // A page with the same text is not written again.
    expect(statSync(fileOf(deps))).toMatchObject({ ino, mtimeMs });
  });
});

scenario("working.pages-kept", async () => {
  const deps = await started();
  const names = Array.from({ length: 200 }, (_, n) => `old${n}`);
  const at = (n: number) => ({ published_at: deps.clock.now() - 1000 + n, position: 1, hash: "" });
  for (const name of names) deps.working.write(name, "a page");
  deps.working.writeState(Object.fromEntries(names.map((name, n) => [name, at(n)])));
  await refreshWorking(deps, "s1");
  const kept = Object.keys(deps.working.state());
  expect([kept.length, kept.includes("s1"), kept.includes("old0")]).toEqual([200, true, false]);
  expect([deps.working.read("old0"), deps.working.read("old1")]).toEqual([undefined, "a page"]);
  expect(existsSync(dirname(deps.working.pathOf("old0")))).toBe(false);
});

describe("the files of working memory", () => {
  test.skipIf(process.platform === "win32")("are readable by their owner only", () => {
    const files = workingFiles(freshMemoryDir());
    const path = files.write("s1", "a page");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  test.skipIf(process.platform === "win32")(
    "are replaced atomically: an open file keeps the old page",
    () => {
      const files = workingFiles(freshMemoryDir());
      const reading = openSync(files.write("s1", "the old page"), "r");
      files.write("s1", "new");
      expect([readFileSync(reading, "utf8"), files.read("s1")]).toEqual(["the old page", "new"]);
      closeSync(reading);
    },
  );

  test("leave no temporary file if a page cannot be moved into place", () => {
    const files = workingFiles(freshMemoryDir());
    const path = files.pathOf("s1");
    mkdirSync(join(path, "in the way"), { recursive: true });
    expect(() => files.write("s1", "a page")).toThrow(
      expect.objectContaining({ code: "store.refused_file" }),
    );
    expect(readdirSync(dirname(path))).toEqual(["working.md"]);
  });

  test("are written as new if the stored state has another schema", () => {
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
