import { describe, expect, test } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { allViews, type Views } from "../../src/app/runtime/all-views.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import { rebuild } from "../../src/app/upkeep/rebuild.ts";
import { byCodePoints } from "../../src/core/order.ts";
import type { Store } from "../../src/ports/store.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type StoreName, type TestMemory, testMemory } from "../support/test-memory.ts";
import { keysWith } from "../support/views.ts";

const STORES: readonly StoreName[] = ["memory", "sqlite"];
const NAMES = Object.keys(allViews(sha256)) as (keyof Views)[];

async function filled(store: StoreName): Promise<TestMemory> {
  const deps = await testMemory({ store });
  for (let i = 0; i < 40; i++) await deps.turn(`turn number ${i} about pnpm`, `ses_${i % 3}`);
  for (let i = 0; i < 30; i++) await deps.item("decision", `We settled matter ${i}`, { topic: "build" });
  await deps.item("plan", "Ship it", { key: "ship" });
  return deps;
}

const contentOf = async (deps: TestMemory): Promise<string> => {
  const parts: string[] = [];
  for (const view of Object.values(deps.views)) {
    const rows = await deps.store.views.scan(view, "", 10_000);
    parts.push(
      `${view.name} ${await deps.store.views.checkpoint(view)}\n${rows.map(({ key, text }) => `${key} ${text}`).join("\n")}`,
    );
  }
  return parts.join("\n\n");
};

describe.each(STORES)("rebuild in the %s store", (store) => {
  test("finds no difference in maintained views, and changes nothing", async () => {
    const deps = await filled(store);
    await catchUp(deps, ...NAMES);
    const before = await contentOf(deps);
    const { events, views } = await rebuild(deps);
    expect(events).toBe(71);
    expect(views.map(({ view }) => view)).toEqual(NAMES);
    for (const { added, removed, changed } of views) expect([added, removed, changed]).toEqual([0, 0, 0]);
    expect(await contentOf(deps)).toBe(before);
  });

  test("builds missing views and dropped views", async () => {
    const deps = await filled(store);
    const { views } = await rebuild(deps);
    const built = await contentOf(deps);
    const items = views.find(({ view }) => view === "items");
    expect(items).toMatchObject({ rows: 64, added: 64, removed: 0, changed: 0 });
    expect(views.find(({ view }) => view === "search")).toMatchObject({ rows: 71, added: 71 });
    await deps.store.views.reset(Object.values(deps.views));
    await rebuild(deps);
    expect(await contentOf(deps)).toBe(built);
    expect(await keysWith(deps.store, "pnpm")).toHaveLength(40);
  });

  test("does not report a view that is only behind the tape as different", async () => {
    const deps = await filled(store);
    await catchUp(deps, ...NAMES);
    await deps.item("fact", "Told after the views had caught up");
    const { views } = await rebuild(deps);
    for (const { added, removed, changed } of views) expect([added, removed, changed]).toEqual([0, 0, 0]);
  });

  scenario("rebuild.bounded", async () => {
    const deps = await testMemory({ store });
    const turn = { type: "turn.recorded", session: "s1", payload: { role: "user", text: "about pnpm" } };
    for (let batch = 0; batch < 3; batch++) await deps.put(...Array.from({ length: 1500 }, () => turn));
    await catchUp(deps, ...NAMES);
    const before = await contentOf(deps);
    const limits: number[] = [];
    const stopping: Store = {
      ...deps.store,
      events: {
        ...deps.store.events,
        read: async (after, limit, types) => {
          limits.push(limit);
          if (after >= 2000) throw new Error("the power went");
          return deps.store.events.read(after, limit, types);
        },
      },
    };
    await expect(rebuild({ ...deps, store: stopping }, { views: ["sessions"] })).rejects.toThrow("the power");
    expect(deps.steps).toEqual([{ what: "replay sessions", done: 2000, total: 4500 }]);
    expect(Math.max(...limits)).toBeLessThanOrEqual(2000);
    expect(await contentOf(deps)).toBe(before);
    await rebuild(deps, { views: ["sessions"] });
    const done = deps.steps.map((step) => step.done);
    expect(done.slice(1)).toEqual([2000, 4000, 4500]);
    expect(await contentOf(deps)).toBe(before);
  });

  test("reports its progress", async () => {
    const deps = await filled(store);
    await rebuild(deps, { views: ["items"] });
    expect(deps.steps.at(-1)).toEqual({ what: "replay items", done: 71, total: 71 });
  });

  test("suggests the nearest name for an unknown view", async () => {
    const deps = await filled(store);
    await expect(rebuild(deps, { views: ["itmes"] })).rejects.toMatchObject({
      code: "input.invalid",
      field: "view",
      fix: 'Did you mean "items"?',
    });
    await expect(rebuild(deps, { views: ["xyzxyzxyz"] })).rejects.toMatchObject({
      fix: `Views: ${NAMES.join(", ")}.`,
    });
  });
});

describe("rebuild of a damaged view", () => {
  const damages: readonly (readonly [string, string, object])[] = [
    [
      "a changed row",
      "UPDATE view_rows SET body = '{\"kind\":\"fact\"}' WHERE key LIKE 'dec#1'",
      { view: "items", changed: 1 },
    ],
    [
      "a row that is no JSON",
      "UPDATE view_rows SET body = 'xx' WHERE key LIKE 'dec#1'",
      { view: "items", changed: 1 },
    ],
    [
      "a missing row",
      "DELETE FROM view_rows WHERE view = 'sessions' AND key = 'ses_1'",
      { view: "sessions", added: 1 },
    ],
    [
      "a row too many",
      "INSERT INTO view_rows VALUES ('items', 'zzz', 'fact', 'active', 1, '{}')",
      { view: "items", removed: 1 },
    ],
    ["a doc that is missing", "DELETE FROM search_docs WHERE key = 'turn@3'", { view: "search", added: 1 }],
    [
      "a doc of other words",
      "UPDATE search_docs SET words = 'x' WHERE key = 'turn@3'",
      { view: "search", changed: 1 },
    ],
  ];

  scenario("rebuild.restores", async () => {
    const deps = await filled("sqlite");
    await catchUp(deps, ...NAMES);
    const before = await contentOf(deps);
    for (const [name, sql, expected] of damages) {
      const db = (await chooseDriver()).open(deps.databaseFile);
      db.exec(sql);
      db.close();
      const { views } = await rebuild(deps);
      const wrong = views.filter(({ added, removed, changed }) => added + removed + changed > 0);
      expect(wrong, name).toEqual([expect.objectContaining(expected)]);
      expect(await contentOf(deps), name).toBe(before);
      expect(await keysWith(deps.store, "pnpm")).toHaveLength(40);
    }
    await deps.store.views.reset(Object.values(deps.views));
    await rebuild(deps);
    expect(await contentOf(deps)).toBe(before);
  });

  test("fills the index again on request, even if the list of docs is right", async () => {
    const deps = await filled("sqlite");
    await catchUp(deps, ...NAMES);
    const db = (await chooseDriver()).open(deps.databaseFile);
    db.exec("INSERT INTO search_words (search_words) VALUES ('delete-all')");
    db.close();
    expect(await keysWith(deps.store, "pnpm")).toEqual([]);
    await rebuild(deps, { views: ["search"] });
    expect(await keysWith(deps.store, "pnpm")).toHaveLength(40);
  });

  test("compares keys of every script without reporting one as missing", async () => {
    for (const store of STORES) {
      const deps = await testMemory({ store });
      for (const session of ["a", "\uFFFDx", "😀", "ä", "日本"]) await deps.turn("hello", session);
      await catchUp(deps, ...NAMES);
      const { views } = await rebuild(deps);
      for (const { added, removed, changed } of views) expect([added, removed, changed]).toEqual([0, 0, 0]);
    }
    expect(["😀", "\uFFFD", "b", "a", "ab"].sort(byCodePoints)).toEqual(["a", "ab", "b", "\uFFFD", "😀"]);
  });
});
