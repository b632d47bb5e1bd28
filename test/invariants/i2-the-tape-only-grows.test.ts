import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { DOCUMENT_TYPES } from "../../src/core/documents/document.ts";
import { kindOfPrefix } from "../../src/core/items/kinds.ts";
import { canonical } from "../../src/core/tape/canonical.ts";
import type { StoredEvent } from "../../src/core/tape/event.ts";
import type { Store } from "../../src/ports/store.ts";
import { assertChain, dump, readAll, turn, turns } from "../../src/testing/contract-drafts.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { holds } from "../support/property.ts";
import { newPlace, storeKinds } from "../support/stores.ts";
import { tapes } from "../support/tapes.ts";
import { hits, keepUp, put, VIEWS, viewTexts } from "../support/views.ts";

const { kinds, removeAll } = storeKinds();
afterEach(removeAll);

async function inEveryStore(work: (store: Store) => Promise<void>): Promise<void> {
  for (const { open } of kinds) {
    const store = await open();
    await work(store);
    await store.close();
  }
  removeAll();
}

/** An event without its payload. */
const headerOf = ({ payload, ...header }: StoredEvent): unknown => header;

scenario("tape.grows", async () => {
  await holds(
    fc.asyncProperty(tapes(15), (writes) =>
      inEveryStore(async (store) => {
        let before: StoredEvent[] = [];
        for (const write of writes) {
          await put(store, write);
          const after = await readAll(store);
          expect(after.length).toBe(before.length + write.events.length);
          expect(after.slice(0, before.length).map(headerOf)).toEqual(before.map(headerOf));
          before = after;
        }
      }),
    ),
    100,
  );
});

scenario("forget.chain-holds", async () => {
  await holds(
    fc.asyncProperty(tapes(), fc.array(fc.nat(30)), (writes, more) =>
      inEveryStore(async (store) => {
        for (const write of writes) await put(store, write);
        const events = await readAll(store);
        const erase = more.flatMap((n) => events[n]?.id ?? []);
        await store.tape.commit({ events: [], expect: new Map(), erase });
        await assertChain(store);
        const erased = (await readAll(store)).filter((event) => erase.includes(event.id));
        expect(erased.every((event) => event.payload === null)).toBe(true);
      }),
    ),
  );
});

/** SQL that changes past events in the database, and where `verify` reports the change. */
const TAMPERED: readonly (readonly [sql: string, position: string])[] = [
  [`UPDATE events SET payload = '{"role":"user","text":"never said"}' WHERE position = 2`, "payload at 2"],
  ["UPDATE events SET at = at + 1 WHERE position = 2", "hash at 2"],
  ["UPDATE events SET agent = 'somebody' WHERE position = 1", "hash at 1"],
  ["UPDATE events SET payload_hash = 'x', payload = NULL WHERE position = 3", "hash at 3"],
  ["DELETE FROM events WHERE position = 2", "position 2 is missing"],
  ["UPDATE events SET id = id || 'x' WHERE position = 3", "hash at 3"],
  [
    "UPDATE events SET position = -1 WHERE position = 1; UPDATE events SET position = 1 WHERE position = 2; UPDATE events SET position = 2 WHERE position = -1",
    "hash at 1",
  ],
];

scenario("tape.chain", async () => {
  const driver = await chooseDriver();
  for (const [sql, where] of TAMPERED) {
    const place = newPlace();
    const store = await place.open();
    await store.tape.append(turns("a", "b", "c"));
    await assertChain(store);
    const raw = driver.open(place.database);
    raw.exec(sql);
    raw.close();
    await expect(assertChain(store), sql).rejects.toThrow(where);
    await store.close();
    place.remove();
  }
});

test("a noted last hash shows that events were cut off the end of a tape", async () => {
  const place = newPlace();
  const store = await place.open();
  await store.tape.append(turns("a", "b", "c"));
  const noted = await store.tape.end();
  const raw = (await chooseDriver()).open(place.database);
  raw.exec("DELETE FROM events WHERE position = 3");
  raw.close();
  await assertChain(store);
  expect(await store.tape.end()).not.toEqual(noted);
  await store.close();
  place.remove();
});

scenario("tape.canonical", async () => {
  const payload = fc.dictionary(fc.string(), fc.jsonValue());
  await holds(
    fc.property(payload, fc.infiniteStream(fc.nat()), (fields, order) => {
      const shuffled = Object.entries(fields)
        .map((entry) => ({ entry, rank: order.next().value }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ entry }) => entry);
      const other = Object.fromEntries(shuffled);
      expect(canonical(other)).toBe(canonical(fields));
      expect(sha256(canonical(other))).toBe(sha256(canonical(fields)));
      expect(canonical(JSON.parse(canonical(fields)))).toBe(canonical(fields));
    }),
  );
});

scenario("tape.time-never-orders", async () => {
  await holds(
    fc.asyncProperty(fc.array(fc.integer({ min: -1e12, max: 4e12 }), { maxLength: 20 }), (times) =>
      inEveryStore(async (store) => {
        for (const [n, at] of times.entries())
          await store.tape.append([turn(`e${n}`, { at, recordedAt: -at })]);
        expect((await readAll(store)).map((event) => event.at)).toEqual(times);
      }),
    ),
    50,
  );
});

scenario("tape.gapless", async () => {
  const batch = fc.record({
    ids: fc.array(fc.nat(30), { maxLength: 5 }),
    how: fc.constantFrom("append", "enqueue", "commit", "merge"),
  });
  await holds(
    fc.asyncProperty(fc.array(batch, { maxLength: 12 }), (batches) =>
      inEveryStore(async (store) => {
        const first: string[] = [];
        for (const { ids, how } of batches) {
          const events = turns(...ids.map((n) => `e${n}`));
          if (how === "append") await store.tape.append(events);
          if (how === "enqueue") await store.tape.enqueue(events);
          if (how === "commit") await store.tape.commit({ events, expect: new Map() });
          if (how === "merge")
            await store.tape.merge({
              events: events.map((event, n) => ({ ...event, position: n + 1, payloadHash: "f", hash: "" })),
              positionHere: () => undefined,
              erase: [],
            });
          for (const { id } of events) if (!first.includes(id)) first.push(id);
          const seen = await readAll(store);
          expect(seen.map((event) => event.id)).toEqual(first);
          expect(seen.map((event) => event.position)).toEqual(first.map((_, n) => n + 1));
        }
      }),
    ),
    100,
  );
});

scenario("tape.once-by-key", async () => {
  const draft = fc.record({ id: fc.nat(5), key: fc.option(fc.nat(3), { nil: undefined }) });
  await holds(
    fc.asyncProperty(fc.array(draft, { maxLength: 20 }), (drafts) =>
      inEveryStore(async (store) => {
        const tape: { id: string; key: string | undefined }[] = [];
        for (const { id: n, key: k } of drafts) {
          const id = `e${n}`;
          const key = k === undefined ? undefined : `k${k}`;
          const byId = tape.findIndex((event) => event.id === id);
          const known = byId >= 0 ? byId : tape.findIndex((event) => key !== undefined && event.key === key);
          if (known < 0) tape.push({ id, key });
          const position = known < 0 ? tape.length : known + 1;
          const [placed] = await store.tape.append([turn(id, key === undefined ? {} : { key })]);
          expect(placed).toEqual({ id: tape[position - 1]?.id, position, isNew: known < 0 });
        }
      }),
    ),
    100,
  );
});

scenario("forget.out-of-views", async () => {
  await holds(
    fc.asyncProperty(tapes(), (writes) =>
      inEveryStore(async (store) => {
        for (const write of writes) await put(store, write);
        const events = await readAll(store);
        // A document can be found again after its next version is recorded.
        const isNewest = ({ subject, position }: StoredEvent): boolean =>
          !events.some((event) => event.subject === subject && event.position > position);
        const gone = events.filter(
          (event) =>
            event.payload === null &&
            (!DOCUMENT_TYPES.some((type) => type === event.type) || isNewest(event)),
        );
        for (const when of ["before a rebuild", "after it"]) {
          await keepUp(store);
          const all = JSON.stringify([await viewTexts(store.views), await hits(store)]);
          for (const { subject, type, position } of gone) {
            const name = type === "turn.recorded" ? `turn@${position}` : subject;
            expect(all.includes(`${name}`) && isWhole(all, String(name)), `${name} ${when}`).toBe(false);
          }
          await store.views.reset(VIEWS);
        }
      }),
    ),
    100,
  );
});

/** Looks for the whole name: `turn@1` is not part of `turn@12`. */
const isWhole = (text: string, name: string): boolean => new RegExp(`${name}(?!\\d)`).test(text);

scenario("forget.label-not-reused", async () => {
  const items = VIEWS[0];
  if (!items) throw new Error("there are no views");
  await holds(
    fc.asyncProperty(tapes(), (writes) =>
      inEveryStore(async (store) => {
        const named = new Map<string, string>();
        for (const write of writes) {
          await put(store, write);
          await keepUp(store);
          for (const line of (await dump(store.views, items)).split("\n")) {
            const [key = "", text = ""] = line.split("\t");
            if (!kindOfPrefix(key.split("#")[0] ?? "") || !key.includes("#")) continue;
            expect(named.get(key) ?? text, key).toBe(text);
            named.set(key, text);
          }
        }
      }),
    ),
    60,
  );
});
