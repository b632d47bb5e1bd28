import fc from "fast-check";
import { expect } from "vitest";
import { openMemoryStore } from "../../src/adapters/memory-store/store.ts";
import { staleReport } from "../../src/app/staleness/stale.ts";
import { ITEM_ACTS } from "../../src/core/items/item.ts";
import type { ItemRow } from "../../src/core/items/items-view.ts";
import type { StoredEvent } from "../../src/core/tape/event.ts";
import { sha256, TEST_START } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { itemIn } from "../support/item-events.ts";
import { holds } from "../support/property.ts";
import { tapes } from "../support/tapes.ts";
import { testMemory } from "../support/test-memory.ts";
import { keepUp, put, viewTexts } from "../support/views.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

scenario("stale.changes-nothing", async () => {
  const base = await testMemory();
  await holds(
    fc.asyncProperty(tapes(), fc.integer({ min: -500, max: 2000 }), async (writes, day) => {
      const store = openMemoryStore(sha256);
      const clock = { now: () => TEST_START + day * DAY_MS, offsetMinutes: () => 0 };
      const deps = { ...base, store, clock };
      for (const write of writes) await put(store, write);
      await keepUp(store);
      const [end, before] = [await store.tape.end(), await viewTexts(store.views)];
      const { warnings, counts } = await staleReport(deps);
      expect(await store.tape.end()).toEqual(end);
      expect(await viewTexts(store.views)).toEqual(before);
      expect(counts.total).toBe(warnings.reduce((sum, { repeats = [] }) => sum + 1 + repeats.length, 0));
      await everyArchivedItemWasArchivedBySomebody(deps.store, deps.views.items);
    }),
    100,
  );
});

/** The history of each archived item contains the act that archived it. */
async function everyArchivedItemWasArchivedBySomebody(
  store: ReturnType<typeof openMemoryStore>,
  view: Parameters<typeof store.views.select>[0],
): Promise<void> {
  const { rows } = await store.views.select(view, {
    statuses: ["removed"],
    order: "oldest",
    limit: 100,
    offset: 0,
  });
  for (const { id } of rows as unknown as readonly ItemRow[]) {
    const history = await store.events.history(id);
    const isArchiving = (event: StoredEvent): boolean =>
      event.payload !== null && (event.type === ITEM_ACTS.removed || itemIn(event).removed === true);
    expect(history.some(isArchiving)).toBe(true);
  }
}
