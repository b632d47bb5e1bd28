import { spawn, spawnSync } from "node:child_process";
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { freshFolder, stage } from "../scenarios/stage.ts";
import { BIN } from "../spawned.ts";
import { startMcp } from "../support/mcp-server.ts";

const PARALLEL = 1000;

scenario("mcp.parallel", async () => {
  const on = stage();
  const server = startMcp({ cwd: on.dir, env: on.env });
  await server.initialize();
  const calls = Array.from({ length: PARALLEL }, (_, i) =>
    server.call("create", { kind: "note", text: `Note number ${i}` }),
  );
  const replies = await Promise.all(calls);
  const ids = replies.map(({ structuredContent }) => (structuredContent.item as { id: string }).id);
  expect(new Set(ids).size).toBe(PARALLEL);
  expect((await on.call("find", { kind: "note", limit: 1 })).total).toBe(PARALLEL);
  expect(await server.close()).toBe(0);
  expect((await on.cli(["verify"])).code).toBe(0);
});

const WRITES = 200;
const hasStrace = spawnSync("strace", ["-V"]).status === 0;

scenario("mcp.durable", async (_, context) => {
  if (!hasStrace)
    context.skip("strace is not installed, so nobody can say in which order the disk was asked.");
  const on = stage();
  const log = join(freshFolder(), "trace");
  const calls = "trace=fsync,fdatasync,write,writev,pwrite64";
  const traced = ["strace", "-f", "-y", "-s", "6000", "-e", calls, "-o", log, process.execPath, BIN];
  const server = startMcp({ cwd: on.dir, env: on.env, program: traced });
  await server.initialize();
  for (let i = 0; i < WRITES; i++) await server.call("create", { kind: "note", text: `durable-${i}-end` });
  await server.close();
  const lines = readFileSync(log, "utf8").split("\n");
  for (let i = 0; i < WRITES; i++) {
    const text = `durable-${i}-end`;
    const has = (line: string) => line.includes(text);
    const reply = lines.findIndex((line) => /write(v|64)?\(1</.test(line) && has(line));
    const put = lines.findIndex((line) => line.includes("pwrite64") && line.includes(".db-wal") && has(line));
    const flushed = lines.findIndex((line, at) => at > put && isFlushed(line));
    expect(put, `${text} was put into the log`).toBeGreaterThan(-1);
    expect(flushed, `${text} was flushed`).toBeGreaterThan(put);
    expect(reply, `${text} was told after it was flushed`).toBeGreaterThan(flushed);
  }
});

/** A line of the system-call trace that shows a successful flush of the database's log. */
const isFlushed = (line: string): boolean => /f(data)?sync\([^)]*\.db-wal>\)\s+= 0/.test(line);

scenario("mcp.ends", async () => {
  const on = stage();
  const started = async () => {
    const server = startMcp({ cwd: on.dir, env: on.env });
    await server.initialize();
    return server;
  };
  expect(await (await started()).close()).toBe(0);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    const server = await started();
    server.child.kill(signal);
    expect(await server.ended, signal).toBe(0);
  }
  if (process.platform === "win32") return;
  const pid = await orphan(on.dir, on.env);
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 600_000, interval: 100 });
});

/** Starts a server, kills its parent while another process keeps its input open, and waits for the server to end. */
function orphan(cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  const code = `
    const { spawn } = require("node:child_process");
    const server = spawn(process.execPath, [${JSON.stringify(BIN)}, "mcp"], { stdio: ["inherit", "pipe", "inherit"] });
    server.stdout.once("data", () => console.log(server.pid));
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ["-e", code], { cwd, env, stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => void parent.stdin.destroy());
  const clientInfo = { name: "tests", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  parent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  return new Promise((done) => {
    parent.stdout.once("data", (pid: Buffer) => {
      parent.kill("SIGKILL");
      done(Number(String(pid)));
    });
  });
}

scenario("mcp.replaced", async () => {
  const on = stage("cli", { git: true });
  const server = startMcp({ cwd: on.dir, env: on.env });
  await server.initialize();
  await server.call("create", { kind: "note", text: "In the memory that was" });
  const folder = join(on.dir, ".tidemark");
  renameSync(folder, `${folder}-aside`);
  await on.call("remember", { text: "In the memory that is" });
  const { structuredContent } = await server.call("find", {});
  expect((structuredContent.items as { text: string }[]).map(({ text }) => text)).toEqual([
    "In the memory that is",
  ]);
  await server.call("create", { kind: "note", text: "Written to the memory that is" });
  expect((await on.call("find", { kind: "note" })).items).toHaveLength(1);
});
