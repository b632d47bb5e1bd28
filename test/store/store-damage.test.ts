import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { chooseDriver, type Driver } from "../../src/adapters/sqlite/driver.ts";
import { MemoryError } from "../../src/core/failure.ts";
import type { Store } from "../../src/ports/store.ts";
import { assertChain, readAll, turn, turns } from "../../src/testing/contract-drafts.ts";
import { scenario } from "../scenarios/scenario.ts";
import { FULL, faultPoint, IO, READ_ONLY } from "../support/faults.ts";
import { holds } from "../support/property.ts";
import { newPlace, type Place } from "../support/stores.ts";
import { hits, keepUp, keysWith, viewTexts } from "../support/views.ts";

const driver = await chooseDriver();
const places: Place[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.remove();
});

function somewhere(): Place {
  const place = newPlace();
  places.push(place);
  return place;
}

const LONG = "some words that fill a page. ".repeat(40);

/** The bytes of a database of a few dozen pages with views, all in one file. */
async function filledBytes(): Promise<Buffer> {
  const place = somewhere();
  const store = await place.open();
  const text = (n: number) => `${n} ${LONG}`;
  await store.tape.append(
    Array.from({ length: 40 }, (_, n) => turn(`e${n}`, { payload: { role: "user", text: text(n) } })),
  );
  await keepUp(store);
  await store.close();
  const raw = driver.open(place.database);
  raw.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  raw.close();
  return readFileSync(place.database);
}

/** A store with these bytes in a new file, which no connection of this process has opened. */
function found(bytes: Buffer): Place {
  const place = somewhere();
  writeFileSync(place.database, bytes);
  return place;
}

/** Uses a damaged store in every way in which a program does. */
async function useAll(place: Place): Promise<void> {
  const store = await place.open();
  try {
    await readAll(store);
    await keepUp(store);
    await viewTexts(store.views);
    await hits(store);
    await store.tape.append(turns("new"));
    await store.events.history("x");
  } finally {
    await store.close();
  }
}

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

describe("a truncated database", () => {
  const PAGE = 4096;
  const CUTS: readonly (readonly [what: string, length: (size: number) => number])[] = [
    ["in its header", () => 50],
    ["after its header", () => 100],
    ["after its first page", () => PAGE],
    ["in the middle", (size) => Math.floor(size / 2 / PAGE) * PAGE],
    ["in the middle of a page", (size) => Math.floor(size / 2 / PAGE) * PAGE + 1000],
    ["by one page", (size) => size - PAGE],
  ];
  for (const [what, length] of CUTS) {
    test(`cut ${what} is reported with a fix, and is not made even smaller`, async () => {
      const whole = await filledBytes();
      const cut = whole.subarray(0, length(whole.length));
      const place = found(cut);
      const failure = await failureOf(() => useAll(place));
      expect(failure?.code).toBe("store.corrupt");
      expect(failure?.fix).toMatch(/tidemark restore/);
      expect(statSync(place.database).size).toBeGreaterThanOrEqual(cut.length);
    });
  }

  test("cut to zero bytes beside its log is reported, and the log with its events is kept", async () => {
    const place = somewhere();
    const store = await place.open();
    await store.tape.append(turns("a"));
    copyFileSync(`${place.database}-wal`, `${place.database}-kept`);
    await store.close();
    truncateSync(place.database, 0);
    copyFileSync(`${place.database}-kept`, `${place.database}-wal`);
    expect(await failureOf(place.open)).toMatchObject({ code: "store.corrupt" });
    expect(readFileSync(`${place.database}-wal`).equals(readFileSync(`${place.database}-kept`))).toBe(true);
  });

  test("that is not a database is reported", async () => {
    const place = somewhere();
    writeFileSync(place.database, "hello ".repeat(2000));
    expect(await failureOf(place.open)).toMatchObject({ code: "store.corrupt" });
  });
});

test("a flipped bit is reported with a fix, or found by verifying the chain, or damages no event", async () => {
  const whole = await filledBytes();
  const intact = await found(whole).open();
  const events = await readAll(intact);
  await intact.close();
  await holds(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      const place = found(bytes);
      const failure = await failureOf(() => useAll(place));
      if (failure) return;
      const store = await place.open();
      const isSound = await assertChain(store).then(
        () => true,
        () => false,
      );
      const after = (await readAll(store)).slice(0, events.length);
      if (isSound) expect(after).toEqual(events);
      await store.close();
    }),
    300,
  );
});

/** A driver whose databases may grow to `pages` pages, which SQLite treats like a full disk. */
function smallDisk(pages: number): Driver {
  return {
    ...driver,
    open: (path, options) => {
      const db = driver.open(path, options);
      db.exec(`PRAGMA max_page_count = ${pages}`);
      return db;
    },
  };
}

describe("a full disk", () => {
  scenario("store.disk-full", async () => {
    const place = somewhere();
    const store = await place.open({ driver: smallDisk(40) });
    const acknowledged: string[] = [];
    const failure = await failureOf(async () => {
      for (let n = 0; n < 1000; n++) {
        await store.tape.append([turn(`e${n}`, { payload: { role: "user", text: LONG } })]);
        acknowledged.push(`e${n}`);
      }
    });
    expect(failure).toMatchObject({
      code: "store.full",
      retryable: true,
      fix: expect.stringMatching(/Free some space/),
    });
    expect((await readAll(store)).map((event) => event.id)).toEqual(acknowledged);
    await store.close();
    const later = await place.open();
    await later.tape.append(turns("later"));
    expect((await readAll(later)).map((event) => event.id)).toEqual([...acknowledged, "later"]);
    await assertChain(later);
    await later.close();
  });

  test("while views catch up loses no event", async () => {
    const place = somewhere();
    const roomy = await place.open();
    const drafts = Array.from({ length: 60 }, (_, n) =>
      turn(`e${n}`, { payload: { role: "user", text: `${n} ${LONG}` } }),
    );
    await roomy.tape.append(drafts);
    await roomy.close();
    const pages = Math.ceil(statSync(place.database).size / 4096);
    const tight = await place.open({ driver: smallDisk(pages) });
    expect(await failureOf(() => keepUp(tight))).toMatchObject({ code: "store.full" });
    await tight.close();
    const later = await place.open();
    await keepUp(later);
    expect(await keysWith(later, "word")).toHaveLength(60);
    await later.close();
  });
});

describe("a store that cannot be written to", () => {
  const TROUBLES = [
    [READ_ONLY, "store.read_only", /writable/],
    [FULL, "store.full", /Free some space/],
    [IO, "store.io", /tidemark verify/],
  ] as const;
  const WRITES: readonly (readonly [string, (store: Store) => Promise<unknown>])[] = [
    ["append", (store) => store.tape.append(turns("n"))],
    ["enqueue", (store) => store.tape.enqueue(turns("n"))],
    ["commit", (store) => store.tape.commit({ events: turns("n"), expect: new Map() })],
  ];
  for (const [trouble, code, fix] of TROUBLES) {
    for (const [name, write] of WRITES) {
      test(`says so (${trouble.file}) on ${name}, and can still be read afterwards`, async () => {
        const place = somewhere();
        const point = faultPoint(driver);
        const store = await place.open({ driver: point.driver, calls: point.calls });
        await store.tape.append(turns("a"));
        point.arm({ call: 1, trouble, when: "before", lasts: "on" });
        expect(await failureOf(() => write(store))).toMatchObject({ code, fix: expect.stringMatching(fix) });
        point.disarm();
        expect((await readAll(store)).map((event) => event.id)).toEqual(["a"]);
        await store.close();
      });
    }
  }

  scenario("store.read-only", async () => {
    const place = somewhere();
    const store = await place.open();
    await store.tape.append(turns("a", "b"));
    await keepUp(store);
    await store.close();
    const reader = await place.open({ driver: withoutWriting() });
    expect((await readAll(reader)).length).toBe(2);
    expect(await keysWith(reader, "word")).toHaveLength(2);
    expect(await failureOf(() => reader.tape.append(turns("c")))).toMatchObject({
      code: "store.read_only",
      fix: expect.stringMatching(/writable/),
    });
    await reader.close();
  });
});

/** A driver on a disk that was mounted read-only: it never gets the write lock. */
function withoutWriting(): Driver {
  const refused = Object.assign(new Error("attempt to write a readonly database"), { errcode: 8 });
  return {
    ...driver,
    open: (path, options) => {
      const db = driver.open(path, options);
      const exec = (sql: string): void => {
        if (sql.startsWith("BEGIN")) throw refused;
        db.exec(sql);
      };
      return { exec, prepare: (sql) => db.prepare(sql), close: () => db.close() };
    },
  };
}
