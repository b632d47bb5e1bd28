import { expect, vi } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { type Stage, stage } from "../scenarios/stage.ts";
import { startMcp } from "../support/mcp-server.ts";
import { record } from "../support/record-lines.ts";

async function agentAt(on: Stage, client: string, env: NodeJS.ProcessEnv = {}) {
  const server = startMcp({ cwd: on.dir, env: { ...on.env, ...env } });
  await server.initialize("2025-11-25", client);
  const work = async (intent: string, more: object = {}, meta?: { [key: string]: unknown }) => {
    const reply = await server.call("work", { intent, ...more }, meta);
    expect(reply.isError, JSON.stringify(reply.structuredContent)).toBeUndefined();
    return reply.structuredContent as {
      session: string;
      status: string;
      bundle: { text: string };
      delta: {
        items: { text: string }[];
        summary: string;
        cursor: string;
        since_session: string | null;
        counts: { [kind: string]: number };
      };
      note: { text: string };
      item: { text: string; to?: string; open_work?: string[] };
      handoff: { text: string };
      open_work: unknown[];
    };
  };
  return { server, work };
}

scenario("mcp.work", async () => {
  const on = stage();
  const ana = await agentAt(on, "claude-code", { CLAUDE_CODE_SESSION_ID: "host-session-1" });
  const began = await ana.work("start");
  expect(began.session).toBe("host-session-1");
  await ana.server.call("create", { kind: "trap", text: "pnpm test hangs without the database" });

  const bob = await agentAt(on, "codex-mcp-client");
  const first = await bob.work("start");
  expect(first.bundle.text).toContain("pnpm test hangs");
  await bob.work("checkpoint", { text: "Reading the mail worker" });
  await ana.server.call("create", { kind: "plan", text: "Send receipts by mail", assignee: "codex" });
  const told = await bob.work("resume");
  expect(told.delta.items.map(({ text }) => text)).toContain("Send receipts by mail");
  expect(told.bundle.text).toContain("Send receipts by mail");
  const kept = await bob.work("checkpoint", { text: "Half of the receipts are sent" });
  expect(kept).toMatchObject({ session: first.session, note: { text: "Half of the receipts are sent" } });
  expect(kept.delta.items.map(({ text }) => text)).toContain("Send receipts by mail");
  expect((await bob.work("checkpoint")).delta.summary).toBe("nothing new");

  const handed = await bob.work("handoff", { text: "Receipts go out; check the queue", to: "claude-code" });
  expect(handed.item).toMatchObject({ to: "claude-code", text: "Receipts go out; check the queue" });
  const ended = await bob.work("end", { text: "The queue is empty now" });
  expect(ended).toMatchObject({ session: first.session, status: "ended" });
  expect(ended.handoff.text).toBe("The queue is empty now");
  const back = await ana.work("resume");
  expect(back.bundle.text).toContain("Receipts go out; check the queue");
  expect((await on.call("sessionShow", { id: "host-session-1" })).session).toMatchObject({
    agent: "claude-code",
  });
});

scenario("designs.resume-over-mcp", async () => {
  const on = stage();
  const bob = await agentAt(on, "aider");
  const others = (text: string) => on.call("remember", { text, kind: "decision" });
  const session = async (isQuiet = false) => {
    const { session: id, delta } = await bob.work("start");
    if (!isQuiet) await bob.server.call("create", { kind: "note", text: `Seen in ${id}` });
    expect((await bob.work("end", { session: id })).status).toBe("ended");
    return { id, delta };
  };
  const first = await session();
  expect(first.delta).toMatchObject({ cursor: "none", since_session: null });
  await others("We build with pnpm");
  const looked = await bob.work("resume");
  expect(looked.delta).toMatchObject({ cursor: "set", since_session: first.id, summary: "1 decision" });
  expect(Object.keys(looked.delta.counts)).toHaveLength(14);
  const second = await session();
  expect(second.delta.summary).toBe("1 decision");
  await others("We test with vitest");
  const third = await session();
  expect(third.delta).toMatchObject({ since_session: second.id, summary: "1 decision" });
  expect(third.delta.items.map(({ text }) => text)).toEqual(["We test with vitest"]);
  await others("We lint with biome");
  const quiet = await session(true);
  await others("We release on Mondays");
  const { delta } = await bob.work("resume");
  expect(delta).toMatchObject({ since_session: quiet.id, summary: "1 decision" });
});

scenario("designs.look-moves-nothing", async () => {
  const on = stage();
  const first = await agentAt(on, "aider");
  const { session } = await first.work("start");
  await first.work("end", { session });
  await on.call("remember", { text: "Invoices are numbered by quarter", kind: "decision" });
  // Each new process counts as a new visit, as after a crash.
  for (const since_session of [session, session]) {
    const { delta } = await (await agentAt(on, "aider")).work("resume");
    expect(delta).toMatchObject({ cursor: "set", since_session, summary: "1 decision" });
  }
});

scenario("designs.read-uncalled", async () => {
  const on = stage();
  await record(on, { type: "turn", session: "s1", text: "We decided: all services log as JSON." });
  await agentAt(on, "aider");
  const isRead = async () => expect((await on.call("workerStatus")).due).toBe(0);
  await vi.waitFor(isRead, { timeout: 600_000, interval: 500 });
});

/** The metadata by which hosts identify a call; each host has its own key. */
const CALL_IDS = [
  (id: string) => ({ "claudecode/toolUseId": id }),
  (id: string) => ({ callId: id, threadId: "t1" }),
];

scenario("mcp.once", async () => {
  for (const named of CALL_IDS) {
    const on = stage();
    const { server, work } = await agentAt(on, "claude-code");
    const other = await agentAt(on, "claude-code");
    const end = () => on.end();
    const again = async (tool: string, given: object, id: string) => {
      const once = await server.call(tool, { ...given }, named(id));
      const before = await end();
      for (const one of [server, other.server]) {
        const twice = await one.call(tool, { ...given }, named(id));
        expect(twice.isError, JSON.stringify(twice.structuredContent)).toBeUndefined();
        expect(await end(), `${tool} ${JSON.stringify(given)}`).toBe(before);
        expect(idOf(twice.structuredContent)).toBe(idOf(once.structuredContent));
      }
      return idOf(once.structuredContent);
    };
    const note = await again("create", { kind: "note", text: "The queue is slow" }, "a");
    await again("create", { kind: "fact", text: "Prices are kept in cents" }, "b");
    await again("create", { kind: "decision", text: "We build with pnpm" }, "c");
    const plan = await again("create", { kind: "plan", text: "Send receipts", steps: ["one", "two"] }, "d");
    await again("update", { id: plan, step: ["done: 1"] }, "e");
    await again("transition", { id: plan, status: "in_progress" }, "f");
    await again("remove", { id: note }, "g");
    await again("work", { intent: "handoff", text: "Go on with two" }, "h");
    await work("start");
    const elsewhere = await server.call("create", { kind: "note", text: "The queue is slow" }, named("z"));
    expect(idOf(elsewhere.structuredContent)).not.toBe(note);
    const both = await Promise.all(
      [1, 2].map(() => server.call("create", { kind: "note", text: "At once" }, named("p"))),
    );
    expect(new Set(both.map(({ structuredContent }) => idOf(structuredContent))).size).toBe(1);
    expect((await on.call("find", { kind: "note" })).items).toHaveLength(2);
  }
});

function idOf(data: { readonly [name: string]: unknown }): string {
  return String(data.id ?? (data.item as { id: string }).id);
}
