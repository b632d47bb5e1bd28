import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { assertChain, readAll, turns } from "../../src/testing/contract-drafts.ts";
import { scenario } from "../scenarios/scenario.ts";
import { ROOT } from "../sources.ts";
import { runKills } from "../support/kills.ts";
import { bundledWorker, startWorker } from "../support/processes.ts";
import { newPlace, type Place } from "../support/stores.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
/** Number of kills. Two hundred take a minute on two cores; `npm run bench -- faults` runs that many. */
const KILLS = isLong ? 2000 : 30;

let worker = "";
let place: Place;
beforeAll(async () => {
  worker = await bundledWorker(ROOT);
  place = newPlace();
});
afterAll(() => {
  rmSync(worker, { force: true });
  place.remove();
});

scenario("store.many-writers", async () => {
  const { folder, open, remove } = newPlace();
  const names = Array.from({ length: 8 }, (_, n) => `w${n}`);
  const workers = names.map((name) => startWorker(worker, { folder, name, work: "write", count: 100 }));
  const ends = await Promise.all(workers.map(({ ended }) => ended));
  expect(workers.map(({ stderr }) => stderr())).toEqual(names.map(() => ""));
  expect(ends.map(({ code }) => code)).toEqual(names.map(() => 0));
  const store = await open();
  const ids = (await readAll(store)).map((event) => event.id);
  const wanted = names.flatMap((name) => Array.from({ length: 100 }, (_, n) => `${name}-${n}`));
  expect([...ids].sort()).toEqual(wanted.sort());
  // The events of each process are in the order in which they were acknowledged.
  for (const name of names) {
    const own = ids.filter((id) => id.startsWith(`${name}-`));
    expect(own).toEqual(Array.from({ length: 100 }, (_, n) => `${name}-${n}`));
  }
  await assertChain(store);
  expect(await store.upkeep.intake()).toMatchObject({ rejected: 0 });
  await store.close();
  remove();
});

scenario("faults.kills", async () => {
  const report = await runKills({
    folder: place.folder,
    worker,
    writers: 4,
    readers: 1,
    kills: KILLS,
    seed: 1,
  });
  expect(report).toMatchObject({ lost: [], duplicated: [], errors: [], integrity: "ok" });
  expect(report.kills).toBeGreaterThanOrEqual(KILLS);
  expect(report.acknowledged).toBeGreaterThan(KILLS);
});

scenario("store.durable", async () => {
  const { folder, open, remove } = newPlace();
  for (const count of [1, 2, 3, 4]) {
    const last = `w${count}-${count - 1}`;
    const killed = startWorker(worker, { folder, name: `w${count}`, work: "write", count: 1000 }, (line) => {
      if (line === `ok ${last}`) killed.child.kill("SIGKILL");
    });
    expect((await killed.ended).signal).toBe("SIGKILL");
    const store = await open();
    expect((await readAll(store)).map((event) => event.id)).toContain(last);
    await store.close();
  }
  remove();
});

scenario("store.read-your-writes", async () => {
  const { folder, open, remove } = newPlace();
  const store = await open();
  const seen: Promise<boolean>[] = [];
  const writer = startWorker(worker, { folder, name: "w", work: "write", count: 40 }, (line) => {
    const id = line.replace(/^ok /, "");
    seen.push(readAll(store).then((events) => events.some((event) => event.id === id)));
  });
  expect((await writer.ended).code).toBe(0);
  expect(await Promise.all(seen)).toEqual(Array.from({ length: 40 }, () => true));
  await store.close();
  remove();
});

scenario("store.bounded-wait", async () => {
  const { database, open, remove } = newPlace();
  const store = await open({ waitMs: 30 });
  const other = (await chooseDriver()).open(database);
  other.exec("BEGIN IMMEDIATE");
  // An append that times out is safe in the spool, and its error says that it need not be repeated.
  await expect(store.tape.append(turns("a"))).rejects.toMatchObject({
    code: "store.busy",
    retryable: false,
    message: expect.stringMatching(/safe/),
  });
  // A commit that times out wrote nothing, and its caller may try again.
  await expect(store.tape.commit({ events: turns("c"), expect: new Map() })).rejects.toMatchObject({
    code: "store.busy",
    retryable: true,
    fix: expect.stringMatching(/Try again/),
  });
  // `enqueue` does not wait: the event is safe, and is on the tape when the other process has finished.
  await store.tape.enqueue(turns("b"));
  other.exec("ROLLBACK");
  other.close();
  await store.tape.append(turns("a"));
  expect((await readAll(store)).map((event) => event.id)).toEqual(["a", "b"]);
  await store.close();
  remove();
});
