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
import { freshMemoryDir, seededChance, type TestMemory, testMemory } from "../support/test-memory.ts";
import { keysWith } from "../support/views.ts";

const STORES = ["memory", "sqlite"] as const;
const SECRET = "Zimtstern und Lebkuchen";
const NOWHERE = { documents: [], copies: [], transcripts: [] };

const everything = async (deps: TestMemory): Promise<string> => {
  const { events } = await deps.store.events.read(0, 100_000);
  await catchUp(deps, "items", "statements", "sessions", "project", "search");
  const rows = await Promise.all(
    Object.values(deps.views).map((view) => deps.store.views.scan(view, "", 100_000)),
  );
  return JSON.stringify([events, rows]);
};

/** The bytes of all files below a folder, joined. */
function bytesIn(folder: string): Buffer {
  const parts = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? bytesIn(path) : readFileSync(path);
  });
  return Buffer.concat(parts);
}

describe.each(STORES)("forget in the %s store", (store) => {
  test("erases all events of an item, by id or label, and the item cannot be restored", async () => {
    const deps = await testMemory({ store });
    await deps.item("fact", "Stays");
    const id = await deps.item("decision", `The word is ${SECRET}`, { topic: "auth" });
    const before = await deps.store.tape.end();
    const result = await forget(deps, { id: "dec#1", reason: "it was meant for nobody" });
    expect(result).toEqual({
      dry_run: false,
      matched: [],
      events: 1,
      items: [{ id, label: "dec#1", kind: "decision" }],
      turns: [],
      cleaned: [],
      still_in: [],
      kept_names: [],
      handwritten: [],
      not_ours: NOWHERE,
      complete: true,
    });
    expect(await everything(deps)).not.toContain(SECRET);
    const { events } = await deps.store.events.read(0, 100);
    expect(events[1]).toMatchObject({ id: expect.any(String), payload: null, hash: before.hash });
    expect(events[2]?.payload).toEqual({
      events: [events[1]?.id],
      items: [id],
      tombstones: [
        wordsPrint(deps.sha256, `The word is ${SECRET}`),
        phraseMark(deps.sha256, `The word is ${SECRET}`),
      ],
      reason: "it was meant for nobody",
    });
    expect((await verify(deps)).findings).toEqual([]);
    await expect(forget(deps, { id })).rejects.toMatchObject({ code: "input.unknown_id", field: "id" });
    expect(await keysWith(deps.store, ...wordsOf(SECRET))).toEqual([]);
  });

  test("erases a turn by its key or its position, and an item by the position of one of its events", async () => {
    const deps = await testMemory({ store });
    await deps.turn(`first ${SECRET}`);
    await deps.turn(`second ${SECRET}`);
    await deps.item("note", `third ${SECRET}`);
    expect(await forget(deps, { id: "turn@1" })).toMatchObject({ events: 1, turns: [1] });
    expect(await forget(deps, { id: "2" })).toMatchObject({ events: 1, turns: [2] });
    expect(await forget(deps, { id: "3" })).toMatchObject({
      events: 1,
      items: [expect.objectContaining({ label: "nte#1" })],
    });
    expect(await everything(deps)).not.toContain(SECRET);
    await expect(forget(deps, { id: "turn@1" })).rejects.toMatchObject({
      message: "Event 1 is already forgotten.",
    });
    await expect(forget(deps, { id: "99" })).rejects.toMatchObject({ code: "input.unknown_id" });
    await expect(forget(deps, { id: "4" })).rejects.toMatchObject({ code: "input.unknown_id" });
  });

  scenario("forget.by-text", async () => {
    const deps = await testMemory({ store });
    await deps.turn(`here: ${SECRET}`);
    await deps.turn("nothing here");
    const id = await deps.item("trap", "Do not print the word", { instead: `print ${SECRET} never` });
    const item = { ...(await deps.store.events.history(id))[0]?.payload } as {
      item: { changed_at: string };
    };
    await deps.put({
      type: "item.updated",
      subject: id,
      payload: { item: { ...item.item, instead: "print nothing" }, fields: ["instead"] },
    });
    const result = await forget(deps, { text: SECRET });
    expect(result).toMatchObject({
      events: 3,
      turns: [1],
      items: [{ id, label: "trp#1", kind: "trap" }],
      still_in: [],
      kept_names: [],
    });
    const { events } = await deps.store.events.read(0, 100);
    expect(events.map((event) => event.payload === null)).toEqual([true, false, true, true, false]);
    expect((await verify(deps)).findings).toEqual([]);
  });

  test("matches whole words in any case, and not Tidemark's own keys and values", async () => {
    const deps = await testMemory({ store });
    await deps.turn("the user is active");
    await deps.item("decision", "Nothing of the kind");
    expect(await forget(deps, { text: "The Use" })).toMatchObject({ events: 0, items: [], turns: [] });
    expect(await forget(deps, { text: "decision", dry_run: true })).toMatchObject({ events: 0 });
    expect(await forget(deps, { text: "USER", dry_run: true })).toMatchObject({ events: 1, turns: [1] });
    expect(await forget(deps, { text: "active", dry_run: true })).toMatchObject({ events: 1, turns: [1] });
  });

  test("with dry_run lists the events to erase and erases nothing", async () => {
    const deps = await testMemory({ store });
    await deps.turn(`here: ${SECRET}`);
    const id = await deps.item("fact", SECRET);
    const before = await everything(deps);
    expect(await forget(deps, { text: SECRET, dry_run: true })).toEqual({
      dry_run: true,
      matched: [SECRET],
      events: 2,
      items: [{ id, label: "fct#1", kind: "fact" }],
      turns: [1],
      cleaned: [],
      still_in: [],
      kept_names: [],
      handwritten: [],
      not_ours: NOWHERE,
      complete: false,
    });
    expect(await forget(deps, { id, dry_run: true })).toMatchObject({ events: 1 });
    expect(await everything(deps)).toBe(before);
  });

  test("names other events with the words of the item, and the command that erases them", async () => {
    const deps = await testMemory({ store });
    await deps.turn("I'd say: it's pnpm, don't ask");
    const id = await deps.item("fact", "it's pnpm");
    expect(await forget(deps, { id })).toMatchObject({
      also_in: { turns: [1], items: [], command: "tidemark forget turn@1" },
    });
    await deps.turn("again: it's pnpm");
    const other = await deps.item("fact", "it's pnpm");
    expect(await forget(deps, { id: other })).toMatchObject({
      also_in: { turns: [1, 4], command: "tidemark forget --text 'it'\\''s pnpm'" },
    });
    expect(await forget(deps, { text: "it's pnpm" })).toMatchObject({ events: 2 });
  });

  test("refuses ambiguous, empty and unknown targets, and a reason that repeats the text", async () => {
    const deps = await testMemory({ store });
    await expect(forget(deps, {})).rejects.toMatchObject({ code: "input.invalid", field: "id" });
    await expect(forget(deps, { id: "x", text: "abc" })).rejects.toMatchObject({ code: "input.invalid" });
    await expect(forget(deps, { text: " a " })).rejects.toMatchObject({ field: "text" });
    await expect(forget(deps, { text: "abc", reason: "it says abc" })).rejects.toMatchObject({
      field: "reason",
    });
    await expect(forget(deps, { id: "dec#9" })).rejects.toMatchObject({ code: "input.unknown_id" });
    expect((await deps.store.tape.end()).position).toBe(0);
  });

  scenario("forget.tombstone", async () => {
    const deps = await testMemory({ store });
    const line = { type: "turn", session: "s1", message_id: "m1", text: `remember: ${SECRET}` };
    const file = join(freshMemoryDir(), "turn.jsonl");
    const over = { type: "session.ended", session: "s1", at: "2030-01-01T10:00:00Z" };
    writeFileSync(file, `${JSON.stringify(line)}\n${JSON.stringify(over)}\n`);
    await record(deps, { file });
    expect(await workOnce(deps)).toMatchObject({ read: 1 });
    await deps.item("decision", `The word is ${SECRET}`);
    const dir = join(freshMemoryDir(), "export");
    await exportTo(deps, { dir });
    expect(await forget(deps, { text: SECRET })).toMatchObject({ events: 3 });
    expect(await record(deps, { file })).toMatchObject({ recorded: 0, known: 2 });
    const proposed = { kind: "candidate", proposes: "fact", text: SECRET };
    await expect(create(deps, proposed)).rejects.toMatchObject({ code: "input.tombstone" });
    expect(await importFrom(deps, { path: dir })).toMatchObject({ added: 0, forgotten: 0 });
    await rebuild(deps);
    expect(await everything(deps)).not.toContain(SECRET);
    const again = join(freshMemoryDir(), "export");
    await exportTo(deps, { dir: again });
    expect(bytesIn(again).includes(SECRET)).toBe(false);
  });

  test("erases the same events in another memory with the next export and import", async () => {
    const deps = await testMemory({ store, seed: "a" });
    const other = await testMemory({ store, seed: "b" });
    await deps.turn(`here: ${SECRET}`);
    await deps.item("decision", `The word is ${SECRET}`);
    const dir = join(freshMemoryDir(), "export");
    await exportTo(deps, { dir });
    await other.turn("its own");
    await importFrom(other, { path: dir });
    await catchUp(other, "items", "search");
    await forget(deps, { text: SECRET });
    await exportTo(deps, { dir });
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
  // Covers the database, its log, the index, and a spool that another process still writes.
  scenario("forget.erases", async () => {
    const deps = await testMemory({ store: "sqlite" });
    const other = await testMemory({ store: "sqlite", memoryDir: deps.memoryDir, seed: "other" });
    const event = {
      type: "turn.recorded",
      version: 1,
      at: 1,
      recordedAt: 1,
      writer: deps.writer,
      session: "s",
    };
    await other.store.tape.enqueue([
      { ...event, id: "evt_q1", payload: { role: "user", text: `in the spool: ${SECRET}` } },
    ]);
    await deps.turn(`${"long ".repeat(3000)} "quoted" ${SECRET}\n${"more ".repeat(3000)}`);
    await deps.item("decision", `The word is ${SECRET}`, { topic: SECRET });
    await catchUp(other, "items", "statements", "search");
    expect(bytesIn(deps.memoryDir).includes(SECRET)).toBe(true);
    const result = await forget(deps, { text: SECRET });
    expect(result).toMatchObject({ events: 3, still_in: [] });
    const bytes = bytesIn(deps.memoryDir);
    expect(bytes.includes(SECRET)).toBe(false);
    // The index stores words in lower case.
    expect(bytes.includes("zimtstern")).toBe(false);
    await other.store.tape.enqueue([
      { ...event, id: "evt_q2", payload: { role: "user", text: "still alive" } },
    ]);
    expect((await deps.store.tape.end()).position).toBe(5);
    expect((await verify(other)).findings).toEqual([]);
  });

  test("clean the backup, and name a foreign file that still contains the text", async () => {
    const deps = await testMemory({ store: "sqlite" });
    await deps.turn(`here: ${SECRET}`);
    mkdirSync(join(deps.memoryDir, "backups"));
    const backup = join(deps.memoryDir, "backups", "old.db");
    await deps.vault.backup(backup);
    writeFileSync(join(deps.memoryDir, "notes.txt"), `I wrote ${SECRET} down`);
    const { still_in, cleaned } = await forget(deps, { text: SECRET });
    expect({ still_in, cleaned }).toEqual({
      still_in: [join(deps.memoryDir, "notes.txt")],
      cleaned: [backup],
    });
    expect(await forget(deps, { text: SECRET })).toMatchObject({ events: 0, still_in, complete: false });
  });

  test("contain no forgotten text after 40 forgettings in random order", async () => {
    const deps = await testMemory({ store: "sqlite" });
    const chance = seededChance("forgettings");
    const secrets = Array.from(
      { length: 60 },
      (_, i) => `secret-${i}-${Math.floor(chance() * 1e12).toString(36)}`,
    );
    for (const [i, secret] of secrets.entries()) {
      await deps.turn(`${"filler ".repeat(Math.floor(chance() * 400))}${secret}`);
      if (i % 3 === 0) await deps.item("fact", `${secret} ${"padding ".repeat(Math.floor(chance() * 200))}`);
      if (i % 5 === 0) await catchUp(deps, "items", "statements", "search");
    }
    const shuffled = secrets.map((secret) => ({ secret, at: chance() })).sort((a, b) => a.at - b.at);
    for (const [i, { secret }] of shuffled.slice(0, 40).entries()) {
      expect(await forget(deps, { text: secret })).toMatchObject({ still_in: [] });
      const bytes = bytesIn(deps.memoryDir);
      for (const { secret: gone } of shuffled.slice(0, i + 1)) expect(bytes.includes(gone)).toBe(false);
      expect(bytes.includes(shuffled[59]?.secret ?? "")).toBe(true);
    }
    expect((await verify(deps)).findings).toEqual([]);
  });
});

describe.each(STORES)("a view that another process is building in the %s store", (store) => {
  test("does not restore data that is forgotten meanwhile", async () => {
    const deps = await testMemory({ store });
    await deps.turn(`here: ${SECRET}`);
    await deps.item("decision", `The word is ${SECRET}`);
    const { items } = deps.views;
    const { events, upTo, epoch } = await deps.store.events.read(0, 100, items.types);
    const rows = {
      changed: foldRows(items, new Map(), upcastAll(events)),
      facetsOf: (row: Row) => items.facetsOf(row as ItemRow),
    };
    const scratch = await deps.store.upkeep.scratch();
    await scratch.publish({ view: items, after: 0, upTo, epoch, rows });
    await forget(deps, { text: SECRET });
    await deps.store.views.reset([items]);
    expect(await deps.store.views.publish({ view: items, after: 0, upTo, epoch, rows })).toBe("conflict");
    expect(await deps.store.upkeep.adopt(items, scratch)).toBe("conflict");
    await advance({ events: deps.store.events, space: scratch, view: items });
    expect(await deps.store.upkeep.adopt(items, scratch)).toBe("adopted");
    await scratch.close();
    expect(await everything(deps)).not.toContain(SECRET);
    expect((await verify(deps)).findings).toEqual([]);
  });
});
