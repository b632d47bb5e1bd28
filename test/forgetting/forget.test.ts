import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { forget } from "../../src/app/forgetting/forget.ts";
import { exportTo } from "../../src/app/intake/export.ts";
import { importFrom } from "../../src/app/intake/import.ts";
import { record } from "../../src/app/intake/record.ts";
import { create } from "../../src/app/items/create.ts";
import { advance } from "../../src/app/runtime/advance.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import { workOnce } from "../../src/app/sessions/worker-loop.ts";
import { rebuild } from "../../src/app/upkeep/rebuild.ts";
import { verify } from "../../src/app/upkeep/verify.ts";
import { phraseMark } from "../../src/core/forget/phrases.ts";
import { wordsPrint } from "../../src/core/items/fingerprint.ts";
import type { ItemRow } from "../../src/core/items/items-view.ts";
import { wordsOf } from "../../src/core/recall/index/words.ts";
import { foldRows, type Row } from "../../src/core/tape/projection.ts";
import { upcastAll } from "../../src/core/tape/read.ts";
import { scenario } from "../scenarios/scenario.ts";
import { keysWith } from "../support/views.ts";
import { freshMemoryDir, seededChance, type TestWorld, testWorld } from "../support/world.ts";

const STORES = ["memory", "sqlite"] as const;
const SECRET = "Zimtstern und Lebkuchen";
const NOWHERE = { documents: [], copies: [], transcripts: [] };

const everything = async (world: TestWorld): Promise<string> => {
  const { events } = await world.store.events.read(0, 100_000);
  await catchUp(world, "items", "statements", "sessions", "project", "search");
  const rows = await Promise.all(
    Object.values(world.views).map((view) => world.store.views.scan(view, "", 100_000)),
  );
  return JSON.stringify([events, rows]);
};

/** Every byte in the folder, of whatever file. */
function bytesIn(folder: string): Buffer {
  const parts = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? bytesIn(path) : readFileSync(path);
  });
  return Buffer.concat(parts);
}

describe.each(STORES)("forget in the %s store", (store) => {
  test("erases every event of an item, by id or label, and the item is gone for good", async () => {
    const world = await testWorld({ store });
    await world.item("fact", "Stays");
    const id = await world.item("decision", `The word is ${SECRET}`, { topic: "auth" });
    const before = await world.store.tape.end();
    const result = await forget(world, { id: "dec#1", reason: "it was meant for nobody" });
    expect(result).toEqual({
      dry_run: false,
      matched: [],
      events: 1,
      items: [{ id, label: "dec#1", kind: "decision" }],
      turns: [],
      cleaned: [],
      still_in: [],
      handwritten: [],
      not_ours: NOWHERE,
      complete: true,
    });
    expect(await everything(world)).not.toContain(SECRET);
    const { events } = await world.store.events.read(0, 100);
    expect(events[1]).toMatchObject({ id: expect.any(String), payload: null, hash: before.hash });
    expect(events[2]?.payload).toEqual({
      events: [events[1]?.id],
      items: [id],
      tombstones: [
        wordsPrint(world.sha256, `The word is ${SECRET}`),
        phraseMark(world.sha256, `The word is ${SECRET}`),
      ],
      reason: "it was meant for nobody",
    });
    expect((await verify(world)).findings).toEqual([]);
    await expect(forget(world, { id })).rejects.toMatchObject({ code: "input.unknown_id", field: "id" });
    expect(await keysWith(world.store, ...wordsOf(SECRET))).toEqual([]);
  });

  test("erases a turn by its key or its position, and an item by the position of one of its events", async () => {
    const world = await testWorld({ store });
    await world.turn(`first ${SECRET}`);
    await world.turn(`second ${SECRET}`);
    await world.item("note", `third ${SECRET}`);
    expect(await forget(world, { id: "turn@1" })).toMatchObject({ events: 1, turns: [1] });
    expect(await forget(world, { id: "2" })).toMatchObject({ events: 1, turns: [2] });
    expect(await forget(world, { id: "3" })).toMatchObject({
      events: 1,
      items: [expect.objectContaining({ label: "nte#1" })],
    });
    expect(await everything(world)).not.toContain(SECRET);
    await expect(forget(world, { id: "turn@1" })).rejects.toMatchObject({
      message: "Event 1 is already forgotten.",
    });
    await expect(forget(world, { id: "99" })).rejects.toMatchObject({ code: "input.unknown_id" });
    await expect(forget(world, { id: "4" })).rejects.toMatchObject({ code: "input.unknown_id" });
  });

  scenario("forget.by-text", async () => {
    const world = await testWorld({ store });
    await world.turn(`here: ${SECRET}`);
    await world.turn("nothing here");
    const id = await world.item("trap", "Do not print the word", { instead: `print ${SECRET} never` });
    const item = { ...(await world.store.events.history(id))[0]?.payload } as {
      item: { changed_at: string };
    };
    await world.put({
      type: "item.updated",
      subject: id,
      payload: { item: { ...item.item, instead: "print nothing" }, fields: ["instead"] },
    });
    const result = await forget(world, { text: SECRET });
    expect(result).toMatchObject({
      events: 3,
      turns: [1],
      items: [{ id, label: "trp#1", kind: "trap" }],
      still_in: [],
    });
    const { events } = await world.store.events.read(0, 100);
    expect(events.map((event) => event.payload === null)).toEqual([true, false, true, true, false]);
    expect((await verify(world)).findings).toEqual([]);
  });

  test("takes whole words in whatever case, and not from what Tidemark itself writes", async () => {
    const world = await testWorld({ store });
    await world.turn("the user is active");
    await world.item("decision", "Nothing of the kind");
    expect(await forget(world, { text: "The Use" })).toMatchObject({ events: 0, items: [], turns: [] });
    expect(await forget(world, { text: "decision", dry_run: true })).toMatchObject({ events: 0 });
    expect(await forget(world, { text: "USER", dry_run: true })).toMatchObject({ events: 1, turns: [1] });
    expect(await forget(world, { text: "active", dry_run: true })).toMatchObject({ events: 1, turns: [1] });
  });

  test("shows with dry_run what would go and erases nothing", async () => {
    const world = await testWorld({ store });
    await world.turn(`here: ${SECRET}`);
    const id = await world.item("fact", SECRET);
    const before = await everything(world);
    expect(await forget(world, { text: SECRET, dry_run: true })).toEqual({
      dry_run: true,
      matched: [SECRET],
      events: 2,
      items: [{ id, label: "fct#1", kind: "fact" }],
      turns: [1],
      cleaned: [],
      still_in: [],
      handwritten: [],
      not_ours: NOWHERE,
      complete: false,
    });
    expect(await forget(world, { id, dry_run: true })).toMatchObject({ events: 1 });
    expect(await everything(world)).toBe(before);
  });

  test("says where the words of an item stand besides, with the command that is next", async () => {
    const world = await testWorld({ store });
    await world.turn("I'd say: it's pnpm, don't ask");
    const id = await world.item("fact", "it's pnpm");
    expect(await forget(world, { id })).toMatchObject({
      also_in: { turns: [1], items: [], command: "tidemark forget turn@1" },
    });
    await world.turn("again: it's pnpm");
    const other = await world.item("fact", "it's pnpm");
    expect(await forget(world, { id: other })).toMatchObject({
      also_in: { turns: [1, 4], command: "tidemark forget --text 'it'\\''s pnpm'" },
    });
    expect(await forget(world, { text: "it's pnpm" })).toMatchObject({ events: 2 });
  });

  test("refuses what it cannot mean", async () => {
    const world = await testWorld({ store });
    await expect(forget(world, {})).rejects.toMatchObject({ code: "input.invalid", field: "id" });
    await expect(forget(world, { id: "x", text: "abc" })).rejects.toMatchObject({ code: "input.invalid" });
    await expect(forget(world, { text: " a " })).rejects.toMatchObject({ field: "text" });
    await expect(forget(world, { text: "abc", reason: "it says abc" })).rejects.toMatchObject({
      field: "reason",
    });
    await expect(forget(world, { id: "dec#9" })).rejects.toMatchObject({ code: "input.unknown_id" });
    expect((await world.store.tape.end()).position).toBe(0);
  });

  scenario("forget.tombstone", async () => {
    const world = await testWorld({ store });
    const line = { type: "turn", session: "s1", message_id: "m1", text: `remember: ${SECRET}` };
    const file = join(freshMemoryDir(), "turn.jsonl");
    const over = { type: "session.ended", session: "s1", at: "2030-01-01T10:00:00Z" };
    writeFileSync(file, `${JSON.stringify(line)}\n${JSON.stringify(over)}\n`);
    await record(world, { file });
    expect(await workOnce(world)).toMatchObject({ read: 1 });
    await world.item("decision", `The word is ${SECRET}`);
    const dir = join(freshMemoryDir(), "export");
    await exportTo(world, { dir });
    expect(await forget(world, { text: SECRET })).toMatchObject({ events: 3 });
    expect(await record(world, { file })).toMatchObject({ recorded: 0, known: 2 });
    const proposed = { kind: "candidate", proposes: "fact", text: SECRET };
    await expect(create(world, proposed)).rejects.toMatchObject({ code: "input.tombstone" });
    expect(await importFrom(world, { path: dir })).toMatchObject({ added: 0, forgotten: 0 });
    await rebuild(world);
    expect(await everything(world)).not.toContain(SECRET);
    const again = join(freshMemoryDir(), "export");
    await exportTo(world, { dir: again });
    expect(bytesIn(again).includes(SECRET)).toBe(false);
  });

  test("reaches another memory with the next export", async () => {
    const world = await testWorld({ store, seed: "a" });
    const other = await testWorld({ store, seed: "b" });
    await world.turn(`here: ${SECRET}`);
    await world.item("decision", `The word is ${SECRET}`);
    const dir = join(freshMemoryDir(), "export");
    await exportTo(world, { dir });
    await other.turn("its own");
    await importFrom(other, { path: dir });
    await catchUp(other, "items", "search");
    await forget(world, { text: SECRET });
    await exportTo(world, { dir });
    expect(await importFrom(other, { path: dir, dry_run: true })).toMatchObject({
      added: 1,
      known: 2,
      forgotten: 2,
    });
    expect(await importFrom(other, { path: dir })).toMatchObject({ added: 1, known: 2, forgotten: 2 });
    expect(await everything(other)).not.toContain(SECRET);
    expect((await verify(other)).findings).toEqual([]);
    expect(bytesIn(other.memoryDir).includes(SECRET)).toBe(false);
  });
});

describe("the bytes of the folder", () => {
  // Database, log, index, and a spool that another process still writes to.
  scenario("forget.erases", async () => {
    const world = await testWorld({ store: "sqlite" });
    const other = await testWorld({ store: "sqlite", memoryDir: world.memoryDir, seed: "other" });
    const event = {
      type: "turn.recorded",
      version: 1,
      at: 1,
      recordedAt: 1,
      writer: world.writer,
      session: "s",
    };
    await other.store.tape.enqueue([
      { ...event, id: "evt_q1", payload: { role: "user", text: `in the spool: ${SECRET}` } },
    ]);
    await world.turn(`${"long ".repeat(3000)} "quoted" ${SECRET}\n${"more ".repeat(3000)}`);
    await world.item("decision", `The word is ${SECRET}`, { topic: SECRET });
    await catchUp(other, "items", "statements", "search");
    expect(bytesIn(world.memoryDir).includes(SECRET)).toBe(true);
    const result = await forget(world, { text: SECRET });
    expect(result).toMatchObject({ events: 3, still_in: [] });
    const bytes = bytesIn(world.memoryDir);
    expect(bytes.includes(SECRET)).toBe(false);
    // The index holds words in lower case.
    expect(bytes.includes("zimtstern")).toBe(false);
    await other.store.tape.enqueue([
      { ...event, id: "evt_q2", payload: { role: "user", text: "still alive" } },
    ]);
    expect((await world.store.tape.end()).position).toBe(5);
    expect((await verify(other)).findings).toEqual([]);
  });

  test("name a file that holds it all the same", async () => {
    const world = await testWorld({ store: "sqlite" });
    await world.turn(`here: ${SECRET}`);
    mkdirSync(join(world.memoryDir, "backups"));
    const backup = join(world.memoryDir, "backups", "old.db");
    await world.vault.backup(backup);
    writeFileSync(join(world.memoryDir, "notes.txt"), `I wrote ${SECRET} down`);
    const { still_in, cleaned } = await forget(world, { text: SECRET });
    expect({ still_in, cleaned }).toEqual({
      still_in: [join(world.memoryDir, "notes.txt")],
      cleaned: [backup],
    });
    expect(await forget(world, { text: SECRET })).toMatchObject({ events: 0, still_in, complete: false });
  });

  test("are clean after many forgettings in any order", async () => {
    const world = await testWorld({ store: "sqlite" });
    const chance = seededChance("forgettings");
    const secrets = Array.from(
      { length: 60 },
      (_, i) => `secret-${i}-${Math.floor(chance() * 1e12).toString(36)}`,
    );
    for (const [i, secret] of secrets.entries()) {
      await world.turn(`${"filler ".repeat(Math.floor(chance() * 400))}${secret}`);
      if (i % 3 === 0) await world.item("fact", `${secret} ${"padding ".repeat(Math.floor(chance() * 200))}`);
      if (i % 5 === 0) await catchUp(world, "items", "statements", "search");
    }
    const shuffled = secrets.map((secret) => ({ secret, at: chance() })).sort((a, b) => a.at - b.at);
    for (const [i, { secret }] of shuffled.slice(0, 40).entries()) {
      expect(await forget(world, { text: secret })).toMatchObject({ still_in: [] });
      const bytes = bytesIn(world.memoryDir);
      for (const { secret: gone } of shuffled.slice(0, i + 1)) expect(bytes.includes(gone)).toBe(false);
      expect(bytes.includes(shuffled[59]?.secret ?? "")).toBe(true);
    }
    expect((await verify(world)).findings).toEqual([]);
  });
});

describe.each(STORES)("a view that another process is building in the %s store", (store) => {
  test("does not bring back what is forgotten meanwhile", async () => {
    const world = await testWorld({ store });
    await world.turn(`here: ${SECRET}`);
    await world.item("decision", `The word is ${SECRET}`);
    const { items } = world.views;
    const { events, upTo, epoch } = await world.store.events.read(0, 100, items.types);
    const rows = {
      changed: foldRows(items, new Map(), upcastAll(events)),
      facetsOf: (row: Row) => items.facetsOf(row as ItemRow),
    };
    const scratch = await world.store.upkeep.scratch();
    await scratch.publish({ view: items, after: 0, upTo, epoch, rows });
    await forget(world, { text: SECRET });
    await world.store.views.reset([items]);
    expect(await world.store.views.publish({ view: items, after: 0, upTo, epoch, rows })).toBe("conflict");
    expect(await world.store.upkeep.adopt(items, scratch)).toBe("conflict");
    await advance({ events: world.store.events, space: scratch, view: items });
    expect(await world.store.upkeep.adopt(items, scratch)).toBe("adopted");
    await scratch.close();
    expect(await everything(world)).not.toContain(SECRET);
    expect((await verify(world)).findings).toEqual([]);
  });
});
