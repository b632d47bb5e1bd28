import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { chooseDriver, type Database } from "../../src/adapters/sqlite/driver.ts";
import { SCHEMA_VERSION } from "../../src/adapters/sqlite/schema/migrate.ts";
import { VIEW_TABLES } from "../../src/adapters/sqlite/schema/views.ts";
import { assertChain, readAll, turns } from "../../src/testing/contract-drafts.ts";
import { scenario } from "../scenarios/scenario.ts";
import { ROOT } from "../sources.ts";
import { newPlace, type Place } from "../support/stores.ts";
import { keepUp, keysWith, viewTexts } from "../support/views.ts";

const driver = await chooseDriver();
const places: Place[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.remove();
});

function newDatabase(): Place {
  const place = newPlace();
  places.push(place);
  return place;
}

async function raw<Result>(place: Place, work: (db: Database) => Result): Promise<Result> {
  const db = driver.open(place.database);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** The SQL of all tables and indexes, without those that full-text search makes. */
function schemaOf(db: Database): string {
  const rows = db
    .prepare(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'search_words_%' ORDER BY type DESC, name",
    )
    .all();
  const version = db.prepare("PRAGMA user_version").get()?.user_version;
  return `${rows.map((row) => `${row.sql};\n`).join("")}PRAGMA user_version = ${version};\n`;
}

const golden = (name: string): string => join(ROOT, "test/golden", name);
const numbered = (version: number): string => String(version).padStart(3, "0");

scenario("store.migrates", async () => {
  const fresh = newDatabase();
  await (await fresh.open()).close();
  const newest = await raw(fresh, schemaOf);
  await expect(newest).toMatchFileSnapshot(golden(`schema-${numbered(SCHEMA_VERSION)}.sql`));
  for (let version = 1; version < SCHEMA_VERSION; version++) {
    const place = newDatabase();
    const old = readFileSync(golden(`database-${numbered(version)}.sql`), "utf8");
    await raw(place, (db) => db.exec(old));
    const store = await place.open();
    const events = await readAll(store);
    expect(events.map((event) => [event.id, event.payload?.text])).toEqual([
      ["evt_1", "words of evt_1"],
      ["evt_2", undefined],
      ["evt_3", "Größe 漢字 'quoted'"],
    ]);
    await assertChain(store);
    await store.tape.append(turns("evt_3", "evt_4"));
    expect((await store.tape.end()).position).toBe(4);
    await store.close();
    expect(await raw(place, schemaOf)).toBe(newest);
  }
});

test("an empty file becomes a database of the newest schema", async () => {
  const place = newDatabase();
  await raw(place, (db) => db.exec("PRAGMA user_version = 0"));
  const store = await place.open();
  await store.tape.append(turns("a"));
  await store.close();
  expect(await raw(place, schemaOf)).toContain(`user_version = ${SCHEMA_VERSION};`);
});

scenario("store.newer-refused", async () => {
  const place = newDatabase();
  const store = await place.open();
  await store.tape.append(turns("a"));
  await store.close();
  await raw(place, (db) => db.exec(`CREATE TABLE future (x); PRAGMA user_version = ${SCHEMA_VERSION + 1}`));
  const before = readFileSync(place.database);
  await expect(place.open()).rejects.toMatchObject({
    code: "store.newer",
    fix: expect.stringMatching(/Update Tidemark/),
  });
  expect(readFileSync(place.database).equals(before)).toBe(true);
});

test("many handles that open a new store at the same time make one store", async () => {
  const place = newDatabase();
  const stores = await Promise.all(Array.from({ length: 8 }, () => place.open()));
  await Promise.all(stores.map((store, n) => store.tape.append(turns(`e${n}`))));
  expect((await readAll(stores[0] as (typeof stores)[number])).length).toBe(8);
  for (const store of stores) await store.close();
});

describe("missing view tables", () => {
  for (const table of VIEW_TABLES.keys()) {
    test(`are made again on open, and their views are rebuilt: ${table}`, async () => {
      const place = newDatabase();
      const store = await place.open();
      await store.tape.append(turns("a", "b"));
      await keepUp(store);
      const kept = await viewTexts(store.views);
      await store.close();
      await raw(place, (db) => db.exec(`DROP TABLE ${table}`));
      const healed = await place.open();
      await keepUp(healed);
      expect(await viewTexts(healed.views)).toEqual(kept);
      expect(await keysWith(healed, "word")).toHaveLength(2);
      await healed.close();
    });
  }
});

test("the database, its log and its index are readable only by their owner, whatever the umask", async () => {
  for (const umask of [0o000, 0o022, 0o777]) {
    const place = newDatabase();
    const before = process.umask(umask);
    try {
      const store = await place.open();
      await store.tape.append(turns("a"));
      const modes = ["", "-wal", "-shm"].map((ending) => statSync(`${place.database}${ending}`).mode & 0o777);
      expect(modes).toEqual([0o600, 0o600, 0o600]);
      await store.close();
    } finally {
      process.umask(before);
    }
  }
});

test("a database file with wider permissions is opened without changing them", async () => {
  const place = newDatabase();
  await raw(place, (db) => db.exec("CREATE TABLE other (x); DROP TABLE other"));
  const { mode } = statSync(place.database);
  const store = await place.open();
  await store.tape.append(turns("a"));
  expect(statSync(place.database).mode).toBe(mode);
  await store.close();
});
