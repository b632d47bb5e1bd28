import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { EMPTY_SPOOL } from "../../src/adapters/disk/empty-spool.ts";
import { openMemoryStore } from "../../src/adapters/memory-store/store.ts";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { serverCopy } from "../../src/adapters/sqlite/server-copy.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { bundleFor } from "../../src/hook-brief.ts";
import { memoryPoolOver } from "../../src/memory-pool.ts";
import { memoryUses } from "../../src/memory-uses.ts";
import { type OpenMemoryOptions, openMemory } from "../../src/open-memory.ts";
import type { Store } from "../../src/ports/store.ts";
import { turn, turns } from "../../src/testing/contract-drafts.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { stage, stageAt } from "../scenarios/stage.ts";
import { approveStore } from "../support/approve-store.ts";
import { jsonOf, testServer } from "../support/http-server.ts";
import { networkPathTo } from "../support/network-path.ts";
import { needsPostgres, newProject, postgresUrl } from "../support/postgres.ts";

scenario("team.reads-while-away", async (_, context) => {
  needsPostgres(context);
  const way = await networkPathTo(await postgresUrl());
  onTestFinished(way.cut);
  const { dir, env } = stage();
  approveStore({ dir, env }, way.url, newProject());
  const near = stageAt("cli", dir, { ...env, TIDEMARK_STORE: way.url });
  await near.call("remember", { text: "Dates are stored as UTC", kind: "decision" });
  const there = await near.call("recall", { query: "how are dates stored" });
  way.cut();
  // A process that knows of the outage need not wait for the server.
  const on = stageAt("cli", dir, { ...near.env, TIDEMARK_WAIT_MS: "300" });
  // The output says how old the copy is.
  const away = await on.cli(["recall", "how are dates stored"]);
  expect(away.stdout).toContain("Dates are stored as UTC");
  expect(away.stderr).toMatch(/cannot be reached.*copy from .* less than an hour old/);
  // A status without findings must also say that it describes a copy.
  for (const verb of ["status", "verify"])
    expect((await on.cli([verb])).stderr).toMatch(/copy from .* less than an hour old/);
  const input = JSON.stringify({ session_id: "s1", cwd: on.dir });
  const brief = await on.cli(["hook", "claude-code", "SessionStart"], { input });
  expect(brief.stdout).toMatch(/copy from .*Dates are stored as UTC/s);
  expect(await on.cli(["remember", "Only with the server"])).toMatchObject({ code: 3 });
  const turnLine = { type: "turn", session: "s2", role: "user", text: "Recorded while it was away" };
  const stated = { type: "truth.upserted", session: "s2", statement: "The gate opens at nine" };
  const lines = [turnLine, stated].map((line) => JSON.stringify(line)).join("\n");
  const kept = await on.cli(["record", "-"], { input: `${lines}\n` });
  expect(kept).toMatchObject({
    code: 0,
    stdout: "Kept 2 events on this machine until the server is back.\n",
  });
  await way.mend();
  expect((await near.call("recall", { query: "when does the gate open" })).hits[0]?.text).toBe(
    stated.statement,
  );
  expect((await near.call("sessionShow", { id: "s2" })).session).toMatchObject({ turns: 1 });
  // The events recorded during the outage have arrived, each once, and the server answers again.
  const { hits } = await near.call("recall", { query: "how are dates stored" });
  expect(hits.map(({ id }) => id)).toEqual(there.hits.map(({ id }) => id));
  expect(await near.call("verify")).toMatchObject({ ok: true });
});

/** A long-running program replaces the copy that it used during an outage, and a lost connection. */
scenario("team.stays-through-outage", async (_, context) => {
  needsPostgres(context);
  const way = await networkPathTo(await postgresUrl());
  onTestFinished(way.cut);
  const { dir, env } = stage();
  approveStore({ dir, env }, way.url, newProject());
  const near = { ...env, TIDEMARK_STORE: way.url };
  const on = stageAt("cli", dir, near);
  await on.call("remember", { text: "Dates are stored as UTC", kind: "decision" });
  const away = { ...near, TIDEMARK_WAIT_MS: "300" };
  const open = (effect: OpenMemoryOptions["effect"]) =>
    openMemory({ cwd: dir, env: away, effect, host: "http", voice: "agent" });
  // With a lifetime of 0 the pool tries the server again at each use.
  const pool = memoryPoolOver(open, 0);
  onTestFinished(pool.close);
  const use = memoryUses(pool, { called: () => {}, stop: async () => {} });
  const known = () =>
    use("reads", async ({ store, project }) => {
      const { position } = await store.tape.end();
      return { position, isCopy: project.asOf !== undefined };
    });
  const server = testServer({ dir, env: away });
  const ready = async (): Promise<number> => (await server.ask("/readyz")).status;
  const { position } = await known();
  expect([await known(), await ready()]).toEqual([{ position, isCopy: false }, 200]);
  way.cut();
  expect([await known(), await ready()]).toEqual([{ position, isCopy: true }, 503]);
  const params = { name: "recall", arguments: { query: "how are dates stored" } };
  const told = await server.ask("/mcp", {
    ...{ method: "POST", token: server.token("reader") },
    headers: { Accept: "application/json, text/event-stream" },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
  });
  expect(await told.text()).toMatch(/copy from .*Dates are stored/s);
  const refused = await server.ask("/api/v1/remember", {
    ...{ method: "POST", token: server.token("curator"), body: { text: "Only with the server" } },
  });
  expect([refused.status, await jsonOf(refused)]).toEqual([
    503,
    { error: expect.objectContaining({ code: "store.unreachable" }) },
  ]);
  await way.mend();
  await stageAt("cli", dir, near).call("remember", { text: "Times have no zone", kind: "decision" });
  const { position: later, isCopy } = await known();
  expect([later > position, isCopy]).toEqual([true, false]);
});

scenario("team.black-hole", async (_, context) => {
  needsPostgres(context);
  const way = await networkPathTo(await postgresUrl());
  onTestFinished(way.cut);
  const { dir, env } = stage();
  approveStore({ dir, env }, way.url, newProject());
  // If a hook waited for this server, the host would cut it off, and the hook would report that.
  const on = stageAt("cli", dir, { ...env, TIDEMARK_STORE: way.url, TIDEMARK_WAIT_MS: "60000" });
  await on.call("remember", { text: "Dates are stored as UTC", kind: "decision" });
  way.stall();
  const input = (fields: object) => JSON.stringify({ session_id: "s1", cwd: on.dir, ...fields });
  const recording = [
    ["PostToolUse", { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: "a" }],
    ["Stop", {}],
    ["SessionEnd", { reason: "exit" }],
  ] as const;
  for (const [event, fields] of recording)
    expect(await on.cli(["hook", "claude-code", event], { input: input(fields) })).toMatchObject({
      code: 0,
      stderr: "",
    });
  // The hook that gives the brief stops waiting after a moment and uses the copy.
  const brief = await on.cli(["hook", "claude-code", "SessionStart"], { input: input({}) });
  expect([brief.code, brief.stdout]).toEqual([
    0,
    expect.stringMatching(/copy from .*Dates are stored as UTC/s),
  ]);
  await way.mend();
  expect(await on.call("sessionList")).toMatchObject({ sessions: [{ id: "s1" }] });
});

scenario("team.slow-server", async (_, context) => {
  needsPostgres(context);
  const way = await networkPathTo(await postgresUrl());
  onTestFinished(way.cut);
  const { dir, env } = stage();
  approveStore({ dir, env }, way.url, newProject());
  const slow = { ...env, TIDEMARK_STORE: way.url };
  const on = stageAt("cli", dir, slow);
  await on.call("remember", { text: "Dates are stored as UTC", kind: "decision" });
  // The server accepts the connection, and then stops responding.
  const asks = { host: "claude-code", intent: "brief", input: { session: "s1" } } as const;
  way.stallAfter("SELECT 1 FROM projects");
  expect(await bundleFor(dir, slow, asks)).toMatch(/copy from .*Dates are stored as UTC/s);
  // Otherwise the hook of every prompt would wait again, so the program leaves the server alone for a while.
  way.stallAfter("nothing that is sent");
  await way.mend();
  const noted = JSON.parse(readFileSync(join(dir, ".tidemark/server-copy.json"), "utf8")).away;
  expect(noted).toBeGreaterThan(0);
  const now = vi.spyOn(Date, "now");
  onTestFinished(() => now.mockRestore());
  // A patient caller also gets the copy at once, because the program does not try the server.
  const again = { ...asks, input: { session: "s2" }, patience: 1000 };
  now.mockReturnValue(noted + 29_000);
  expect(await bundleFor(dir, slow, again)).toMatch(/copy from .*Dates are stored as UTC/s);
  now.mockReturnValue(noted + 31_000);
  const brief = await bundleFor(dir, slow, { ...again, input: { session: "s3" } });
  expect(brief).toContain("Dates are stored as UTC");
  expect(brief).not.toContain("copy from");
});

scenario("team.copy-is-cheap", async () => {
  const memoryDir = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-copy-")));
  const source = openMemoryStore(sha256);
  await source.tape.append(turns("a", "b", "c"));
  const reads: number[] = [];
  const watched: Store = {
    ...source,
    events: {
      ...source.events,
      read: async (...asked) => {
        const slice = await source.events.read(...asked);
        reads.push(slice.events.length);
        return slice;
      },
    },
  };
  const copy = serverCopy({
    ...{ driver: await chooseDriver(), sha256, waitMs: 1000, memoryDir, of: "server", now: () => 1 },
    ...{ spool: EMPTY_SPOOL, none: EMPTY_SPOOL },
  });
  const refreshed = async (): Promise<number[]> => {
    reads.length = 0;
    await copy.refresh(watched);
    return [...reads];
  };
  expect((await refreshed()).reduce((a, b) => a + b)).toBeGreaterThanOrEqual(3);
  const { mtimeMs, ino } = statSync(join(memoryDir, "server-copy.db"));
  expect(await refreshed()).toEqual([0]);
  const after = statSync(join(memoryDir, "server-copy.db"));
  expect([after.mtimeMs, after.ino]).toEqual([mtimeMs, ino]);
  await source.tape.append([turn("d")]);
  await refreshed();
  // A deleted copy is made again, although the state file notes that it is up to date.
  rmSync(join(memoryDir, "server-copy.db"));
  await refreshed();
  const opened = await copy.open(new MemoryError("store.unreachable", "away"));
  expect((await opened?.store.tape.end())?.position).toBe(4);
  await opened?.store.close();
});
