import fc from "fast-check";
import { afterEach, expect } from "vitest";
import { advance } from "../../src/app/runtime/advance.ts";
import type { Draft, StoredEvent } from "../../src/core/tape/event.ts";
import { foldRows } from "../../src/core/tape/projection.ts";
import { upcastAll } from "../../src/core/tape/read.ts";
import type { Store } from "../../src/ports/store.ts";
import { assertChain, dump, readAll, tally, turn } from "../../src/testing/contract-drafts.ts";
import { scenario } from "../scenarios/scenario.ts";
import { holds } from "../support/property.ts";
import { newPlace, type Place, storeKinds } from "../support/stores.ts";
import { tapes } from "../support/tapes.ts";
import { keepUp, put, VIEWS, viewTexts } from "../support/views.ts";

const { kinds, removeAll } = storeKinds();
const places: Place[] = [];
afterEach(() => {
  removeAll();
  for (const place of places.splice(0)) place.remove();
});

/** The model of a store: a list of events, with the erased ones marked and the position of the view. */
type Model = { readonly tape: { draft: Draft; isErased: boolean }[]; readTo: number };

/** The real store, with a function that closes and reopens it if its kind allows that. */
type Real = { store: Store; readonly reopen: () => Promise<Store> };

type StoreCommand = fc.AsyncCommand<Model, Real>;

const command = (name: string, run: (model: Model, real: Real) => Promise<void>): StoreCommand => ({
  check: () => true,
  run,
  toString: () => name,
});

const known = (model: Model, id: string): boolean => model.tape.some(({ draft }) => draft.id === id);

function record(model: Model, drafts: readonly Draft[]): void {
  for (const draft of drafts) if (!known(model, draft.id)) model.tape.push({ draft, isErased: false });
}

const lastOf = (model: Model, subject: string): number =>
  model.tape.findLastIndex(({ draft }) => draft.subject === subject) + 1;

const ids = fc.array(fc.nat(25), { minLength: 1, maxLength: 4 });
const subject = fc.constantFrom("x", "y");
const draftsOf = (numbers: readonly number[], about?: string): Draft[] =>
  numbers.map((n) => turn(`e${n}`, { session: `s${n % 3}`, ...(about ? { subject: about } : {}) }));

const append = ids.map((numbers) =>
  command(`append ${numbers}`, async (model, { store }) => {
    const placed = await store.tape.append(draftsOf(numbers));
    record(model, draftsOf(numbers));
    expect(placed.map(({ id, position }) => model.tape[position - 1]?.draft.id === id)).not.toContain(false);
  }),
);
const enqueue = ids.map((numbers) =>
  command(`enqueue ${numbers}`, async (model, { store }) => {
    await store.tape.enqueue(draftsOf(numbers));
    record(model, draftsOf(numbers));
  }),
);
const commit = fc.tuple(ids, subject, fc.nat(1)).map(([numbers, about, behind]) =>
  command(`commit ${numbers} on ${about} ${behind} behind`, async (model, { store }) => {
    const events = draftsOf(numbers, about);
    const expected = Math.max(0, lastOf(model, about) - behind);
    const isRight = expected === lastOf(model, about);
    const { outcome } = await store.tape.commit({ events, expect: new Map([[about, expected]]) });
    expect(outcome).toBe(isRight ? "committed" : "conflict");
    if (isRight) record(model, events);
  }),
);
const erase = fc.nat(25).map((n) =>
  command(`erase ${n}`, async (model, { store }) => {
    await store.tape.commit({ events: [], expect: new Map(), erase: [`e${n}`] });
    await store.views.reset([tally]);
    model.readTo = 0;
    for (const entry of model.tape) if (entry.draft.id === `e${n}`) entry.isErased = true;
  }),
);
const catchUp = fc.constant(
  command("catch up", async (model, { store }) => {
    expect(await advance({ events: store.events, space: store.views, view: tally })).toBe(model.tape.length);
    model.readTo = model.tape.length;
  }),
);
const look = fc.constant(
  command("look", async (model, { store }) => {
    const events = await readAll(store, 7);
    expect(events.map((event) => [event.id, event.payload])).toEqual(
      model.tape.map(({ draft, isErased }) => [draft.id, isErased ? null : draft.payload]),
    );
    expect(await store.views.checkpoint(tally)).toBe(model.readTo);
    expect(await dump(store.views, tally)).toBe(foldedText(events.slice(0, model.readTo)));
  }),
);
const reopen = fc.constant(
  command("reopen", async (_, real) => {
    await real.store.close();
    real.store = await real.reopen();
  }),
);

/** The view as a plain fold over the list, printed in the format of stores. */
function foldedText(events: readonly StoredEvent[]): string {
  const rows = [...foldRows(tally, new Map(), upcastAll(events))].sort(([a], [b]) => (a < b ? -1 : 1));
  return rows
    .map(([key, row = {}]) => {
      const { kind, status, rank } = tally.facetsOf(row);
      return `${key}\t${kind} ${status} ${rank} ${JSON.stringify(row)}\n`;
    })
    .join("");
}

scenario("faults.model", async () => {
  const commands = fc.commands([append, enqueue, commit, erase, catchUp, look, reopen], {
    maxCommands: 25,
  });
  await holds(
    fc.asyncProperty(commands, async (script) => {
      const place = newPlace();
      places.push(place);
      const memory = await (kinds[0] as (typeof kinds)[number]).open();
      const reals: Real[] = [
        { store: memory, reopen: async () => memory },
        { store: await place.open(), reopen: place.open },
      ];
      for (const real of reals) {
        await fc.asyncModelRun(() => ({ model: { tape: [], readTo: 0 } as Model, real }), script);
        await assertChain(real.store);
        await real.store.close();
      }
      place.remove();
    }),
    100,
  );
});

scenario("faults.clock-jumps", async () => {
  await holds(
    fc.asyncProperty(
      tapes(20),
      fc.array(fc.integer({ min: -1e10, max: 1e10 }), { minLength: 5 }),
      async (writes, jumps) => {
        const place = newPlace();
        places.push(place);
        let reads = 0;
        const now = (): number => Date.now() + (jumps[reads++ % jumps.length] ?? 0);
        const [writer, reader] = [await place.open({ now }), await place.open({ now })];
        for (const write of writes) {
          if (write.erase.length > 0) await put(writer, write);
          else await writer.tape.enqueue(write.events);
          await keepUp(reader);
        }
        expect((await readAll(reader)).map((event) => event.id)).toEqual(
          writes.flatMap(({ events }) => events.map((event) => event.id)),
        );
        await assertChain(reader);
        const kept = await viewTexts(reader.views);
        await reader.views.reset(VIEWS);
        await keepUp(reader);
        expect(await viewTexts(reader.views)).toEqual(kept);
        await Promise.all([writer.close(), reader.close()]);
        place.remove();
      },
    ),
    40,
  );
});
