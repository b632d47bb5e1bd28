import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, expect } from "vitest";
import { openMemoryStore } from "../../src/adapters/memory-store/store.ts";
import { advance } from "../../src/app/runtime/advance.ts";
import type { Pass, Store } from "../../src/ports/store.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { onPostgres } from "../support/on-postgres.ts";
import { holds } from "../support/property.ts";
import { newPlace, type Place } from "../support/stores.ts";
import { plainTapes } from "../support/tapes.ts";
import { keepUp, put, VIEWS, viewTexts } from "../support/views.ts";

const places: Place[] = [];
const removeAll = (): void => {
  for (const place of places.splice(0)) place.remove();
};
afterEach(removeAll);

const { openStore: openOnPostgres } = onPostgres;

/** Ways to open two handles on one store. */
const PAIRS: readonly (() => Promise<readonly [Store, Store]>)[] = [
  async () => {
    const store = openMemoryStore(sha256);
    return [store, store];
  },
  async () => {
    const place = newPlace();
    places.push(place);
    return [await place.open(), await place.open()];
  },
  ...(openOnPostgres ? [() => pairOn(openOnPostgres)] : []),
];

/** Opens two handles on one project of a server. */
async function pairOn(open: (project: string) => Promise<Store>): Promise<readonly [Store, Store]> {
  const project = `pair-${randomUUID()}`;
  return [await open(project), await open(project)];
}

type Published = { readonly pass: Pass; readonly outcome: string };
/** What both workers published. `turn` lets only one of them publish and compare views at a time. */
type Log = { readonly published: Published[]; turn: Promise<unknown> };

/** A worker that waits for the scheduler at every step, so that two workers interleave in every possible order. */
function worker(store: Store, scheduler: fc.Scheduler, log: Log): Store {
  const step = () => scheduler.schedule(Promise.resolve());
  return {
    ...store,
    events: { ...store.events, read: async (...how) => step().then(() => store.events.read(...how)) },
    views: {
      ...store.views,
      checkpoint: async (view) => step().then(() => store.views.checkpoint(view)),
      rows: async (...how) => step().then(() => store.views.rows(...how)),
      publish: async (pass) => {
        await step();
        const publish = async () => {
          const before = await viewTexts(store.views);
          const outcome = await store.views.publish(pass);
          if (outcome === "conflict") expect(await viewTexts(store.views)).toEqual(before);
          log.published.push({ pass, outcome });
          return outcome;
        };
        const mine = log.turn.then(publish);
        log.turn = mine;
        return mine;
      },
    },
  };
}

scenario("view.pass-once", async () => {
  await holds(
    fc.asyncProperty(
      plainTapes(12),
      fc.integer({ min: 1, max: 4 }),
      fc.scheduler(),
      async (writes, size, scheduler) => {
        for (const open of PAIRS) {
          const [one, other] = await open();
          for (const write of writes) await put(one, write);
          const log: Log = { published: [], turn: Promise.resolve() };
          const work = async (store: Store): Promise<void> => {
            const slow = worker(store, scheduler, log);
            const read: Store["events"]["read"] = (after, _, types) => slow.events.read(after, size, types);
            for (const view of VIEWS) await advance({ events: { read }, space: slow.views, view });
          };
          await scheduler.waitFor(Promise.all([work(one), work(other)]));
          const places = log.published
            .filter(({ outcome }) => outcome === "published")
            .map(({ pass }) => `${pass.view.name} ${pass.after}`);
          expect(places).toEqual([...new Set(places)]);
          const together = await viewTexts(one.views);
          await one.views.reset(VIEWS);
          await keepUp(one);
          expect(together).toEqual(await viewTexts(one.views));
          await other.close();
          if (other !== one) await one.close();
        }
        removeAll();
      },
    ),
    100,
  );
});

scenario("view.catch-up", async () => {
  await holds(
    fc.asyncProperty(plainTapes(8), async (writes) => {
      for (const open of PAIRS) {
        const [writer, reader] = await open();
        for (const write of writes) {
          await writer.tape.enqueue(write.events);
          await keepUp(reader);
          for (const view of VIEWS)
            expect(await reader.views.checkpoint(view)).toBe((await writer.tape.end()).position);
        }
        await reader.close();
        if (reader !== writer) await writer.close();
      }
      removeAll();
    }),
    30,
  );
});
