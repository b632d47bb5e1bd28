import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { linesOf, userFiles } from "../../src/adapters/files/project/user-files.ts";
import { sha256 } from "../../src/adapters/system/sha256.ts";
import { freshMemoryDir } from "../support/test-memory.ts";

const MEGABYTE = 1024 * 1024;

async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

describe("lines", () => {
  test.each([
    ["", []],
    ["a", ["a"]],
    ["a\n", ["a"]],
    ["a\n\nb", ["a", "", "b"]],
    ["\uFEFFa\r\nb\r\n", ["a", "b"]],
  ])("of %j", async (text, expected) => {
    const file = join(freshMemoryDir(), "x.jsonl");
    writeFileSync(file, text);
    expect(await all(userFiles().lines(file))).toEqual(expected);
    expect(await all(userFiles(Readable.from([Buffer.from(text)])).lines("-"))).toEqual(expected);
  });

  test("are complete, wherever the stream is split into chunks", async () => {
    const text = "日本 😀\nzwei";
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const input = Readable.from(
        [bytes.subarray(0, cut), bytes.subarray(cut)].filter((part) => part.length > 0),
      );
      expect(await all(userFiles(input).lines("-"))).toEqual(["日本 😀", "zwei"]);
    }
  });

  test("that are too long, or of a missing file, are refused with the name of the file", async () => {
    const endless = Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(MEGABYTE, "x")));
    await expect(all(userFiles(endless).lines("-"))).rejects.toMatchObject({
      code: "input.invalid",
      message: "Line 1 of - is longer than 32 MB.",
    });
    const dir = freshMemoryDir();
    await expect(all(userFiles().lines(join(dir, "no")))).rejects.toMatchObject({
      code: "input.invalid",
      message: `There is no file ${join(dir, "no")}.`,
    });
    await expect(all(userFiles().lines(dir))).rejects.toMatchObject({ code: "input.invalid", field: "file" });
  });
});

describe("write", () => {
  test("makes the folder and a private file, and returns its digest", async () => {
    const file = join(freshMemoryDir(), "a", "b.txt");
    const written = await userFiles().write(file, ["x".repeat(300_000), "ä"]);
    expect(written).toEqual({ bytes: 300_002, sha256: sha256(`${"x".repeat(300_000)}ä`) });
    expect(await userFiles().digest(file)).toBe(written.sha256);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await userFiles().read(file)).toHaveLength(300_001);
  });

  test("leaves the old file and no other file when it fails midway", async () => {
    const dir = freshMemoryDir();
    writeFileSync(join(dir, "x"), "old");
    const chunks = async function* () {
      yield "new".repeat(200_000);
      throw new Error("the source broke");
    };
    await expect(userFiles().write(join(dir, "x"), chunks())).rejects.toThrow("the source broke");
    expect(readFileSync(join(dir, "x"), "utf8")).toBe("old");
    expect(readdirSync(dir)).toEqual(["x"]);
  });

  test("names the file that blocks it", async () => {
    const dir = freshMemoryDir();
    writeFileSync(join(dir, "file"), "");
    await expect(userFiles().write(join(dir, "file", "x"), [])).rejects.toMatchObject({
      code: "input.invalid",
    });
    expect(existsSync(join(dir, "file"))).toBe(true);
  });
});

describe("a missing file", () => {
  test("is undefined, and not a failure", async () => {
    const path = join(freshMemoryDir(), "no");
    const files = userFiles();
    expect([await files.read(path), await files.digest(path), await files.list(path)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test("reading stops at a line that is too long, so that a huge file of a repository delays nobody", async () => {
  const chunk = Buffer.alloc(16 * MEGABYTE);
  let read = 0;
  const endless = async function* () {
    for (; read < 100; read++) yield chunk;
  };
  const [line, ...rest] = await all(linesOf("CLAUDE.md", endless(), { cutsLong: true }));
  expect([line?.endsWith("[cut]"), rest]).toEqual([true, []]);
  expect(read * 16).toBeLessThan(300);
});
