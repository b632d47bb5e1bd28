import { expect } from "vitest";
import { newDraft } from "../../src/app/runtime/decide-and-commit.ts";
import { ATTEMPTS_MAX } from "../../src/core/sessions/limits.ts";
import { bundleFor } from "../../src/hook-brief.ts";
import { openMemory } from "../../src/open-memory.ts";
import { BIN, node } from "../spawned.ts";
import { askForMemory } from "../support/asked-memory.ts";
import { scenario } from "./scenario.ts";
import { type Fields, type Stage, stage } from "./stage.ts";

const TURN = { type: "turn", role: "user" };

/** Records turns of sessions like a program without a host. */
async function say(
  on: Stage,
  ...turns: readonly (readonly [session: string, text: string])[]
): Promise<void> {
  const lines = turns.map(([session, text]) => `${JSON.stringify({ ...TURN, session, text })}\n`);
  await on.call("record", { file: on.file("turns.jsonl", lines.join("")) });
}

/** Records that reading a session failed in this attempt. */
async function fails(on: Stage, session: string, attempt: number): Promise<void> {
  const { deps, close } = await openMemory({ cwd: on.dir, env: on.env, effect: "writes" });
  const payload = { attempt, error: "the model is asleep", retry_at: "2099-01-01T00:00:00.000Z" };
  const failed = { type: "session.failed", session, subject: session, payload };
  await deps.store.tape.append([newDraft(deps, failed)]);
  await close();
}

const ids = ({ sessions }: Fields): string[] =>
  (sessions as readonly { readonly id: string }[]).map(({ id }) => id);

scenario("session.left-read", async () => {
  const on = stage("cli");
  askForMemory(on.dir, on.env);
  const text = "Remember: the queue worker is called pelican.";
  const input = JSON.stringify({ session_id: "killed", cwd: on.dir, prompt: text });
  await node([BIN, "hook", "claude-code", "UserPromptSubmit"], { cwd: on.dir, env: on.env, input });
  // Like a hook, but without its deadline, which a busy machine could miss.
  const begin = (session: string): Promise<string> =>
    bundleFor(on.dir, on.env, { host: "codex", intent: "brief", input: { session } });
  expect(await begin("killed")).not.toContain("pelican");
  expect(await begin("next")).toContain("the queue worker is called pelican");
  const { session } = await on.call("sessionShow", { id: "killed" });
  expect(session).toMatchObject({ unread: 0, status: "active" });
  // A reading that takes longer than a host waits is left to the worker, and the brief does not include it.
  const many = Array.from({ length: 201 }, (_, i) => ["long", `look at shelf ${i}`] as const);
  await say(on, ...many);
  expect(await begin("last")).toContain("the queue worker is called pelican");
});

scenario("session.verbs", async (surface) => {
  const on = stage(surface);
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  const plain = await on.call("sessionStart");
  expect(Object.keys(plain)).toEqual(["session"]);
  const told = await on.call("sessionStart", { include_context: true });
  expect((told.bundle as { readonly text: string }).text).toContain("We build with pnpm");
  expect(told.session).not.toBe(plain.session);
  await say(on, ["s1", "one"], ["s2", "first"], ["s1", "two"], ["s1", "three"]);
  const list = await on.call("sessionList");
  expect(ids(list)).toEqual(["s1", "s2", told.session, plain.session]);
  expect(await on.call("sessionList", { limit: 1, offset: 1 })).toMatchObject({
    ...{ sessions: [{ id: "s2" }], returned: 1, total: 4, has_more: true },
  });
  expect(await on.call("sessionShow", { id: "s1", limit: 2 })).toMatchObject({
    session: { id: "s1", turns: 3, unread: 3, due_at: expect.any(Number) },
    turns: [{ text: "two" }, { text: "three" }],
    left_out: 1,
  });
  const ended = await on.call("sessionEnd", { id: "s1", reason: "done for today" });
  expect(ended).toMatchObject({ id: "s1", status: "ended", due_at: expect.any(Number) });
  expect(ids(await on.call("sessionList", { status: "ended" }))).toEqual(["s1"]);
  expect(await on.refused("sessionShow", { id: "s3" })).toMatchObject({
    ...{ code: "input.unknown_id", field: "id", fix: expect.stringMatching(/Did you mean "s\d"/) },
  });
});

scenario("worker.once", async () => {
  const on = stage();
  await say(on, ["s1", "remember: the staging host is heron"], ["s2", "hello"]);
  for (const id of ["s1", "s2"]) await on.call("sessionEnd", { id });
  expect(await on.cli(["worker", "--once"])).toEqual({
    code: 0,
    stdout: "Read 2 sessions, 0 still due.\n",
    stderr: "",
  });
  expect((await on.call("find", { kind: "fact" })).items).toMatchObject([
    { text: "the staging host is heron" },
  ]);
  const end = await on.end();
  expect(await on.call("worker", { once: true })).toMatchObject({ read: 0, ticks: 1, still_due: 0 });
  expect(await on.end()).toBe(end);
});

scenario("worker.status", async () => {
  const on = stage();
  await say(on, ["waits", "a"], ["tries", "b"], ["fails", "c"]);
  for (const id of ["waits", "tries", "fails"]) await on.call("sessionEnd", { id });
  expect(await on.cli(["worker", "status"])).toMatchObject({
    code: 0,
    stdout: "3 to read, 0 to retry, 0 given up.\n",
  });
  await fails(on, "tries", 1);
  await fails(on, "fails", ATTEMPTS_MAX);
  const { code, stdout, stderr } = await on.cli(["worker", "status"]);
  expect([code, stderr]).toEqual([1, ""]);
  expect(stdout).toContain("1 to read, 1 to retry, 1 given up.\n");
  expect(stdout).toMatch(/^fails .*failed 5 times: the model is asleep/m);
  expect(stdout).toContain("retry: tidemark worker retry fails");
  expect((await on.call("workerStatus")).dead).toMatchObject([{ id: "fails", attempts: ATTEMPTS_MAX }]);
});

scenario("worker.retry", async (surface) => {
  const on = stage(surface);
  await say(on, ["s1", "remember: it was worth another try"], ["s2", "fine"]);
  for (const id of ["s1", "s2"]) await on.call("sessionEnd", { id });
  await fails(on, "s1", ATTEMPTS_MAX);
  expect(await on.call("worker", { once: true })).toMatchObject({ read: 1 });
  expect(await on.refused("workerRetry", { id: "s2" })).toMatchObject({ code: "input.invalid", field: "id" });
  expect(await on.refused("workerRetry", { id: "s9" })).toMatchObject({ code: "input.unknown_id" });
  const retried = await on.call("workerRetry", { id: "s1" });
  expect(retried).toMatchObject({ id: "s1", attempts: 0, retry_at: null });
  expect(retried.error).toBeUndefined();
  expect(await on.call("worker", { once: true })).toMatchObject({ read: 1, still_due: 0 });
  expect((await on.call("find", { kind: "fact" })).items).toHaveLength(1);
});

scenario("session.record-marks", async () => {
  const on = stage("library");
  await say(on, ["s1", "remember: what came through a pipe is read at once"]);
  expect(await on.call("worker", { once: true })).toMatchObject({ read: 1, still_due: 0 });
  const { items } = await on.call("find", { kind: "fact" });
  expect((items as readonly { readonly text: string }[]).map(({ text }) => text)).toEqual([
    "what came through a pipe is read at once",
  ]);
});
