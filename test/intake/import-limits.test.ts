import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { foreignRows } from "../../src/adapters/sqlite/foreign-rows.ts";
import { importHistory } from "../../src/app/intake/import-history.ts";
import { eventsOf } from "../hosts/suite.ts";
import { freshMemoryDir, type TestMemory, testMemory } from "../support/test-memory.ts";

const prompt = (content: string, i = 0) => ({
  type: "user",
  sessionId: "s1",
  isSidechain: false,
  timestamp: new Date(Date.UTC(2026, 0, 1) + i).toISOString(),
  message: { role: "user", content },
});

const line = (record: object) => `${JSON.stringify(record)}\n`;

async function imported(deps: TestMemory, file: string) {
  return importHistory(deps, { paths: [file], host: "claude-code", dry_run: false });
}

test("a line that is too long to be read is counted, and the lines after it are imported", async () => {
  const deps = await testMemory();
  const file = join(freshMemoryDir(), "history.jsonl");
  writeFileSync(file, line(prompt("before")));
  appendFileSync(file, line(prompt("x".repeat(33 * 1024 * 1024))));
  appendFileSync(file, line(prompt("after")));
  expect(await imported(deps, file)).toMatchObject({ unreadable: 1, added: 3 });
  const texts = (await eventsOf(deps)).flatMap(({ payload }) => payload?.text ?? []);
  expect(texts).toEqual(["before", "after"]);
});

test("a view, a virtual table or a computed column in another tool's database is not read", async () => {
  const driver = await chooseDriver();
  const endless =
    "CREATE VIEW observations AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n";
  const shapes = [
    endless,
    "CREATE TABLE observations (id INTEGER, big AS (zeroblob(1000000000)))",
    "CREATE VIRTUAL TABLE observations USING fts5(id)",
  ];
  const rowsIn = async (schema: string): Promise<unknown[]> => {
    const path = join(freshMemoryDir(), "claude-mem.db");
    const db = driver.open(path);
    db.exec(schema);
    db.close();
    const rows: unknown[] = [];
    for await (const row of foreignRows(driver, path, "SELECT id FROM observations")) rows.push(row.id);
    return rows;
  };
  for (const shape of shapes) await expect(rowsIn(shape), shape).rejects.toThrow("is not a plain table");
  const plain = "CREATE TABLE observations (id INTEGER); INSERT INTO observations VALUES (1), (2)";
  expect(await rowsIn(plain)).toEqual([1, 2]);
});

test("a history with a different type on every line is counted completely, most types under one name", async () => {
  const deps = await testMemory();
  const file = join(freshMemoryDir(), "history.jsonl");
  const records = Array.from({ length: 700 }, (_, i) => ({ type: `kind-${i}`, sessionId: "s1" }));
  writeFileSync(file, line(prompt("hello")) + records.map(line).join(""));
  const { unknown } = await imported(deps, file);
  expect(Object.values(unknown).reduce((sum, count) => sum + count, 0)).toBe(700);
  expect(unknown["(other types)"]).toBe(200);
});

test("very long turns are appended in small batches", async () => {
  const deps = await testMemory();
  const sizes: number[] = [];
  const store = {
    ...deps.store,
    tape: {
      ...deps.store.tape,
      append: (drafts: Parameters<typeof deps.store.tape.append>[0]) => {
        sizes.push(drafts.reduce((sum, { payload }) => sum + String(payload?.text ?? "").length, 0));
        return deps.store.tape.append(drafts);
      },
    },
  };
  const file = join(freshMemoryDir(), "history.jsonl");
  const records = Array.from({ length: 12 }, (_, i) => prompt(`${i} ${"long words ".repeat(80_000)}`, i));
  writeFileSync(file, records.map(line).join(""));
  expect(await imported({ ...deps, store }, file)).toMatchObject({ added: 13 });
  expect(Math.max(...sizes)).toBeLessThan(4 * 1024 * 1024);
});

test("an unreadable history is reported by name, and the others are imported", async () => {
  const deps = await testMemory();
  const folder = freshMemoryDir();
  writeFileSync(
    join(folder, "opencode.db"),
    `SQLite format 3\0${"and then nothing of the kind".repeat(300)}`,
  );
  writeFileSync(join(folder, "history.jsonl"), line(prompt("still here")));
  const paths = [join(folder, "opencode.db"), join(folder, "history.jsonl")];
  const done = await importHistory(deps, { paths, dry_run: false });
  expect(done.broken).toMatchObject([{ path: paths[0], why: expect.stringContaining("cannot be read") }]);
  const texts = (await eventsOf(deps)).flatMap(({ payload }) => payload?.text ?? []);
  expect(texts).toEqual(["still here"]);
});

test("sessions are imported in the order in which they began, whatever the names of their files", async () => {
  const deps = await testMemory();
  const folder = freshMemoryDir();
  writeFileSync(
    join(folder, "a.jsonl"),
    line({ ...prompt("use sqs for the jobs", 9000), sessionId: "late" }),
  );
  writeFileSync(join(folder, "b.jsonl"), line({ type: "summary", summary: "jobs" }));
  appendFileSync(join(folder, "b.jsonl"), line({ ...prompt("pg-boss for the jobs"), sessionId: "early" }));
  await importHistory(deps, { paths: [folder], host: "claude-code", dry_run: false });
  const texts = (await eventsOf(deps)).flatMap(({ payload }) => payload?.text ?? []);
  expect(texts).toEqual(["pg-boss for the jobs", "use sqs for the jobs"]);
});
