/** Concurrent writes of a process: they are decided one after the other, flushed together, and answered after the flush. */
import { readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { chooseDriver, type Driver } from "../../src/adapters/sqlite/driver.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { writeGroups } from "../../src/app/runtime/write-groups.ts";
import { openTidemark } from "../../src/index.ts";
import { readAll, turns } from "../../src/testing/contract-drafts.ts";
import { scenario } from "../scenarios/scenario.ts";
import { freshFolder } from "../scenarios/stage.ts";
import { newPlace } from "../support/stores.ts";

/** A driver that logs the synchronous mode of every commit, which says whether it was flushed. */
async function loggedDriver(log: string[]): Promise<Driver> {
  const driver = await chooseDriver();
  let flush = "FULL";
  return {
    ...driver,
    open: (...given) => {
      const db = driver.open(...given);
      const exec = (sql: string): void => {
        db.exec(sql);
        flush = /synchronous = (\w+)/.exec(sql)?.[1] ?? flush;
        if (sql === "COMMIT") log.push(flush);
      };
      return { exec, prepare: (sql) => db.prepare(sql), close: () => db.close() };
    },
  };
}

scenario("designs.many-at-once", async () => {
  const memory = openTidemark({ dir: freshFolder(), agent: "tool" });
  onTestFinished(() => memory.close());
  const text = "The gateway listens on port 8080";
  const same = await Promise.all([1, 2, 3].map(() => memory.remember({ text, kind: "fact" })));
  expect(same.map(({ outcome }) => outcome)).toEqual(["created", "seen_again", "seen_again"]);
  const [, second] = await Promise.all(
    [30, 60].map((n) =>
      memory.remember({ text: `The request timeout is ${n} seconds`, kind: "fact", topic: "timeouts" }),
    ),
  );
  expect(second?.raised.map(({ kind }) => kind)).toContain("edge");
  const [good, bad] = await Promise.allSettled([
    memory.remember({ text: "Port 9000 is the admin page's", kind: "fact" }),
    memory.create({ kind: "fact", text: "" }),
  ]);
  expect([good?.status, bad?.status]).toEqual(["fulfilled", "rejected"]);
});

scenario("designs.one-flush", async () => {
  const log: string[] = [];
  const place = newPlace();
  onTestFinished(place.remove);
  const store = await place.open({ driver: await loggedDriver(log) });
  const grouped = writeGroups();
  log.splice(0);
  const write = (id: string) =>
    grouped({ store } as Deps, ({ store: { tape } }) => tape.commit({ events: turns(id), expect: new Map() }))
      // Logged when the write is answered.
      .then(() => log.push(id));
  await Promise.all(["a", "b", "c", "d"].map(write));
  expect(log).toEqual(["NORMAL", "NORMAL", "NORMAL", "NORMAL", "FULL", "a", "b", "c", "d"]);
  // A single write is flushed with its own commit.
  await write("e");
  expect(log.slice(-2)).toEqual(["FULL", "e"]);
  expect(await readAll(store)).toHaveLength(5);
  await store.close();
});

test("spool files are not removed before the group is flushed", async () => {
  const place = newPlace();
  onTestFinished(place.remove);
  const store = await place.open();
  const other = await place.open();
  const locked = (await chooseDriver()).open(place.database);
  locked.exec("BEGIN IMMEDIATE");
  await other.tape.enqueue(turns("spooled"));
  locked.exec("ROLLBACK");
  locked.close();
  await other.close();
  const spooled = () => readdirSync(place.spool).filter((name) => name.includes(".jsonl"));
  const shared = store.tape.group?.();
  await shared?.tape.commit({ events: turns("a"), expect: new Map() });
  expect(spooled()).toHaveLength(1);
  await shared?.flush();
  expect(spooled()).toEqual([]);
  expect((await readAll(store)).map(({ id }) => id)).toEqual(["spooled", "a"]);
  await store.close();
});

/** Starts two writes that share one flush, which the test ends. */
function heldFlush() {
  let end: { flush: () => void; fail: (error: Error) => void } | undefined;
  const flushed = new Promise<void>((flush, fail) => {
    end = { flush, fail };
  });
  const tape = { group: () => ({ tape: {}, flush: () => flushed }) };
  const grouped = writeGroups();
  const answered: string[] = [];
  const writes = ["a", "b"].map((id) =>
    grouped({ store: { tape } } as unknown as Deps, async () => id).finally(() => answered.push(id)),
  );
  return { answered, all: Promise.allSettled(writes), end: () => end };
}

test("no write is answered before the flush has ended", async () => {
  const { answered, all, end } = heldFlush();
  await new Promise((done) => setImmediate(done));
  expect(answered).toEqual([]);
  end()?.flush();
  expect((await all).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});

test("a failed flush fails all writes of the group", async () => {
  const { all, end } = heldFlush();
  end()?.fail(new Error("disk"));
  expect((await all).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
