import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { ROOT } from "../root.ts";
import { scenario } from "../scenarios/scenario.ts";
import { BIN, node } from "../spawned.ts";

const home = mkdtempSync(join(tmpdir(), "tidemark-start-"));
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

const env = { ...process.env, HOME: home, XDG_STATE_HOME: home, TIDEMARK_DIR: join(home, "memory") };

/** Runs a command like the launcher, and prints the modules that were evaluated. */
const LIST = `
const { main, loaded } = require(process.argv[1]);
const { writeSync } = require("node:fs");
process.stdout.write = () => true;
main(process.argv.slice(2)).then(() => writeSync(1, [...loaded.keys()].join("\\n")));
`;

async function modulesOf(...argv: string[]): Promise<string[]> {
  const { stdout } = await node(["-e", LIST, "--", join(ROOT, "dist/cli.cjs"), ...argv], { cwd: home, env });
  return stdout.split("\n");
}

scenario("start.only-needed", async () => {
  const status = await modulesOf("status");
  expect(status).toContain("surfaces/verbs/board-verbs");
  const foreign = /^surfaces\/(mcp|hosts)\/|^core\/extract\/statements\/|\/(item|recall|context|tape)-verbs$/;
  expect(status.filter((id) => foreign.test(id))).toEqual([]);
  expect(await modulesOf("remember", "We build with pnpm")).toContain("surfaces/verbs/item-verbs");
  const script = `process.argv.splice(1, 1); process.on("exit", () => process.stderr.write(Object.keys(require.cache).join("\\n"))); require(process.argv[1])`;
  const { stdout, stderr } = await node(["-e", script, "--", "-", BIN, "--version"], { cwd: home, env });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(stderr).not.toContain("cli.cjs");
});
