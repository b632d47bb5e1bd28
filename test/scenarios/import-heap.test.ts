import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BIN, node } from "../spawned.ts";
import { stage } from "./stage.ts";

/** Logs each V8 flag that the program sets while it runs. */
const SPY = `
const { appendFileSync } = require("node:fs");
const v8 = require("node:v8");
const { setFlagsFromString } = v8;
v8.setFlagsFromString = (flag) => {
  appendFileSync(process.env.SETTINGS, flag + "\\n");
  setFlagsFromString(flag);
};`;

const HISTORY = {
  ...{ type: "user", sessionId: "s1", uuid: "u1", isSidechain: false, timestamp: "2026-01-02T03:04:05.000Z" },
  message: { role: "user", content: "Use pnpm here." },
};

test("an import limits its heap growth, and restores the V8 flags under which compiled code was cached", async () => {
  const { dir, env } = stage("cli");
  const [spy, settings] = [join(dir, "spy.cjs"), join(dir, "settings")];
  writeFileSync(spy, SPY);
  writeFileSync(settings, "");
  writeFileSync(join(dir, "history.jsonl"), `${JSON.stringify({ ...HISTORY, cwd: dir })}\n`);
  const run = (...args: string[]) =>
    node(["--require", spy, BIN, ...args], { cwd: dir, env: { ...env, SETTINGS: settings } });
  await run("status");
  expect(readFileSync(settings, "utf8")).toBe("");
  const imported = await run("import", "history.jsonl", "--host", "claude-code");
  expect(imported).toMatchObject({ code: 0 });
  expect(readFileSync(settings, "utf8").split("\n")).toEqual([
    "--heap-growing-percent=30",
    "--heap-growing-percent=0",
    "",
  ]);
});
