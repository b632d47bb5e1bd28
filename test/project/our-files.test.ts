import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { ourFiles } from "../../src/adapters/files/project/our-files.ts";
import { exactFinder, wordFinder } from "../../src/core/forget/text-finder.ts";
import { freshMemoryDir } from "../support/test-memory.ts";

const MEGABYTE = 1024 * 1024;
const WORD = "Zimtstern";

const filesIn = (dir: string) =>
  ourFiles({
    root: dir,
    memoryDir: dir,
    farSpool: ownedFolder(join(dir, "far")),
    contextDir: join(dir, "ai_memory"),
  });

async function namesHolding(dir: string, text = WORD): Promise<string[]> {
  const files = filesIn(dir);
  return (await files.holding(await files.list(), exactFinder([text]))).map(({ name }) => name);
}

describe("our files", () => {
  test("are searched at any depth, also across the boundary of two chunks", async () => {
    const dir = freshMemoryDir();
    mkdirSync(join(dir, "a", "b"), { recursive: true });
    const found: string[] = [];
    for (const at of [0, MEGABYTE - 7, MEGABYTE - 1, MEGABYTE, 2 * MEGABYTE - 3]) {
      const bytes = Buffer.alloc(3 * MEGABYTE, "x");
      bytes.write(WORD, at);
      writeFileSync(join(dir, "a", "b", `at-${at}.bin`), bytes);
      found.push(`a/b/at-${at}.bin`);
    }
    writeFileSync(join(dir, "a", "tidemark.db"), `a ${WORD}`);
    writeFileSync(join(dir, "a", "other"), "Zimtster n");
    expect(await namesHolding(dir)).toEqual([...found.sort(), "a/tidemark.db"]);
    writeFileSync(join(dir, "a", "tidemark.db"), "nothing");
    expect(await namesHolding(dir, `a ${WORD}`)).toEqual([]);
  });

  test.each([
    ["UTF-16, little end first", Buffer.from(WORD, "utf16le")],
    ["UTF-16, big end first", Buffer.from(WORD, "utf16le").swap16()],
    ["base64", Buffer.from(Buffer.from(`${WORD}!`).toString("base64"))],
    ["base64 after one byte", Buffer.from(Buffer.from(`x${WORD}!`).toString("base64"))],
    ["base64 after two bytes", Buffer.from(Buffer.from(`xx${WORD}!`).toString("base64"))],
  ])("are searched for a text in %s, and cleaned of it", async (_, bytes) => {
    const dir = freshMemoryDir();
    const path = join(dir, "file");
    writeFileSync(path, Buffer.concat([Buffer.from("before "), bytes, Buffer.from(" after")]));
    const files = filesIn(dir);
    const [file] = await files.holding(await files.list(), exactFinder([WORD]));
    if (file) await files.overwrite(file, exactFinder([WORD]));
    const after = readFileSync(path);
    expect(after.length).toBe(bytes.length + 13);
    expect(after.toString("latin1")).toMatch(/^before .*\*{8,}.* after$/s);
    expect(await namesHolding(dir)).toEqual([]);
  });

  test("are overwritten in place at every occurrence", async () => {
    const dir = freshMemoryDir();
    const path = join(dir, "log");
    const text = `${"x".repeat(MEGABYTE - 4)}${WORD} y ${WORD}${WORD}`;
    writeFileSync(path, text);
    const files = filesIn(dir);
    for (const file of await files.list()) await files.overwrite(file, exactFinder([WORD]));
    expect(readFileSync(path, "utf8")).toBe(text.replaceAll(WORD, "*".repeat(WORD.length)));
  });

  test("are never opened through a link", async () => {
    const dir = freshMemoryDir();
    const outside = join(freshMemoryDir(), "mine");
    writeFileSync(outside, WORD);
    symlinkSync(outside, join(dir, "rejected.log"));
    expect(await namesHolding(dir)).toEqual([]);
  });

  test("list the copies that were written outside, each once", async () => {
    const dir = freshMemoryDir();
    const files = filesIn(dir);
    await files.noteCopy("/somewhere/one.db");
    await files.noteCopy("/somewhere/two.db");
    await files.noteCopy("/somewhere/one.db");
    await files.noteCopy(join(dir, "backups", "own.db"));
    expect(await files.copies()).toEqual(["/somewhere/two.db", "/somewhere/one.db"]);
  });

  test("drop from that list only deleted copies whose path contains the words", async () => {
    const dir = freshMemoryDir();
    const files = filesIn(dir);
    const kept = join(freshMemoryDir(), `${WORD}.db`);
    writeFileSync(kept, "");
    for (const path of [kept, `/somewhere/${WORD}.db`, "/somewhere/else.db"]) await files.noteCopy(path);
    await files.dropGoneCopies(wordFinder([WORD]));
    expect(await files.copies()).toEqual(["/somewhere/else.db", kept]);
  });

  test("are not copied to a place to which a link in the project leads", async () => {
    const [dir, outside] = [freshMemoryDir(), freshMemoryDir()];
    symlinkSync(outside, join(dir, "backups"));
    symlinkSync(join(dir, "inner"), join(dir, "own"));
    mkdirSync(join(dir, "inner"));
    const files = filesIn(dir);
    await expect(files.noteCopy(join(dir, "backups", "one.db"))).rejects.toThrow("is a symbolic link");
    await expect(files.noteCopy(join(dir, "backups"))).rejects.toThrow("is a symbolic link");
    await files.noteCopy(join(dir, "own", "one.db"));
    await files.noteCopy(join(outside, "one.db"));
  });
});
