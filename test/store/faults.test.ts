import { describe, expect, test } from "vitest";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { openSpool } from "../../src/adapters/spool/spool.ts";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { advance } from "../../src/app/runtime/advance.ts";
import { MemoryError } from "../../src/core/failure.ts";
import type { Store } from "../../src/ports/store.ts";
import { assertChain, readAll, turn, turns } from "../../src/testing/contract-drafts.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type Fault, FULL, faultPoint, IO } from "../support/faults.ts";
import { TEST_SEAL } from "../support/seal.ts";
import { newPlace, type Place, spoolName } from "../support/stores.ts";
import { keepUp, VIEWS, viewTexts } from "../support/views.ts";

/** An operation on a store, and the ids of the events that it records. */
type Operation = {
  readonly name: string;
  readonly ids: readonly string[];
  /** Set for writes. A short run tests other operations with one fault only, and the long run with all faults. */
  readonly isWrite?: true;
  /** Its events are recorded all together or not at all. */
  readonly isWhole?: true;
  readonly run: (store: Store) => Promise<unknown>;
};

const COMMIT = {
  events: [turn("n1", { subject: "x" }), turn("n2", { subject: "x" })],
  expect: new Map([["x", 0]]),
  erase: ["old1"],
};

const OPERATIONS: readonly Operation[] = [
  {
    name: "append",
    ids: ["n1", "n2"],
    isWhole: true,
    isWrite: true,
    run: (store) => store.tape.append(turns("n1", "n2")),
  },
  {
    name: "enqueue",
    ids: ["n1", "n2"],
    isWrite: true,
    run: (store) => store.tape.enqueue(turns("n1", "n2")),
  },
  {
    name: "commit",
    ids: ["n1", "n2"],
    isWhole: true,
    isWrite: true,
    run: (store) => store.tape.commit(COMMIT),
  },
  { name: "read", ids: [], run: (store) => readAll(store) },
  { name: "publish", ids: [], isWrite: true, run: (store) => publishSome(store) },
  { name: "reset", ids: [], run: (store) => store.views.reset(VIEWS) },
];

/** Publishes one row view and the index; the other views use the same calls. */
async function publishSome(store: Store): Promise<void> {
  for (const name of ["sessions", "search"]) {
    const view = VIEWS.find((each) => each.name === name);
    if (!view) throw new Error(`there is no view ${name}`);
    await advance({ events: store.events, space: store.views, view });
  }
}

const WAYS: readonly Omit<Fault, "call">[] = [
  { trouble: IO, when: "before", lasts: "once" },
  { trouble: FULL, when: "half", lasts: "on" },
  { trouble: IO, when: "after", lasts: "once" },
];

const isLong = process.env.TIDEMARK_LONG === "1";

/** No operation makes more calls than this, so a loop that reaches it would not end. */
const CALLS_MAX = 500;

const driver = await chooseDriver();
const OLD = ["old1", "old2", "old3", "left1", "left2", "open1"];

/** Puts events on the tape, into a spool file that its process finished, and into one that a dead process left open. */
async function prepare(place: Place): Promise<void> {
  const store = await place.open();
  await store.tape.append(turns("old1", "old2"));
  await keepUp(store);
  await store.tape.append(turns("old3"));
  await store.close();
  const finished = openSpool({
    folder: ownedFolder(place.spool),
    name: spoolName(),
    now: Date.now,
    seal: TEST_SEAL,
  });
  finished.write(turns("left1", "left2"));
  finished.close();
  openSpool({ folder: ownedFolder(place.spool), name: spoolName(), now: Date.now, seal: TEST_SEAL }).write(
    turns("open1"),
  );
}

/** Runs work that may fail; returns its failure, which must say what to do. */
async function failureOf(work: () => Promise<unknown>): Promise<MemoryError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    expect(error, String((error as Error).stack)).toBeInstanceOf(MemoryError);
    expect((error as MemoryError).fix).toMatch(/\w/);
    return error as MemoryError;
  }
}

type Expected = {
  readonly acknowledged: readonly string[];
  /** Events whose writer got an error. They may be on the tape or not. */
  readonly maybe: readonly string[];
  readonly isWhole: boolean;
};

/** Every acknowledged event is on the tape once, the chain holds, and the views equal rebuilt ones. */
async function assertSound(place: Place, { acknowledged, maybe, isWhole }: Expected): Promise<void> {
  // An hour later, so that the files of dead writers are drained completely.
  const store = await place.open({ now: () => Date.now() + 3_600_000 });
  const ids = (await readAll(store)).map((event) => event.id);
  expect(ids).toEqual([...new Set(ids)]);
  expect(ids).toEqual(expect.arrayContaining([...acknowledged]));
  expect(ids.filter((id) => !acknowledged.includes(id) && !maybe.includes(id))).toEqual([]);
  const there = maybe.filter((id) => ids.includes(id)).length;
  if (isWhole) expect([0, maybe.length]).toContain(there);
  await assertChain(store);
  await keepUp(store);
  const kept = await viewTexts(store.views);
  await store.views.reset(VIEWS);
  await keepUp(store);
  expect(await viewTexts(store.views)).toEqual(kept);
  await store.close();
}

/**
 * Runs one operation with one failing call. Returns the name of that call, or undefined if the operation makes fewer
 * calls.
 */
async function tryWith(operation: Operation, fault: Fault): Promise<string | undefined> {
  const { ids, run, isWhole = false } = operation;
  const place = newPlace();
  await prepare(place);
  const point = faultPoint(driver);
  const store = await place.open({ driver: point.driver, calls: point.calls });
  point.arm(fault);
  const failure = await failureOf(() => run(store));
  point.disarm();
  const maybe = failure ? ids : [];
  await assertSound(place, { acknowledged: [...OLD, ...(failure ? [] : ids)], maybe, isWhole });
  // The same handle still works, and repeating the operation does not record its events twice.
  await run(store);
  await store.tape.append(turns("next"));
  await store.close();
  await assertSound(place, { acknowledged: [...OLD, ...ids, "next"], maybe: [], isWhole });
  place.remove();
  return point.tripped();
}

/** Every call fails in turn in the long run, and every seventh call otherwise. */
const CALL_STEP = isLong ? 1 : 7;

/** Repeats the work with a later failing call each time, until the work makes fewer calls. */
async function failEachCall(work: (call: number) => Promise<string | undefined>): Promise<string[]> {
  const failed: string[] = [];
  for (let call = 1; call <= CALLS_MAX; call += CALL_STEP) {
    const name = await work(call);
    if (name === undefined) return failed;
    failed.push(name);
  }
  throw new Error(`there is no end to the calls: ${failed.slice(-5)}`);
}

scenario("store.fails-safe", async () => {
  for (const operation of OPERATIONS) {
    for (const way of isLong || operation.isWrite ? WAYS : WAYS.slice(0, 1)) {
      const failed = await failEachCall((call) => tryWith(operation, { ...way, call }));
      expect(failed.length * CALL_STEP, operation.name).toBeGreaterThan(5);
    }
  }
});

describe("opening", () => {
  for (const state of ["a new store", "a store that is there"]) {
    for (const way of WAYS) {
      test(`${state} with any call failing (${way.trouble.file}, ${way.when}) loses nothing`, async () => {
        const failed = await failEachCall((call) => openWith(state === "a new store", { ...way, call }));
        expect(failed.length * CALL_STEP).toBeGreaterThan(3);
      });
    }
  }
});

async function openWith(isNew: boolean, fault: Fault): Promise<string | undefined> {
  const place = newPlace();
  if (!isNew) await prepare(place);
  const point = faultPoint(driver);
  point.arm(fault);
  const failure = await failureOf(async () => {
    const store = await place.open({ driver: point.driver, calls: point.calls });
    await store.close();
  });
  expect(failure === undefined || point.tripped() !== undefined).toBe(true);
  await assertSound(place, { acknowledged: isNew ? [] : OLD, maybe: [], isWhole: false });
  place.remove();
  return point.tripped();
}

describe("closing", () => {
  test("with any failing call still closes the database, and every acknowledged event is there", async () => {
    await failEachCall(async (call) => {
      const place = newPlace();
      await prepare(place);
      const point = faultPoint(driver);
      const store = await place.open({ driver: point.driver, calls: point.calls });
      await store.tape.enqueue(turns("n1"));
      point.arm({ trouble: IO, when: "before", lasts: "on", call });
      await failureOf(() => store.close());
      await expect(store.tape.end()).rejects.toThrow();
      await assertSound(place, { acknowledged: [...OLD, "n1"], maybe: [], isWhole: true });
      place.remove();
      return point.tripped();
    });
  });
});
