import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { bundleFor } from "../../src/hook-brief.ts";
import { BIN, node } from "../spawned.ts";
import { scenario } from "./scenario.ts";
import { git, type Item, type Result, type Stage, stage, stageAt } from "./stage.ts";

type Told = Result & {
  readonly cursor: string;
  readonly summary: string;
  readonly counts: { readonly [kind: string]: number };
  readonly items: readonly (Item & { readonly action: string; readonly by: string })[];
  readonly tokens: number;
};

const resumed = async (on: Stage, agent: string, input: object = {}): Promise<Told> =>
  (await on.call("resume", { ...input }, { agent })) as Told;

const labels = ({ items }: Told): string[] => items.map(({ label }) => label);

/** Lets each agent resume and mark all changes as read. */
async function resumeAll(on: Stage, ...agents: readonly string[]): Promise<void> {
  for (const agent of agents) await resumed(on, agent, { ack: true });
}

async function turn(on: Stage, session: string, agent: string, text = "go on"): Promise<void> {
  await on.call("record", {
    file: on.file("turn.jsonl", `${JSON.stringify({ type: "turn", session, agent, text })}\n`),
  });
}

scenario("resume.look", async (surface) => {
  const on = stage(surface);
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  await resumeAll(on, "codex");
  await on.call("remember", { text: "Never edit migrations by hand", kind: "constraint" });
  const first = await resumed(on, "codex");
  expect([labels(first), await resumed(on, "codex").then(labels)]).toEqual([["con#1"], ["con#1"]]);
  expect(first.tokens).toBeGreaterThan(0);
  expect(labels(await resumed(on, "codex", { ack: true }))).toEqual(["con#1"]);
  expect(await resumed(on, "codex")).toMatchObject({
    ...{ items: [], text: "", tokens: 0, unseen_event_count: 0, summary: "nothing new", truncated: false },
  });
});

scenario("resume.crash", async (surface) => {
  const on = stage(surface);
  await resumeAll(on, "codex");
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  const start = async (): Promise<{ session: string; labels: string[] }> => {
    const started = await on.call("sessionStart", { include_context: true }, { agent: "codex" });
    return { session: String(started.session), labels: labels(started.delta as Told) };
  };
  expect((await start()).labels).toEqual(["dec#1"]);
  const second = await start();
  expect(second.labels).toEqual(["dec#1"]);
  await turn(on, second.session, "codex");
  const third = await start();
  expect(third.labels).toEqual([]);
  await on.call("remember", { text: "We test with vitest", kind: "decision" });
  // The third session was not shown this decision, so its turn does not mark the decision as read.
  await turn(on, third.session, "codex");
  expect(await resumed(on, "codex")).toMatchObject({ since_session: third.session, summary: "1 decision" });
});

scenario("resume.first-contact", async (surface) => {
  const on = stage(surface);
  for (const n of [1, 2, 3, 4, 5]) {
    await on.call("remember", { text: `Rule number ${n} of this house`, kind: "constraint" });
    await on.call("handoffCreate", { text: `Part ${n} is next` });
    await on.call("create", { kind: "trap", text: `Port ${5000 + n} is taken by something` });
    await on.call("create", { kind: "plan", text: `Build part ${n}`, key: `part-${n}` });
    await on.call("transition", { id: `pln#${n}`, status: "in_progress" });
  }
  const first = await resumed(on, "codex");
  expect(first.cursor).toBe("none");
  expect(first.counts).toMatchObject({ handoffs: 3, constraints: 3, traps: 3, plans: 3, decisions: 0 });
  expect(labels(first).slice(0, 3)).toEqual(["hnd#5", "hnd#4", "hnd#3"]);
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  expect(await resumed(on, "codex")).toMatchObject({ cursor: "set", summary: "1 decision" });
});

scenario("delta.shape", async (surface) => {
  const on = stage(surface);
  await on.call("create", { kind: "plan", text: "Ship receipts", key: "receipts" });
  await on.call("remember", { text: "Use JWT", kind: "decision" });
  await on.call("remember", { text: "The port is 5432", kind: "fact" });
  await resumeAll(on, "codex");
  await on.call("transition", { id: "pln#1", status: "in_progress" });
  await on.call("update", { id: "pln#1", priority: "high" });
  await on.call("transition", { id: "dec#1", status: "superseded" });
  await on.call("update", { id: "fct#1", text: "The port is 5433" });
  await on.call("remove", { id: "fct#1" });
  await on.call("create", { kind: "hypothesis", text: "The flaky test is a time zone" }, { agent: "ana" });
  await on.call("create", { kind: "note", text: "my own" }, { agent: "codex" });
  const told = await resumed(on, "codex");
  expect(told.items.map(({ label, action, by }) => [label, action, by])).toEqual([
    ["dec#1", "superseded", surface],
    ["pln#1", "transitioned", surface],
    ["fct#1", "removed", surface],
    ["hyp#1", "created", "ana"],
  ]);
  expect(told.items[1]).toMatchObject({ kind: "plan", status: "in_progress", text: "Ship receipts" });
  expect(told).toMatchObject({
    summary: "1 fact, 1 decision, 1 hypothesis, 1 plan",
    counts: { facts: 1, decisions: 1, hypotheses: 1, plans: 1, handoffs: 0, notes: 0, traps: 0, insights: 0 },
    ...{ unseen_event_count: 6, truncated: false, left_out: 0, since_position: expect.any(Number) },
  });
  expect(Object.keys(told.counts)).toHaveLength(14);
});

scenario("delta.budget", async (surface) => {
  const on = stage(surface);
  await resumeAll(on, "codex");
  for (let n = 1; n <= 12; n++)
    await on.call("remember", {
      text: `Part ${n} of the shop has a rule of its own, which is number ${n}`,
      kind: "fact",
    });
  const told = await resumed(on, "codex", { budget: 150 });
  expect(told.tokens).toBeLessThanOrEqual(150);
  expect(told.items.length).toBeGreaterThan(0);
  expect(told).toMatchObject({ truncated: true, left_out: 12 - told.items.length, summary: "12 facts" });
  expect(told.text).toContain(
    `Left out for space: ${12 - told.items.length} of items. To see all: tidemark resume --since`,
  );
});

scenario("delta.since", async (surface) => {
  const on = stage(surface);
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  const position = await on.end();
  const session = String((await on.call("sessionStart", {}, { agent: "codex" })).session);
  await on.call("remember", { text: "We test with vitest", kind: "decision" });
  const since = async (text: string): Promise<string[]> =>
    labels((await on.call("resume", { since: text }, { agent: "codex" })) as Told);
  expect(await since("0")).toEqual(["dec#2", "dec#1"]);
  expect(await since(String(position))).toEqual(["dec#2"]);
  expect(await since(session)).toEqual(["dec#2"]);
  expect(await since("1d")).toEqual(["dec#2", "dec#1"]);
  expect(await since("2999-01-01")).toEqual([]);
  expect(await on.refused("resume", { since: "whenever" })).toMatchObject({
    code: "input.invalid",
    field: "since",
  });
});

scenario("delta.code", async () => {
  const on = stage("cli", { git: true });
  const commit = (name: string, text: string, date: string): void => {
    mkdirSync(join(on.dir, "src"), { recursive: true });
    writeFileSync(join(on.dir, name), text);
    git(on, "add", ".");
    git(
      { ...on, env: { ...on.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date } },
      "commit",
      "-qm",
      text,
    );
  };
  commit("src/cart.ts", "begin", "2026-01-01T10:00:00Z");
  const edit = (agent: string, file: string) =>
    JSON.stringify({
      type: "turn",
      session: `s-${agent}`,
      agent,
      role: "tool",
      tool: "Edit",
      files: [file],
      text: "ok",
    });
  on.file("codex.jsonl", `${edit("codex", "src/cart.ts")}\n${edit("codex", "src/mail.ts")}\n`);
  await on.call("record", { file: join(on.dir, "codex.jsonl") });
  await resumeAll(on, "codex");
  commit("src/cart.ts", "Round prices down", "2030-01-01T10:00:00Z");
  on.file("ana.jsonl", `${edit("ana", "src/mail.ts")}\n${edit("ana", "src/other.ts")}\n`);
  await on.call("record", { file: join(on.dir, "ana.jsonl") });
  const told = await resumed(on, "codex");
  expect(told).toMatchObject({
    summary: "1 commit",
    commits: [{ subject: "Round prices down", author: "Reader" }],
    files: [
      { path: "src/cart.ts", by: "Reader" },
      { path: "src/mail.ts", by: "ana" },
    ],
  });
  await resumeAll(on, "codex");
  expect(await resumed(on, "codex")).toMatchObject({ commits: [], files: [], text: "" });
});

scenario("resume.start-gives", async () => {
  const on = stage("cli", { git: true });
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  await resumeAll(on, "claude-code");
  await on.call("remember", { text: "Never edit migrations by hand", kind: "constraint" });
  // Like a hook, but without its deadline, which a busy machine could miss.
  const begin = (session: string): Promise<string> =>
    bundleFor(on.dir, on.env, { host: "claude-code", intent: "brief", input: { session } });
  const title = "## Changes since you were here";
  const news = `${title}\n- Never edit migrations by hand [con#1, constraint, new, by cli]`;
  expect(await begin("h1")).toContain(news);
  expect(await begin("h2")).toContain(news);
  const { stdout } = await on.cli(["session", "start", "--include-context", "--agent", "claude-code"]);
  expect(stdout).toContain(news);
  const input = JSON.stringify({ session_id: "h2", cwd: on.dir, prompt: "hello" });
  await node([BIN, "hook", "claude-code", "UserPromptSubmit"], { cwd: on.dir, env: on.env, input });
  const after = await begin("h3");
  expect(after).toContain("Never edit migrations by hand");
  expect(after).not.toContain(title);
});

scenario("resume.session-end", async (surface) => {
  const on = stage(surface);
  const { session } = await on.call("sessionStart", {}, { agent: "codex" });
  await on.call(
    "create",
    { kind: "plan", text: "Ship receipts", key: "r", steps: ["done: template", "mail"] },
    { agent: "codex" },
  );
  await on.call(
    "create",
    { kind: "plan", text: "Somebody else's", key: "s", assignee: "ana" },
    { agent: "codex" },
  );
  await turn(on, String(session), "codex", "Please send the mail too");
  const ended = await on.call("sessionEnd", { id: session, handoff: true }, { agent: "codex" });
  expect((ended.open_work as Item[]).map(({ label }) => label)).toEqual(["pln#1"]);
  expect(ended.handoff).toMatchObject({
    ...{ kind: "handoff", from: "codex", open_work: ["pln#1: mail"], status: "open" },
    text: expect.stringContaining("Last asked: Please send the mail too"),
  });
});

scenario("handoff.from-session", async (surface) => {
  const on = stage(surface);
  expect(await on.refused("handoffCreate", {})).toMatchObject({ field: "text" });
  expect(await on.refused("handoffCreate", { from_session: "last" })).toMatchObject({
    field: "from_session",
  });
  const { session } = await on.call("sessionStart", {}, { agent: "codex" });
  await on.call("create", { kind: "plan", text: "Ship receipts", key: "r" }, { agent: "codex" });
  await on.call("transition", { id: "pln#1", status: "in_progress" }, { agent: "codex" });
  await turn(on, String(session), "codex", "Start with the template");
  const { item } = await on.call("handoffCreate", { from_session: "last", to: "ana" }, { agent: "codex" });
  expect(item.text).toBe(
    `Session ${session}.\nPlans: pln#1 (in_progress): Ship receipts.\nLast asked: Start with the template`,
  );
  expect(item).toMatchObject({ from: "codex", to: "ana", open_work: ["pln#1: Ship receipts"] });
});

scenario("handoff.life", async (surface) => {
  const on = stage(surface);
  await on.call("handoffCreate", { text: "Receipts are next", open_work: ["mail"] }, { agent: "ana" });
  expect((await on.call("get", { id: "hnd#1" })).item).toMatchObject({ from: "ana", open_work: ["mail"] });
  expect((await on.call("handoffAccept", { id: "hnd#1" })).item.status).toBe("accepted");
  expect((await on.call("handoffClose", { id: "hnd#1", reason: "done" })).item.status).toBe("closed");
  expect((await on.call("undo", { id: "hnd#1" })).item.status).toBe("accepted");
  await on.call("remember", { text: "A fact" });
  expect(await on.refused("handoffAccept", { id: "fct#1" })).toMatchObject({ field: "id" });
});

scenario("handoff.addressed", async (surface) => {
  const on = stage(surface);
  await resumeAll(on, "codex", "ana");
  await on.call("handoffCreate", { text: "For codex alone", to: "codex" });
  await on.call("handoffCreate", { text: "For whoever comes" });
  const seen = async (agent: string): Promise<unknown[]> => [
    labels(await resumed(on, agent)),
    ((await on.call("handoffList", {}, { agent })).handoffs as Item[]).map(({ label }) => label),
    (await on.call("brief", {}, { agent })).text.includes("For codex alone"),
  ];
  expect(await seen("codex")).toEqual([["hnd#2", "hnd#1"], ["hnd#2", "hnd#1"], true]);
  expect(await seen("ana")).toEqual([["hnd#2"], ["hnd#2"], false]);
  expect(await on.call("handoffList", { all: true }, { agent: "ana" })).toMatchObject({ to_others: 0 });
});

scenario("plan.steps", async (surface) => {
  const on = stage(surface);
  await on.call("create", {
    kind: "plan",
    text: "Ship receipts",
    key: "r",
    steps: ["template", "mail", "test"],
  });
  const steps = async (): Promise<string[]> =>
    ((await on.call("get", { id: "pln#1" })).item.steps as { status: string }[]).map(({ status }) => status);
  // Concurrent updates each apply to the result of the other.
  const other = stageAt(surface, on.dir, on.env);
  await Promise.all([
    on.call("update", { id: "pln#1", step: ["done: 1"] }),
    other.call("update", { id: "pln#1", step: ["in_progress: mail"] }),
  ]);
  expect(await steps()).toEqual(["done", "in_progress", "todo"]);
  await on.call("update", { id: "pln#1", step: ["done: 2", "todo: tell people"] });
  expect(await steps()).toEqual(["done", "done", "todo", "todo"]);
  await on.call("undo", { id: "pln#1" });
  expect(await steps()).toEqual(["done", "in_progress", "todo"]);
  for (const step of ["done: 9", "finished: 1", "1"])
    expect(await on.refused("update", { id: "pln#1", step: [step] })).toMatchObject({ field: "step" });
});

scenario("plan.ready", async (surface) => {
  const on = stage(surface);
  await on.call("create", { kind: "plan", text: "Write the template", key: "a" });
  await on.call("create", { kind: "plan", text: "Send the mail", key: "b", depends_on: ["pln#1"] });
  const ready = async (): Promise<string[]> =>
    (await on.call("find", { ready: true })).items.map(({ label }) => label);
  expect(await ready()).toEqual(["pln#1"]);
  await on.call("transition", { id: "pln#1", status: "done" });
  expect(await ready()).toEqual(["pln#2"]);
  await on.call("undo", { id: "pln#1" });
  expect(await ready()).toEqual(["pln#1"]);
  expect(await on.refused("find", { ready: true, kind: "fact" })).toMatchObject({ field: "ready" });
});

scenario("plan.depends", async (surface) => {
  const on = stage(surface);
  await on.call("create", { kind: "plan", text: "First", key: "a" });
  await on.call("create", { kind: "plan", text: "Second", key: "b", depends_on: ["pln#1"] });
  await on.call("remember", { text: "A fact" });
  const before = await on.end();
  for (const id of ["pln#9", "fct#1"])
    expect(
      await on.refused("create", { kind: "plan", text: "Third", key: "c", depends_on: [id] }),
    ).toMatchObject({
      fix: expect.any(String),
    });
  for (const id of ["pln#1", "pln#2"])
    expect(await on.refused("update", { id: "pln#1", depends_on: [id] })).toMatchObject({
      field: "depends_on",
    });
  expect(await on.end()).toBe(before);
});
