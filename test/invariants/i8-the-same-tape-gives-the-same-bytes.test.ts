import fc from "fast-check";
import { expect, test } from "vitest";
import { buildBundle, bundle } from "../../src/app/briefing/bundle.ts";
import { find } from "../../src/app/items/find.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { rebuild } from "../../src/app/upkeep/rebuild.ts";
import { INTENTS } from "../../src/core/bundle/intent.ts";
import { holds } from "../support/property.ts";
import { tapes, type Write } from "../support/tapes.ts";
import { type StoreName, type TestMemory, testMemory } from "../support/test-memory.ts";
import { put } from "../support/views.ts";

const BUDGETS = [120, 300, 1200];

/** The bytes of every bundle that an agent could get from a memory. */
async function allBundles(deps: TestMemory): Promise<string[]> {
  const briefs = [];
  const asked = { query: "we build with pnpm", command: "pnpm build", paths: ["b c/"] };
  for (const budget of BUDGETS)
    for (const intent of INTENTS)
      briefs.push(JSON.stringify(await buildBundle(deps, intent, { budget, ...asked })));
  return [...briefs, JSON.stringify(await find(deps, { limit: 500, offset: 0 }))];
}

async function played(store: StoreName, writes: readonly Write[], isReadOften: boolean): Promise<TestMemory> {
  const deps = await testMemory({ store });
  for (const write of writes) {
    await put(deps.store, write);
    if (isReadOften) await bundle(deps, "brief", {});
  }
  return deps;
}

test("the same tape, settings and clock give the same bytes in every store and at every reading", () =>
  holds(
    fc.asyncProperty(tapes(), async (writes) => {
      const memoryPool = [await played("memory", writes, false), await played("memory", writes, true)];
      const [first, ...others] = await Promise.all(memoryPool.map(allBundles));
      for (const other of others) expect(other).toEqual(first);
      for (const deps of memoryPool) await deps.close();
    }),
    100,
  ));

test("the store on disk gives the same bytes as the store in memory, also after a rebuild", () =>
  holds(
    fc.asyncProperty(tapes(), async (writes) => {
      const memory = await played("memory", writes, false);
      const disk = await played("sqlite", writes, true);
      const bytes = await allBundles(memory);
      expect(await allBundles(disk)).toEqual(bytes);
      await rebuild(disk, {});
      expect(await allBundles(disk)).toEqual(bytes);
      for (const deps of [memory, disk]) await deps.close();
    }),
    20,
  ));

test("a repeated question gets the same answer", () =>
  holds(
    fc.asyncProperty(
      tapes(),
      fc.constantFrom("we build with pnpm", "jwt", "日本語"),
      async (writes, query) => {
        const deps = await played("memory", writes, false);
        const first = await recall(deps, { query, k: 50 });
        expect(await recall(deps, { query, k: 50 })).toEqual(first);
        await deps.close();
      },
    ),
    50,
  ));

test("neither the agent nor the time of day changes a brief", async () => {
  const deps = await testMemory();
  await deps.item("decision", "We build with pnpm");
  await deps.item("fact", "CI is red", { expires_at: "2031-01-01T00:00:00.000Z" });
  const first = await bundle(deps, "brief", {});
  deps.later(60_000);
  expect(await bundle({ ...deps, writer: { ...deps.writer, agent: "another" } }, "brief", {})).toEqual(first);
});
