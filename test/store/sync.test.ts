/** Stores with separate events end up equal after syncs in any order, even if some are interrupted. */
import fc from "fast-check";
import { afterAll, expect } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { openVault } from "../../src/adapters/sqlite/vault.ts";
import { syncSides } from "../../src/app/upkeep/sync-stores.ts";
import type { Draft } from "../../src/core/tape/event.ts";
import { exportLine } from "../../src/core/tape/export-line.ts";
import { replacingFile } from "../../src/open-store.ts";
import type { Store } from "../../src/ports/store.ts";
import type { SyncSide } from "../../src/ports/store-mover.ts";
import { assertChain, readAll, turn } from "../../src/testing/contract-drafts.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { onPostgres } from "../support/on-postgres.ts";
import { newPlace, type Place } from "../support/stores.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
const RUNS = isLong ? 200 : 12;
const STORES = 3;

const places: Place[] = [];
afterAll(() => {
  for (const place of places) place.remove();
});

/** A store on a file, as one side of a sync. */
async function fileSide(): Promise<SyncSide> {
  const place = newPlace();
  places.push(place);
  const store = await place.open();
  const file = { driver: await chooseDriver(), path: place.database, sha256, waitMs: 10_000 };
  const stamp = () => ({ id: `evt_${Math.random()}`, at: 1, recordedAt: 1, writer: turn("x").writer });
  const vault = openVault({ ...file, drain: store.tape.end, stamp });
  let order = 0;
  const serverOrder = () => order;
  const setServerOrder = (upTo: number) => {
    order = upTo;
  };
  const own = { replaceBy: replacingFile({ ...file, vault }), serverOrder, setServerOrder };
  return { store, name: place.folder, file: own, close: store.close };
}

/** The first store is on a server if the tests have one; the others sync with it or with each other. */
async function sides(): Promise<readonly SyncSide[]> {
  const files = await Promise.all(Array.from({ length: STORES - 1 }, fileSide));
  if (onPostgres.openStore === undefined) return [await fileSide(), ...files];
  const store = await onPostgres.openStore();
  return [{ store, name: "server", close: store.close }, ...files];
}

/** Fails after `fuse.left` writing calls, like a process that is killed at that moment. */
function fused({ store, ...side }: SyncSide, fuse: { left: number }): SyncSide {
  const burn = (): void => {
    if (fuse.left-- <= 0) throw new Error("cut off");
  };
  const { file } = side;
  const tape: Store["tape"] = {
    ...store.tape,
    merge: async (merge) => {
      burn();
      // The last merge before the failure records a part of its batch first, and then repeats the whole batch.
      if (fuse.left === 0) await store.tape.merge({ ...merge, events: merge.events.slice(0, 1), erase: [] });
      return store.tape.merge(merge);
    },
  };
  return {
    ...side,
    store: { ...store, tape },
    ...(file && {
      file: {
        ...file,
        replaceBy: async (source: Store) => {
          burn();
          return file.replaceBy(source);
        },
      },
    }),
  };
}

type Step =
  | { readonly do: "write"; readonly at: number; readonly what: number }
  | { readonly do: "sync"; readonly from: number; readonly to: number; readonly fuse: number };

const index = fc.nat(STORES - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("write" as const), at: index, what: fc.nat(9) }),
  fc.record({ do: fc.constant("sync" as const), from: index, to: index, fuse: fc.nat(3) }),
);

/** Few ids and keys, so that stores share events with the same id, or with the same key under different ids. */
const eventOf = (at: number, what: number): Draft =>
  what < 4 ? turn(`same-${what}`) : { ...turn(`own-${at}-${what}`), key: `key-${what % 3}` };

/** Each store syncs repeatedly with the next one in either direction, so that no store is the centre. */
type Ring = {
  readonly order: readonly number[];
  readonly isTurned: readonly boolean[];
  readonly isOpen: boolean;
};
const rings: fc.Arbitrary<Ring> = fc.record({
  order: fc.shuffledSubarray([...Array(STORES).keys()], { minLength: STORES }),
  isTurned: fc.array(fc.boolean(), { minLength: STORES, maxLength: STORES }),
  isOpen: fc.boolean(),
});
/** Enough rounds for the last event to reach every store, and then for all stores to agree on one order. */
const ROUNDS = 2 * STORES;

async function syncRound(all: readonly SyncSide[], { order, isTurned, isOpen }: Ring): Promise<void> {
  for (const [i, at] of order.entries()) {
    const [one, next] = [all[at], all[order[(i + 1) % STORES] ?? 0]];
    if (one === undefined || next === undefined || (isOpen && i === STORES - 1)) continue;
    await (isTurned[i] ? syncSides(next, one, sha256) : syncSides(one, next, sha256));
  }
}

const exported = async ({ store }: SyncSide): Promise<string[]> => (await readAll(store)).map(exportLine);

async function play(steps: readonly Step[], ring: Ring): Promise<void> {
  const all = await sides();
  try {
    const written = new Set<string>();
    for (const one of steps) {
      const [a, b] = one.do === "write" ? [all[one.at]] : [all[one.from], all[one.to]];
      if (one.do === "write") {
        const [placed] = (await a?.store.tape.append([eventOf(one.at, one.what)])) ?? [];
        if (placed) written.add(placed.id);
      } else if (a && b && a !== b && (a.file ?? b.file)) {
        const fuse = { left: one.fuse };
        await syncSides(fused(a, fuse), fused(b, fuse), sha256).catch((error: Error) =>
          expect(error.message).toBe("cut off"),
        );
      }
    }
    const [hub] = all;
    if (hub === undefined) return;
    for (let round = 0; round < ROUNDS; round++) await syncRound(all, ring);
    const [first, ...others] = await Promise.all(all.map(exported));
    for (const other of others) expect(other).toEqual(first);
    const events = await readAll(hub.store);
    await assertChain(hub.store);
    const keys = new Set(events.flatMap(({ key }) => key ?? []));
    const ids = new Set(events.map(({ id }) => id));
    for (const id of written) {
      const key = id.startsWith("own-") ? `key-${Number(id.split("-")[2]) % 3}` : undefined;
      expect(ids.has(id) || (key !== undefined && keys.has(key)), `${id} is there`).toBe(true);
    }
    expect(ids.size).toBe(events.length);
  } finally {
    for (const { close } of all) await close();
  }
}

scenario("team.sync", async () => {
  const runs = Math.max(3, Math.ceil(RUNS / (onPostgres.share > 1 ? 3 : 1)));
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 18 }), rings, play), {
    numRuns: runs,
  });
});
