import { afterAll, describe, expect, test } from "vitest";
import { openMemoryStore } from "../../src/adapters/memory-store/store.ts";
import { chooseDriver, type Driver, isFixed } from "../../src/adapters/sqlite/driver.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { type ContractCase, storeContract } from "../../src/testing/index.ts";
import { scenario } from "../scenarios/scenario.ts";
import { newPlace, type Place } from "../support/stores.ts";

const drivers = {
  "the driver the probe picks": await chooseDriver(),
  "the packaged driver": await chooseDriver("packaged"),
  "Node's own driver": await chooseDriver("builtin"),
};
/** If Node has no suitable SQLite, its "own" driver is the packaged one, which is tested anyway. */
const hasBuiltin = drivers["Node's own driver"].name === "node:sqlite";
const places: Place[] = [];
const contracts: { readonly [store: string]: readonly ContractCase[] } = {
  memory: storeContract(async () => openMemoryStore(sha256)),
  ...Object.fromEntries(
    Object.entries(drivers)
      .filter(([name]) => hasBuiltin || name !== "Node's own driver")
      .map(([name, driver]) => [`SQLite with ${name}`, contractOf(driver)]),
  ),
};

function contractOf(driver: Driver): readonly ContractCase[] {
  let place: Place | undefined;
  const open = () => {
    place = newPlace({ driver });
    places.push(place);
    return place.open();
  };
  return storeContract(open, () => (place ?? newPlace({ driver })).open());
}

afterAll(() => {
  for (const place of places) place.remove();
});

for (const [store, cases] of Object.entries(contracts)) {
  describe(`the store contract, ${store}`, () => {
    for (const { name, run } of cases) test(name, run);
  });
}

scenario("store.contract", () => {
  const [memory = [], ...others] = Object.values(contracts);
  const names = memory.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(30);
  for (const cases of others) expect(cases.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

scenario("store.commit-all-or-nothing", async () => {
  const promises = [
    "a commit goes through when every subject is where the caller saw it",
    "a commit that rests on a subject that moved changes nothing at all",
    "of two commits that rest on the same state one goes through",
  ];
  for (const cases of Object.values(contracts)) {
    const kept = cases.filter(({ name }) => promises.includes(name));
    expect(kept).toHaveLength(promises.length);
    for (const { run } of kept) await run();
  }
});

scenario("store.driver-probe", () => {
  const { "the driver the probe picks": picked, "the packaged driver": packaged } = drivers;
  expect(isFixed(picked.version)).toBe(true);
  expect(packaged.name).toBe("@photostructure/sqlite");
  expect(picked.name).toBe(hasBuiltin ? "node:sqlite" : "@photostructure/sqlite");
  expect(["3.51.2", "3.51.3", "3.52.0", "4.0.0", "3.9.9"].map(isFixed)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});
