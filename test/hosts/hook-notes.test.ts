import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { hookNotes } from "../../src/adapters/files/hosts/hook-notes.ts";
import { freshMemoryDir } from "../support/test-memory.ts";

afterEach(() => {
  vi.useRealTimers();
});

async function withOldKey() {
  const dir = freshMemoryDir();
  const notes = hookNotes(dir);
  await notes.refreshKeys(async () => ["old item1"]);
  notes.itemsChanged();
  return { dir, notes };
}

test("keys that a cut-off hook began to read are read again after a while, and not by each hook", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { notes } = await withOldKey();
  expect(notes.isNews("s", ["new"])).toBe(true);
  expect(notes.isNews("s", ["new"])).toBe(false);
  vi.setSystemTime(Date.now() + 6000);
  expect(notes.isNews("s", ["new"])).toBe(true);
});

test("a file that cannot be written does not silence the keys that are known", async () => {
  const { dir, notes } = await withOldKey();
  const asked = join(dir, "hooks", "asked");
  rmSync(asked, { force: true });
  mkdirSync(asked);
  expect(notes.isNews("s", ["new"])).toBe(false);
  expect(notes.isNews("s", ["old"])).toBe(true);
});
