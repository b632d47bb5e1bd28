import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import type { Store } from "../../src/ports/store.ts";
import { scenario } from "../scenarios/scenario.ts";
import { holds } from "../support/property.ts";
import { newPlace, storeKinds } from "../support/stores.ts";
import { tapes, type Write } from "../support/tapes.ts";
import { hits, keepUp, put, ROW_VIEWS, VIEWS, viewTexts } from "../support/views.ts";

const { kinds, removeAll } = storeKinds();
afterEach(removeAll);

/** After which writes the views are read, and the number of events in each pass. */
const readers = fc.array(fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }), { maxLength: 30 });

async function play(
  store: Store,
  writes: readonly Write[],
  passes: readonly (number | undefined)[],
): Promise<void> {
  for (const [n, write] of writes.entries()) {
    await put(store, write);
    const passEvents = passes[n];
    if (passEvents !== undefined) await keepUp(store, { passEvents });
  }
  await keepUp(store);
}

scenario("view.rebuilt-equals-kept", async () => {
  await holds(
    fc.asyncProperty(tapes(), readers, fc.integer({ min: 1, max: 9 }), async (writes, passes, passEvents) => {
      const texts = [];
      for (const { open } of kinds) {
        const store = await open();
        await play(store, writes, passes);
        const [kept, found] = [await viewTexts(store.views), await hits(store)];
        await store.views.reset(VIEWS);
        await keepUp(store, { passEvents });
        expect(await viewTexts(store.views)).toEqual(kept);
        expect(await hits(store)).toEqual(found);
        texts.push(kept);
        await store.close();
      }
      for (const other of texts) expect(other).toEqual(texts[0]);
      removeAll();
    }),
  );
});

test("a scratch build equals the maintained view, and replaces it without a change", async () => {
  await holds(
    fc.asyncProperty(tapes(), readers, async (writes, passes) => {
      for (const { open } of kinds) {
        const store = await open();
        await play(store, writes, passes);
        const kept = await viewTexts(store.views);
        const scratch = await store.upkeep.scratch();
        await keepUp(store, { space: scratch, passEvents: 3 });
        expect(await viewTexts(scratch)).toEqual(kept);
        for (const view of ROW_VIEWS) await store.upkeep.adopt(view, scratch);
        await scratch.close();
        expect(await viewTexts(store.views)).toEqual(kept);
        await store.close();
      }
      removeAll();
    }),
    50,
  );
});

/** SQL that damages the views of a database and leaves the tape as it is. */
const SPOILED = [
  "DELETE FROM view_rows",
  "DELETE FROM view_rows WHERE rowid % 2 = 0",
  "UPDATE view_rows SET body = '{}'",
  "UPDATE view_rows SET body = 'not json', kind = 'x'",
  "INSERT INTO view_rows VALUES ('items', 'dec_ghost', 'decision', 'active', 1, '{}')",
  "UPDATE view_checkpoints SET position = position + 1000",
  "DELETE FROM view_checkpoints",
  "UPDATE search_docs SET words = 'x', kind = 'y'",
  "DELETE FROM search_docs WHERE doc % 2 = 0",
  "INSERT INTO search_words (search_words) VALUES ('delete-all')",
  "INSERT INTO search_words (rowid, terms) VALUES (99999, 'build')",
  "DROP TABLE view_rows",
  "DROP TABLE view_checkpoints",
  "DROP TABLE search_docs",
  "DROP TABLE search_words",
  "UPDATE search_terms SET holders = holders + 7",
  "DELETE FROM search_totals",
  "DROP TABLE search_terms",
  "DROP TABLE search_totals",
] as const;

test("dropped or damaged views have the same bytes again after a reset", async () => {
  const driver = await chooseDriver();
  await holds(
    fc.asyncProperty(
      tapes(),
      fc.subarray([...SPOILED], { minLength: 1, maxLength: 3 }),
      async (writes, ways) => {
        const place = newPlace();
        const before = await place.open();
        await play(before, writes, []);
        const [kept, found] = [await viewTexts(before.views), await hits(before)];
        await before.close();
        const raw = driver.open(place.database);
        for (const way of ways) if (!isPointless(way, ways)) raw.exec(way);
        raw.close();
        const store = await place.open();
        await store.views.reset(VIEWS);
        await keepUp(store);
        expect(await viewTexts(store.views)).toEqual(kept);
        expect(await hits(store)).toEqual(found);
        await store.close();
        place.remove();
      },
    ),
    100,
  );
});

/** A dropped table cannot be damaged further. */
function isPointless(way: string, ways: readonly string[]): boolean {
  const table = /view_rows|view_checkpoints|search_[a-z]+/.exec(way)?.[0];
  return !way.startsWith("DROP") && ways.includes(`DROP TABLE ${table}` as (typeof SPOILED)[number]);
}

test("a missing checkpoint is enough for a view to be rebuilt", async () => {
  const place = newPlace();
  const store = await place.open();
  await holds(
    fc.asyncProperty(tapes(10), async (writes) => {
      for (const write of writes) await store.tape.append(write.events);
      await keepUp(store);
      const kept = await viewTexts(store.views);
      const raw = (await chooseDriver()).open(place.database);
      raw.exec("DELETE FROM view_checkpoints");
      raw.close();
      await keepUp(store, { passEvents: 2 });
      expect(await viewTexts(store.views)).toEqual(kept);
    }),
    20,
  );
  await store.close();
  place.remove();
});
