import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "./root.ts";
import { node } from "./spawned.ts";

const MODULE = JSON.stringify(join(ROOT, "scripts/memory-folder.mjs"));
/** A run that prints its folder, and exits as if interrupted when it gets input. */
const RUN = `const { useMemoryForTemporaryFiles } = await import(${MODULE});
useMemoryForTemporaryFiles();
console.log(process.env.TMPDIR);
process.stdin.once("data", () => process.exit(130));`;
/** Writes files into a folder, and makes the folder again if it is deleted, until it is killed. */
const WRITER = `const { mkdirSync, writeFileSync } = require("node:fs");
const folder = process.argv[1] + "/store";
for (let i = 0; ; i++) {
  try { mkdirSync(folder, { recursive: true }); writeFileSync(folder + "/" + i, "x"); } catch {}
  if (i === 100) process.stdout.write("writes");
}`;

const inMemory = process.env.TMPDIR?.startsWith("/dev/shm") === true;

test.runIf(inMemory)(
  "an interrupted run exits with its exit code although another process still writes to its folder",
  async () => {
    const run = spawn(process.execPath, ["--input-type=module", "-e", RUN], { stdio: "pipe" });
    onTestFinished(() => void run.kill("SIGKILL"));
    let stderr = "";
    run.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const folder = await new Promise<string>((done) =>
      run.stdout.setEncoding("utf8").once("data", (text: string) => done(text.trim())),
    );
    const ended = new Promise<number | null>((done) => run.on("close", done));
    const writer = spawn(process.execPath, ["-e", WRITER, folder], { stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => void writer.kill("SIGKILL"));
    await new Promise((done) => writer.stdout.once("data", done));
    run.stdin.write("interrupt");
    expect([await ended, stderr]).toEqual([130, ""]);
    const gone = new Promise((done) => writer.on("close", done));
    writer.kill("SIGKILL");
    await gone;
    mkdirSync(join(folder, "left"), { recursive: true });
    // The next run deletes the folders of ended runs, and keeps those of running ones.
    const own = dirname(join(String(process.env.TMPDIR), "x"));
    await node(["--input-type=module", "-e", RUN.replace(/process\.stdin.*/, "")]);
    expect([existsSync(folder), existsSync(own)]).toEqual([false, true]);
  },
);
