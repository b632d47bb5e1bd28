import { describe, expect, test } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { allViews, type Views } from "../../src/app/runtime/all-views.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import { rebuild } from "../../src/app/upkeep/rebuild.ts";
import { byCodePoints } from "../../src/core/order.ts";
import type { Store } from "../../src/ports/store.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { keysWith } from "../support/views.ts";
import { type StoreName, type TestWorld, testWorld } from "../support/world.ts";

const STORES: readonly StoreName[] = ["memory", "sqlite"];
const NAMES = Object.keys(allViews(sha256)) as (keyof Views)[];

async function filled(store: StoreName): Promise<TestWorld> {
  const world = await testWorld({ store });
  for (let i = 0; i < 40; i++) await world.turn(`turn number ${i} about pnpm`, `ses_${i % 3}`);
  for (let i = 0; i < 30; i++) await world.item("decision", `We settled matter ${i}`, { topic: "build" });
  await world.item("plan", "Ship it", { key: "ship" });
  return world;
}

const contentOf = async (world: TestWorld): Promise<string> => {
  const parts: string[] = [];
  for (const view of Object.values(world.views)) {
    const rows = await world.store.views.scan(view, "", 10_000);
    parts.push(
      `${view.name} ${await world.store.views.checkpoint(view)}\n${rows.map(({ key, text }) => `${key} ${text}`).join("\n")}`,
    );
  }
  return parts.join("\n\n");
};

describe.each(STORES)("rebuild in the %s store", (store) => {
  test("finds nothing different in views that were kept up, and changes nothing", async () => {
    const world = await filled(store);
    await catchUp(world, ...NAMES);
    const before = await contentOf(world);
    const { events, views } = await rebuild(world);
    expect(events).toBe(71);
    expect(views.map(({ view }) => view)).toEqual(NAMES);
    for (const { added, removed, changed } of views) expect([added, removed, changed]).toEqual([0, 0, 0]);
    expect(await contentOf(world)).toBe(before);
  });

  test("builds views that were never built, and views that were dropped", async () => {
    const world = await filled(store);
    const { views } = await rebuild(world);
    const built = await contentOf(world);
    const items = views.find(({ view }) => view === "items");
    expect(items).toMatchObject({ rows: 64, added: 64, removed: 0, changed: 0 });
    expect(views.find(({ view }) => view === "search")).toMatchObject({ rows: 71, added: 71 });
    await world.store.views.reset(Object.values(world.views));
    await rebuild(world);
    expect(await contentOf(world)).toBe(built);
    expect(await keysWith(world.store, "pnpm")).toHaveLength(40);
  });

  test("does not call a view different that is only behind", async () => {
    const world = await filled(store);
    await catchUp(world, ...NAMES);
    await world.item("fact", "Told after the views had caught up");
    const { views } = await rebuild(world);
    for (const { added, removed, changed } of views) expect([added, removed, changed]).toEqual([0, 0, 0]);
  });

  scenario("rebuild.bounded", async () => {
    const world = await testWorld({ store });
    const turn = { type: "turn.recorded", session: "s1", payload: { role: "user", text: "about pnpm" } };
    for (let batch = 0; batch < 3; batch++) await world.put(...Array.from({ length: 1500 }, () => turn));
    await catchUp(world, ...NAMES);
    const before = await contentOf(world);
    const limits: number[] = [];
    const stopping: Store = {
      ...world.store,
      events: {
        ...world.store.events,
        read: async (after, limit, types) => {
          limits.push(limit);
          if (after >= 2000) throw new Error("the power went");
          return world.store.events.read(after, limit, types);
        },
      },
    };
    await expect(rebuild({ ...world, store: stopping }, { views: ["sessions"] })).rejects.toThrow(
      "the power",
    );
    expect(world.steps).toEqual([{ what: "replay sessions", done: 2000, total: 4500 }]);
    expect(Math.max(...limits)).toBeLessThanOrEqual(2000);
    expect(await contentOf(world)).toBe(before);
    await rebuild(world, { views: ["sessions"] });
    const done = world.steps.map((step) => step.done);
    expect(done.slice(1)).toEqual([2000, 4000, 4500]);
    expect(await contentOf(world)).toBe(before);
  });

  test("says how far it has come", async () => {
    const world = await filled(store);
    await rebuild(world, { views: ["items"] });
    expect(world.steps.at(-1)).toEqual({ what: "replay items", done: 71, total: 71 });
  });

  test("knows the view that was meant", async () => {
    const world = await filled(store);
    await expect(rebuild(world, { views: ["itmes"] })).rejects.toMatchObject({
      code: "input.invalid",
      field: "view",
      fix: 'Did you mean "items"?',
    });
    await expect(rebuild(world, { views: ["xyzxyzxyz"] })).rejects.toMatchObject({
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
    const world = await filled("sqlite");
    await catchUp(world, ...NAMES);
    const before = await contentOf(world);
    for (const [name, sql, expected] of damages) {
      const db = (await chooseDriver()).open(world.databaseFile);
      db.exec(sql);
      db.close();
      const { views } = await rebuild(world);
      const wrong = views.filter(({ added, removed, changed }) => added + removed + changed > 0);
      expect(wrong, name).toEqual([expect.objectContaining(expected)]);
      expect(await contentOf(world), name).toBe(before);
      expect(await keysWith(world.store, "pnpm")).toHaveLength(40);
    }
    await world.store.views.reset(Object.values(world.views));
    await rebuild(world);
    expect(await contentOf(world)).toBe(before);
  });

  test("fills the index again when it is asked to, though the list of docs is right", async () => {
    const world = await filled("sqlite");
    await catchUp(world, ...NAMES);
    const db = (await chooseDriver()).open(world.databaseFile);
    db.exec("INSERT INTO search_words (search_words) VALUES ('delete-all')");
    db.close();
    expect(await keysWith(world.store, "pnpm")).toEqual([]);
    await rebuild(world, { views: ["search"] });
    expect(await keysWith(world.store, "pnpm")).toHaveLength(40);
  });

  test("compares keys of every script without taking one for missing", async () => {
    for (const store of STORES) {
      const world = await testWorld({ store });
      for (const session of ["a", "\uFFFDx", "😀", "ä", "日本"]) await world.turn("hello", session);
      await catchUp(world, ...NAMES);
      const { views } = await rebuild(world);
      for (const { added, removed, changed } of views) expect([added, removed, changed]).toEqual([0, 0, 0]);
    }
    expect(["😀", "\uFFFD", "b", "a", "ab"].sort(byCodePoints)).toEqual(["a", "ab", "b", "\uFFFD", "😀"]);
  });
});
