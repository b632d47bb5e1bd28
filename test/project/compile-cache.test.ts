import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeEach, describe, expect, test } from "vitest";
import { freshFolder } from "../scenarios/stage.ts";
import { ROOT } from "../sources.ts";
import { node } from "../spawned.ts";

/* Tests our own compile cache, which Node 20 uses because it lacks the built-in one. Our cache works on all versions. */

let [ours, kept, program] = ["", "", ""];

beforeEach(async () => {
  const folder = freshFolder();
  [ours, kept, program] = [join(folder, "ours"), join(folder, "kept"), join(folder, "run.cjs")];
  mkdirSync(ours);
  await build({
    ...{ absWorkingDir: ROOT, entryPoints: ["src/adapters/disk/compile-cache.ts"], bundle: true },
    ...{ outfile: join(folder, "cache.cjs"), platform: "node", format: "cjs", logLevel: "warning" },
  });
  const [ourText, keptText] = [JSON.stringify(ours), JSON.stringify(kept)];
  writeFileSync(
    program,
    `require("./cache.cjs").compileThrough(${keptText}, ${ourText});\nconsole.log(require(${ourText} + "/answer.cjs").answer());\n`,
  );
});

const write = (answer: string): void =>
  writeFileSync(
    join(ours, "answer.cjs"),
    `exports.answer = () => ${JSON.stringify(answer)} + typeof require("node:fs").statSync;\n`,
  );

const run = async (): Promise<string> => {
  const { stdout, stderr } = await node([program]);
  expect(stderr).toBe("");
  return stdout.trim();
};

const keptFiles = (): string[] => readdirSync(kept).map((name) => join(kept, name));

describe("the compile cache", () => {
  test("is written at the end of a process and used by the next one", async () => {
    write("one ");
    expect(await run()).toBe("one function");
    const [file = "", ...others] = keptFiles();
    expect(others).toEqual([]);
    const first = readFileSync(file);
    expect(await run()).toBe("one function");
    expect(readFileSync(file).equals(first)).toBe(true);
  });

  test("is not used for a file that was replaced with one of the same size", async () => {
    write("one ");
    await run();
    write("two ");
    expect(await run()).toBe("two function");
    expect(await run()).toBe("two function");
    expect(keptFiles()).toHaveLength(1);
  });

  test.each([
    ["empty", () => Buffer.alloc(0)],
    ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
    [
      "spoilt",
      (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i > bytes.length - 60 ? byte ^ 255 : byte))),
    ],
  ])("is rebuilt if it is %s", async (_, harm) => {
    write("one ");
    await run();
    const [file = ""] = keptFiles();
    const sound = readFileSync(file);
    writeFileSync(file, harm(sound));
    expect(await run()).toBe("one function");
    expect(readFileSync(file).length).toBeGreaterThan(sound.length / 2);
    expect(await run()).toBe("one function");
  });

  test("is not needed where it cannot be written", async () => {
    write("one ");
    writeFileSync(kept, "a file where the folder should be");
    expect(await run()).toBe("one function");
  });
});
