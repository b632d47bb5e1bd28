import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { forget } from "../../src/app/forgetting/forget.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import { verify } from "../../src/app/upkeep/verify.ts";
import { exactFinder } from "../../src/core/forget/text-finder.ts";
import type { StoredEvent } from "../../src/core/tape/event.ts";
import { scenario } from "../scenarios/scenario.ts";
import { otherDatabase, written } from "../support/other-files.ts";
import { TEST_SEAL } from "../support/seal.ts";
import { freshMemoryDir, seededChance, type TestMemory, testMemory } from "../support/test-memory.ts";
import { startWriter } from "../support/writer.ts";

const LONG = process.env.TIDEMARK_LONG === "1";

async function filled(turns = 200): Promise<TestMemory> {
  const deps = await testMemory({ store: "sqlite" });
  await deps.put(
    ...Array.from({ length: turns }, (_, i) => ({
      type: "turn.recorded",
      session: "ses_1",
      payload: { role: "user", text: `turn ${i} ${"word ".repeat(i % 7 === 0 ? 2000 : 20)}` },
    })),
  );
  await deps.item("decision", "We build with pnpm", { topic: "build" });
  await catchUp(deps, "items", "search", "sessions");
  return deps;
}

const allOf = async (deps: TestMemory): Promise<readonly StoredEvent[]> =>
  (await deps.store.events.read(0, 100_000)).events;

/** Opens the same memory again, as another process would. */
const again = (deps: TestMemory): Promise<TestMemory> =>
  testMemory({ store: "sqlite", memoryDir: deps.memoryDir, seed: "again" });

/** The bytes of the database file after a checkpoint of its log. */
async function bytesOf(deps: TestMemory): Promise<Buffer> {
  const db = (await chooseDriver()).open(deps.databaseFile);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  return readFileSync(deps.databaseFile);
}

/** A memory folder whose database has these bytes. */
function folderOf(bytes: Buffer | string): string {
  const dir = freshMemoryDir();
  writeFileSync(join(dir, "tidemark.db"), bytes);
  return dir;
}

const holding = async ({ ourFiles }: TestMemory, text: string) =>
  ourFiles.holding(await ourFiles.list(), exactFinder([text]));

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("backup", () => {
  test("is a complete memory in one private file, with the events that waited in the spool", async () => {
    const deps = await filled();
    const other = await again(deps);
    await other.store.tape.enqueue([]);
    const file = join(freshMemoryDir(), "memory.db");
    const saved = await deps.vault.backup(file);
    expect(saved).toEqual({ events: 201, bytes: statSync(file).size });
    expect(modeOf(file)).toBe(0o600);
    const dir = freshMemoryDir();
    copyFileSync(file, join(dir, "tidemark.db"));
    const copy = await testMemory({ store: "sqlite", memoryDir: dir });
    expect(await copy.store.tape.end()).toEqual(await deps.store.tape.end());
    expect((await verify(copy)).findings).toEqual([]);
  });

  test("overwrites nothing and makes no folder", async () => {
    const deps = await filled(3);
    const folder = freshMemoryDir();
    const file = join(folder, "memory.db");
    writeFileSync(file, "mine");
    await expect(deps.vault.backup(file)).rejects.toMatchObject({ code: "input.invalid", field: "file" });
    expect(readFileSync(file, "utf8")).toBe("mine");
    await expect(deps.vault.backup(join(folder, "no", "memory.db"))).rejects.toMatchObject({
      code: "input.invalid",
    });
    expect(readdirSync(folder)).toEqual(["memory.db"]);
  });
});

describe("restore", () => {
  test("restores the tape, saves the replaced one, and is visible to a process that has the memory open", async () => {
    const deps = await filled(20);
    const other = await again(deps);
    const file = join(freshMemoryDir(), "memory.db");
    await deps.vault.backup(file);
    const then = await deps.store.tape.end();
    await deps.turn("said after the backup");
    await catchUp(other, "items", "search", "sessions");
    const restored = await deps.vault.restore(file);
    expect(restored).toEqual({
      events: 21,
      set_aside: 1,
      previous: join(deps.memoryDir, "backups", "before-restore-1.db"),
    });
    expect(await other.store.tape.end()).toEqual(then);
    await catchUp(other, "items", "search", "sessions");
    expect((await verify(other)).findings).toEqual([]);
    const back = await deps.vault.restore(restored.previous ?? "");
    expect(back).toMatchObject({ events: 22, set_aside: 0 });
    expect((await allOf(other)).at(-1)?.payload).toEqual({ role: "user", text: "said after the backup" });
    expect(modeOf(restored.previous ?? "")).toBe(0o600);
  });

  test("does not bring back words that were forgotten since", async () => {
    const deps = await filled(5);
    await deps.turn("we named it Zimtstern indeed");
    const file = join(freshMemoryDir(), "memory.db");
    await deps.vault.backup(file);
    expect(await forget(deps, { text: "Zimtstern" })).toMatchObject({ events: 1, still_in: [] });
    const restored = await deps.vault.restore(file);
    expect(restored).toMatchObject({ events: 8, set_aside: 0 });
    expect(await holding(deps, "Zimtstern")).toEqual([]);
    expect((await verify(deps)).findings).toEqual([]);
  });

  test("keeps the events that wait in the spool", async () => {
    const deps = await filled(5);
    const file = join(freshMemoryDir(), "memory.db");
    await deps.vault.backup(file);
    const waiting = {
      ...(await allOf(deps))[0],
      id: "evt_waiting",
      payload: { role: "user", text: "waiting" },
    };
    const { hash, position, payloadHash, ...draft } = waiting as StoredEvent;
    const { openWriter } = await import("../../src/adapters/spool/writer.ts");
    const writer = openWriter(ownedFolder(deps.memoryDir).below("spool"), "other-process", TEST_SEAL);
    writer.write([draft as never]);
    await deps.vault.restore(file);
    expect((await allOf(deps)).at(-1)).toMatchObject({ id: "evt_waiting", position: 7 });
    writer.close();
  });

  test.each([
    ["a file that is not there", () => "nowhere.db"],
    ["a text", (dir: string) => written(dir, "hello")],
    ["another program's database", (dir: string) => otherDatabase(dir)],
  ] as const)("refuses %s and changes nothing", async (_name, make) => {
    const deps = await filled(5);
    const before = await allOf(deps);
    const file = await make(freshMemoryDir());
    await expect(deps.vault.restore(file)).rejects.toMatchObject({ code: "input.invalid", field: "file" });
    expect(await allOf(deps)).toEqual(before);
    expect(readdirSync(deps.memoryDir).filter((name) => name.includes("incoming"))).toEqual([]);
    expect(existsSync(join(deps.memoryDir, "backups"))).toBe(false);
  });

  test("refuses a backup with a changed tape", async () => {
    const deps = await filled(5);
    const file = join(freshMemoryDir(), "memory.db");
    await deps.vault.backup(file);
    const db = (await chooseDriver()).open(file);
    db.exec("UPDATE events SET agent = 'mallory' WHERE position = 3");
    db.close();
    await expect(deps.vault.restore(file)).rejects.toMatchObject({
      message: expect.stringContaining("Event 3 does not match the hash"),
    });
  });

  test("works if the database cannot be opened, and if there is none", async () => {
    const deps = await filled(20);
    const file = join(freshMemoryDir(), "memory.db");
    await deps.vault.backup(file);
    const then = await deps.store.tape.end();
    const damaged = folderOf("x".repeat(50_000));
    const previous = join(damaged, "tidemark.db.damaged-1");
    expect(await (await vaultIn(damaged)).restore(file)).toEqual({ events: 21, set_aside: 0, previous });
    expect(readFileSync(previous, "utf8")).toBe("x".repeat(50_000));
    const empty = freshMemoryDir();
    expect(await (await vaultIn(empty)).restore(file)).toEqual({ events: 21, set_aside: 0 });
    for (const memoryDir of [damaged, empty]) {
      const next = await testMemory({ store: "sqlite", memoryDir, seed: "next" });
      expect(await next.store.tape.end()).toEqual(then);
      expect((await verify(next)).ok).toBe(true);
      expect(modeOf(next.databaseFile)).toBe(0o600);
    }
  });

  test("of a partly damaged memory keeps forgotten words forgotten, and counts the events that the backup lacks", async () => {
    const deps = await filled(20);
    await deps.turn("we named it Zimtstern indeed");
    const file = join(freshMemoryDir(), "memory.db");
    await deps.vault.backup(file);
    await forget(deps, { text: "Zimtstern" });
    await deps.turn("said after the backup");
    const bytes = await bytesOf(deps);
    bytes.fill(0x58, 0, 4096);
    const memoryDir = folderOf(bytes);
    expect(await (await vaultIn(memoryDir)).restore(file)).toMatchObject({ events: 23, set_aside: 1 });
    const next = await testMemory({ store: "sqlite", memoryDir, seed: "next" });
    expect(await holding(next, "Zimtstern")).toEqual([]);
    expect((await verify(next)).findings).toEqual([]);
  });

  // A process writes during the restore: its events are in the restored tape or in the saved one.
  scenario("store.backup-restore", async () => {
    const deps = await filled(50);
    const file = join(freshMemoryDir(), "memory.db");
    const writer = await startWriter(deps.memoryDir);
    await writer.wrote(30);
    expect((await deps.vault.backup(file)).events).toBeGreaterThanOrEqual(81);
    await writer.wrote(30);
    const { previous = "" } = await deps.vault.restore(file);
    await writer.wrote(30);
    const acknowledged = await writer.stop();
    const here = new Set((await allOf(deps)).map((event) => event.id));
    const saved = await testMemory({ store: "sqlite", memoryDir: movedTo(previous), seed: "saved" });
    for (const event of await allOf(saved)) here.add(event.id);
    expect(acknowledged.filter((id) => !here.has(id))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(60);
    expect((await verify(deps)).findings).toEqual([]);
    expect((await verify(saved)).findings).toEqual([]);
  });
});

describe("salvage", () => {
  test("of a sound database keeps every event", async () => {
    const deps = await filled();
    const before = await allOf(deps);
    const salvaged = await deps.vault.salvage();
    expect(salvaged).toEqual({
      found: 201,
      lost: [],
      lost_count: 0,
      mended: 0,
      damaged: `${deps.databaseFile}.damaged-1`,
    });
    const next = await again(deps);
    const after = await allOf(next);
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toMatchObject({
      type: "tape.salvaged",
      payload: { found: 201, lost: [], lost_count: 0, mended: 0 },
    });
    expect((await verify(next)).findings).toEqual([]);
  });

  test("reads the events that are only in the log", async () => {
    const deps = await filled(30);
    const dir = freshMemoryDir();
    copyFileSync(deps.databaseFile, join(dir, "tidemark.db"));
    copyFileSync(`${deps.databaseFile}-wal`, join(dir, "tidemark.db-wal"));
    expect(statSync(join(dir, "tidemark.db-wal")).size).toBeGreaterThan(0);
    writeFileSync(join(dir, "tidemark.db"), "x".repeat(4096));
    const vault = await vaultIn(dir);
    expect((await vault.salvage()).found).toBe(31);
  });

  test("of a truncated database recovers all events before the cut", async () => {
    const whole = await bytesOf(await filled(300));
    const memoryDir = folderOf(whole.subarray(0, Math.floor(whole.length * 0.6)));
    const vault = await vaultIn(memoryDir);
    expect(await vault.integrity()).not.toEqual([]);
    const { found, lost_count } = await vault.salvage();
    expect(found).toBeGreaterThan(100);
    expect(lost_count).toBeLessThan(300);
    const next = await testMemory({ store: "sqlite", memoryDir, seed: "next" });
    expect((await verify(next)).findings).toEqual([]);
    expect((await next.store.tape.end()).position).toBe(found + 1);
  });

  test("loses nothing when only the first page is destroyed", async () => {
    const bytes = await bytesOf(await filled(100));
    bytes.fill(0x58, 0, 4096);
    const vault = await vaultIn(folderOf(bytes));
    expect(await vault.salvage()).toMatchObject({ found: 101, lost_count: 0 });
  });

  test("drains the spool into the new database, each event once", async () => {
    const deps = await filled(10);
    const [first] = await allOf(deps);
    const { hash, position, payloadHash, ...draft } = first as StoredEvent;
    await deps.store.tape.enqueue([
      { ...draft, id: "evt_enqueued", payload: { role: "user", text: "enqueued" } },
    ]);
    const { openWriter } = await import("../../src/adapters/spool/writer.ts");
    const writer = openWriter(ownedFolder(deps.memoryDir).below("spool"), "other-process", TEST_SEAL);
    writer.write([{ ...draft, id: "evt_waiting", payload: { role: "user", text: "waiting" } }]);
    await deps.vault.salvage();
    const next = await again(deps);
    const ids = (await allOf(next)).map((event) => event.id);
    expect(ids.filter((id) => id === "evt_enqueued")).toHaveLength(1);
    expect(ids.filter((id) => id === "evt_waiting")).toHaveLength(1);
    expect((await verify(next)).findings).toEqual([]);
    writer.close();
  });

  test(`survives flipped bits: recovered events are unchanged, and undamaged events are recovered (${LONG ? 300 : 30} times)`, async () => {
    const deps = await filled(120);
    const before = new Map((await allOf(deps)).map((event) => [event.id, event]));
    const whole = await bytesOf(deps);
    for (let round = 0; round < (LONG ? 300 : 30); round++) {
      const chance = seededChance(`flips ${round}`);
      const flips = 1 + Math.floor(chance() * 40);
      const bytes = Buffer.from(whole);
      for (let i = 0; i < flips; i++) {
        const at = Math.floor(chance() * bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(chance() * 8));
      }
      await checkSalvageOf(bytes, { before, flips });
    }
  });
});

async function checkSalvageOf(
  bytes: Buffer,
  { before, flips }: { before: Map<string, StoredEvent>; flips: number },
): Promise<void> {
  const dir = folderOf(bytes);
  const { found, lost_count, mended } = await (await vaultIn(dir)).salvage();
  const next = await testMemory({ store: "sqlite", memoryDir: dir, seed: "salvaged" });
  const events = (await allOf(next)).slice(0, -1);
  expect(events).toHaveLength(found);
  const bare = ({ position, hash, ...said }: StoredEvent) => said;
  const changed = events.filter((event) => {
    const then = before.get(event.id);
    return then === undefined || !isDeepStrictEqual(bare(event), bare(then));
  });
  // Events with a damaged header keep their payload.
  expect(changed.length).toBeLessThanOrEqual(mended);
  const words = new Set([...before.values()].map(({ payloadHash }) => payloadHash));
  expect(changed.filter(({ payloadHash }) => !words.has(payloadHash))).toEqual([]);
  // A page holds about ten of these events, and a long event has its own pages.
  expect(found + lost_count).toBeLessThanOrEqual(before.size);
  expect(found).toBeGreaterThanOrEqual(before.size - flips * 16);
  expect((await verify(next)).findings).toEqual([]);
  await next.close();
}

describe("integrity", () => {
  test("finds nothing in a sound database and says what is wrong with another", async () => {
    const deps = await filled(50);
    expect(await deps.vault.integrity()).toEqual([]);
    expect(await deps.vault.size()).toBeGreaterThan(4096);
    expect(await deps.vault.exists()).toBe(true);
    const db = (await chooseDriver()).open(deps.databaseFile);
    // SQLite protects the internal tables of an index against ordinary statements.
    (db as { enableDefensive?: (isOn: boolean) => void }).enableDefensive?.(false);
    db.exec("DELETE FROM search_words_data WHERE id > 10");
    db.close();
    expect(await deps.vault.integrity()).not.toEqual([]);
    expect(await verify(deps)).toMatchObject({
      ok: false,
      findings: [
        expect.objectContaining({
          code: "store.corrupt",
          fix: { verb: "rebuild", options: { view: "search" } },
        }),
      ],
    });
  });

  test("makes no database where there is none", async () => {
    const dir = freshMemoryDir();
    const vault = await vaultIn(dir);
    expect(await vault.exists()).toBe(false);
    expect(await vault.size()).toBe(0);
    expect(await vault.integrity()).toEqual([]);
    await expect(vault.salvage()).rejects.toMatchObject({ code: "input.invalid" });
    await expect(vault.backup(join(dir, "x.db"))).rejects.toMatchObject({ code: "input.invalid" });
    expect(readdirSync(dir)).toEqual([]);
  });
});

async function vaultIn(dir: string) {
  const { openVault } = await import("../../src/adapters/sqlite/vault.ts");
  const { sha256 } = await import("../../src/adapters/system/sha256.ts");
  const writer = { agent: "tester", host: "test", process: "p1", worktree: "main" };
  return openVault({
    driver: await chooseDriver(),
    path: join(dir, "tidemark.db"),
    sha256,
    waitMs: 5000,
    drain: async () => {},
    stamp: () => ({ id: "evt_salvaged", at: 0, recordedAt: 0, writer }),
  });
}

/** A folder with a copy of the file as the memory's database. */
function movedTo(file: string): string {
  const dir = freshMemoryDir();
  copyFileSync(file, join(dir, "tidemark.db"));
  return dir;
}
