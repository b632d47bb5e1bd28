import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import { readUnfinishedSessions } from "../../src/app/sessions/read-unfinished-sessions.ts";
import { backgroundReading } from "../../src/background-reading.ts";
import type { SessionRow } from "../../src/core/sessions/sessions-view.ts";
import { memoryPoolOver } from "../../src/memory-pool.ts";
import { openMemory } from "../../src/open-memory.ts";
import { askForMemory } from "../support/asked-memory.ts";
import { testMemory } from "../support/test-memory.ts";
import { scenario } from "./scenario.ts";
import { commandLine, stage } from "./stage.ts";

/** A session in the format of Claude Code's history. */
const transcript = (cwd: string, ...said: readonly string[]): string =>
  said
    .map((content, i) =>
      JSON.stringify({
        parentUuid: i === 0 ? null : `u${i - 1}`,
        isSidechain: false,
        userType: "external",
        cwd,
        sessionId: "6f9d3c1e-0000-4000-8000-000000000001",
        version: "2.1.100",
        type: "user",
        message: { role: "user", content },
        uuid: `u${i}`,
        timestamp: new Date(Date.UTC(2026, 2, 1, 9, i)).toISOString(),
      }),
    )
    .join("\n");

scenario("first.import-reads", async () => {
  const { dir, env, file } = stage();
  const said = transcript(dir, "We decided: invoices are kept for ten years.", "thanks, looks good");
  const history = file("history.jsonl", said);
  const { stdout } = await commandLine(["import", history], { dir, env });
  expect(stdout).toContain("1 session imported, 1 read, 1 item kept.");
  expect(stdout).not.toContain("worker --once");
  const again = await commandLine(["import", history], { dir, env });
  expect(again.stdout).toBe("Nothing new in 1 session.\n");
  const brief = await commandLine(["brief"], { dir, env });
  expect(brief.stdout).toContain("invoices are kept for ten years");
  const worked = await commandLine(["worker", "--once"], { dir, env });
  expect(worked.stdout).toContain(" 0 still due");
});

scenario("first.brief-says", async (surface) => {
  const { call, dir, env } = stage(surface, { git: true });
  const none = await call("brief");
  expect(none).toMatchObject({ text: "", empty: { has_memory: false, sessions: 0 } });
  const shown = await commandLine(["brief"], { dir, env });
  expect(shown.stdout).toContain("there is no memory here yet");
  expect(shown.stdout).toContain("tidemark import");
  await call("create", { kind: "candidate", text: "We ship on Mondays", proposes: "fact" });
  expect(await call("brief")).toMatchObject({ empty: { has_memory: true, waiting: 1 } });
  expect((await commandLine(["brief"], { dir, env })).stdout).toContain("1 to review: tidemark review");
});

scenario("first.record-known", async (surface) => {
  const { call, file } = stage(surface);
  const truth = { type: "truth.upserted", key: "api.port", statement: "The API listens on port 8081" };
  await call("record", { file: file("truth.jsonl", JSON.stringify(truth)) });
  const { hits } = await call("recall", { query: "which port does the API listen on" });
  expect(hits[0]?.text).toContain("8081");
});

scenario("first.init-offers", async () => {
  const begun = async (argv: readonly string[], given: object = {}, rules = "") => {
    const { dir, env } = stage("cli", { isAsked: false });
    const folder = join(String(env.HOME), ".claude", "projects", "this-one");
    mkdirSync(folder, { recursive: true });
    const said = transcript(dir, "We decided: invoices are kept for ten years.");
    writeFileSync(join(folder, "1.jsonl"), said);
    writeFileSync(join(folder, "2.jsonl"), transcript("/elsewhere", "We decided: invoices are blue."));
    if (rules !== "") writeFileSync(join(dir, "CLAUDE.md"), rules);
    return (await commandLine(["init", ...argv], { dir, env, ...given })).stdout;
  };
  const first = await begun([]);
  expect(first).toContain("Found here: 1 earlier session of this project (claude-code)");
  expect(first).not.toContain("of rules");
  const ruled = await begun([], {}, "- Use pnpm, never npm\n");
  expect(ruled).toContain("1 file of rules or of other tools' memories");
  expect(ruled).toContain("To import them: tidemark import");
  expect(await begun(["--hosts", "cursor"])).not.toContain("of rules");
  const pressed = ["t", "n", "y"];
  const keys = async () => ({
    next: async () => pressed.shift() ?? "leave",
    line: async () => undefined,
    close: () => {},
  });
  const asked = await begun([], { isOutTty: true, columns: 100, keys });
  expect(asked).toContain("Import them? [y]es [n]o yes");
  expect(asked).toContain("1 session imported, 1 read, 1 item kept.");
  expect(await begun(["--import"])).toContain("1 item kept.");
});

scenario("first.background", async (surface) => {
  const on = stage(surface);
  const line = {
    type: "turn",
    session: "s1",
    role: "user",
    text: "remember: the staging host is called blue",
  };
  await on.call("record", { file: on.file("turn.jsonl", JSON.stringify(line)) });
  const memoryPool = memoryPoolOver((effect) => openMemory({ cwd: on.dir, env: process.env, effect }));
  let quiet = (): void => expect.fail("nothing was scheduled");
  const background = backgroundReading(memoryPool, (work) => {
    quiet = work;
    return () => {};
  });
  background.called();
  quiet();
  await background.stop();
  await memoryPool.close();
  expect((await on.call("find", { kind: "fact" })).items).toHaveLength(1);
});

scenario("first.worker-now", async () => {
  const { dir, env, cli } = stage();
  askForMemory(dir, env);
  const event = { session_id: "s1", cwd: dir, hook_event_name: "UserPromptSubmit" };
  const prompt = JSON.stringify({ ...event, prompt: "remember: the staging host is called blue" });
  await cli(["hook", "claude-code", "UserPromptSubmit"], { input: prompt });
  const due = await commandLine(["worker", "--once", "--due"], { dir, env });
  expect(due.stdout).toContain("Read 0 sessions, 0 still due.");
  const { stdout } = await commandLine(["worker", "--once"], { dir, env });
  expect(stdout).toContain("Read 1 session, 0 still due.");
});

scenario("first.inject-off", async () => {
  const { dir, env, call } = stage();
  await call("remember", { text: "We build with pnpm", kind: "lesson" });
  expect((await commandLine(["status"], { dir, env })).stdout).not.toContain("inject");
  const off = await commandLine(["status"], { dir, env: { ...env, TIDEMARK_INJECT: "off" } });
  expect(off.stdout).toContain("sessions get no brief");
});

scenario("first.bounded", async () => {
  const deps = await testMemory();
  for (let i = 0; i < 60; i++) await deps.turn(`turn ${i} of the session that was killed`, "killed");
  const session = async (): Promise<SessionRow> => {
    await catchUp(deps, "sessions");
    return (await deps.store.views.rows(deps.views.sessions, ["killed"])).get(
      "killed",
    ) as unknown as SessionRow;
  };
  let at = deps.clock.now();
  const slow = { ...deps, clock: { ...deps.clock, now: () => (at += 40) } };
  await readUnfinishedSessions(slow, "next");
  const { unread, checkpoint, due_at } = await session();
  expect(unread).toBeGreaterThan(0);
  expect(checkpoint).toBeGreaterThan(0);
  expect(due_at).not.toBeNull();
  await readUnfinishedSessions(deps, "next");
  expect(await session()).toMatchObject({ unread: 0, due_at: null });
});
