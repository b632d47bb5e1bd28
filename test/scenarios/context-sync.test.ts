import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { ACTIVE, type Desk, desk } from "../support/context-stage.ts";
import type { Surface } from "./requirement.ts";
import { scenario } from "./scenario.ts";
import { commandLine, type Fields } from "./stage.ts";

const GOAL = "Invoices are rounded once.";

async function begun(surface: Surface, fields: Fields = {}): Promise<Desk> {
  const on = desk(surface);
  await on.call("contextInit", {
    task: "BILL-42",
    goal: GOAL,
    title: "Rounding",
    category: "bugfix",
    tag: ["billing", "rounding"],
    ...fields,
  });
  return on;
}

const progress = (field: string) => ({ section: "progress", field }) as const;
const texts = async (on: Desk, kind: string) =>
  (await on.call("find", { kind, limit: 50 })).items.map(({ text }) => text);

scenario("context.init", async (surface) => {
  const on = desk(surface);
  const { id } = (await on.call("create", { kind: "plan", text: GOAL, key: "BILL-42" })).item;
  const done = await on.call("contextInit", { task: "BILL-42", goal: GOAL, language: "de" });
  expect(done).toMatchObject({ outcome: "started", task_id: "BILL-42", plan: "pln#1", matched: "none" });
  expect(await on.plan("BILL-42")).toMatchObject({ id, status: "in_progress" });
  expect(on.text()).toContain("## Current Task");
  expect(on.text()).toContain("Was das Ziel nennt");
  expect(on.at({ section: "meta", field: "language" })).toBe("de");
  await on.isSound();
  const { code, message } = await on.refused("contextInit", { task: "../x", goal: GOAL });
  expect(code).toBe("input.invalid");
  expect(message).toContain("is not a valid task id");
  expect((await on.refused("contextSwitch", { id: "NEW-1" })).fix).toContain("--goal");
  await on.call("contextSwitch", { id: "NEW-1", goal: GOAL });
  expect(on.text()).toContain("Was das Ziel nennt");
});

scenario("context.init.known", async (surface) => {
  const on = await begun(surface);
  const same = await on.call("contextInit", { task: "BILL-42", goal: GOAL });
  expect(same).toMatchObject({ outcome: "kept", task_id: "BILL-42" });
  const other = await on.call("contextInit", { task: "DOC-7", goal: "Describe it." });
  expect(other).toMatchObject({ outcome: "switched", from: "BILL-42", matched: "none" });
  const back = await on.call("contextInit", { task: "bill-42", goal: GOAL });
  expect(back).toMatchObject({ outcome: "switched", task_id: "BILL-42", matched: "task_id" });
  await on.isSound();
});

scenario("context.sync.tape", async (surface) => {
  const on = await begun(surface);
  await on.work(
    { edits: "src/total.ts" },
    { runs: "npm test", exit: 1 },
    { edits: "src/round.ts" },
    { edits: "../elsewhere.ts" },
    { runs: "npm test", exit: 0 },
  );
  await on.call("remember", { text: "Amounts are integers in cents", kind: "decision" });
  await on.call("create", { kind: "note", type: "question", text: "Do we round half even?" });
  on.onDay(1);
  const { resume } = await on.call("contextSync");
  expect(resume).toMatchObject({
    verify_cmd: "npm test",
    last_result: "success",
    key_files: ["src/round.ts", "src/total.ts"],
  });
  expect(on.list({ section: "current_task", field: "active_files" })).toEqual([
    "src/round.ts",
    "src/total.ts",
  ]);
  const failure = (field: string) => on.at({ section: "failure_context", field });
  expect(failure("error_signature")).toBe("npm test: AssertionError: expected 3 to be 2");
  expect(failure("resolution_status")).toBe("resolved");
  expect(on.list({ section: "failure_context", field: "attempted_fixes" })).toEqual(["edited src/round.ts"]);
  expect(on.text()).toContain("Amounts are integers in cents [dec#1] → recorded by");
  expect(on.text()).toContain("- question: Do we round half even?");
  expect(on.at({ section: "git_state", field: "current_branch" })).toBe("main");
  expect(on.at({ section: "environment_snapshot", field: "os" })).not.toBe("");
  expect(on.at({ section: "meta", field: "last_updated" })).toBe("2026-03-03T09:00:00.000Z");
  expect(on.text()).not.toContain("elsewhere");
  const before = on.text();
  await on.call("contextSync");
  expect(on.text()).toBe(before);
  await on.isSound();
});

scenario("context.sync.patch", async (surface) => {
  const on = await begun(surface);
  const patch = (value: unknown) => ({ patch: JSON.stringify(value) });
  await on.call(
    "contextSync",
    patch({
      current_task: { current_focus: "src/round.ts", scope_in: ["totals"] },
      progress: {
        done: ["Find the place"],
        in_progress: ["Round once"],
        next: ["Write the test", "Drop the helper"],
      },
      guardrails: { invariants: { set: ["Money is never a float"] } },
      decisions: ["2026-03-02 → round half even → the tax office"],
      quick_resume: { verify_cmd: "npm test" },
    }),
  );
  expect(on.at({ section: "current_task", field: "current_focus" })).toBe("src/round.ts");
  expect(on.list({ section: "current_task", field: "scope_in" })).toEqual(["totals"]);
  expect(on.list(progress("next"))).toEqual(["Write the test", "Drop the helper"]);
  expect(on.text()).toContain("verify_cmd: npm test");
  await on.call(
    "contextSync",
    patch({ progress: { done: ["Round once"], next: { remove: ["Drop the helper"] } } }),
  );
  expect(on.list(progress("done"))).toEqual(["Find the place", "Round once"]);
  expect(on.list(progress("next"))).toEqual(["Write the test"]);
  expect((await on.plan("BILL-42")).steps?.map(({ text, status }) => `${status}: ${text}`)).toEqual([
    "done: Find the place",
    "done: Round once",
    "todo: Write the test",
  ]);
  const before = on.text();
  const refused = async (value: unknown) => (await on.refused("contextSync", patch(value))).message;
  expect(await refused({ progres: {} })).toContain('no section "progres"');
  expect(await refused({ progress: { nxt: ["x"] } })).toContain('no field "nxt"');
  expect(await refused({ quick_resume: { next_action: "x" } })).toContain("generated from the rest");
  const many = Array.from({ length: 11 }, (_, i) => `rg word${i}`);
  expect(await refused({ breadcrumbs: { navigation_queries: many } })).toContain(
    "would make the file invalid",
  );
  expect((await on.refused("contextSync", { patch: "{oops" })).message).toContain("not JSON");
  expect(on.text()).toBe(before);
  await on.isSound();
});

scenario("context.sync.task-id", async (surface) => {
  const on = await begun(surface);
  const patch = JSON.stringify({ current_task: { task_id: "OTHER-1" } });
  expect((await on.refused("contextSync", { patch })).fix).toContain("context switch");
  expect(on.task()).toBe("BILL-42");
});

scenario("context.sync.done", async (surface) => {
  const on = await begun(surface);
  const done = Array.from({ length: 8 }, (_, i) => `Step ${i + 1} is done`);
  const sync = await on.call("contextSync", { patch: JSON.stringify({ progress: { done } }) });
  expect(sync).toMatchObject({
    moved_out: ["Step 1 is done", "Step 2 is done"],
    session_file: "ai_memory/session_history/session_2026-03-02_001.md",
    steps_done: 8,
  });
  expect(on.list(progress("done"))).toEqual(done.slice(2));
  expect(on.text("session_history/session_2026-03-02_001.md")).toContain("done: Step 1 is done");
  expect(on.text()).toContain("session_2026-03-02_001.md");
  expect(await on.call("contextSync")).toMatchObject({ moved_out: [] });
  expect(on.list(progress("done"))).toEqual(done.slice(2));
  expect((await on.plan("BILL-42")).steps).toHaveLength(8);
  await on.isSound();
});

scenario("context.sync.by-itself", async (surface) => {
  const bare = desk(surface);
  await bare.work({ edits: "src/total.ts" });
  await bare.call("worker", { once: true });
  expect(bare.has(ACTIVE)).toBe(false);
  const on = await begun(surface);
  await on.work({ edits: "src/total.ts" }, { runs: "npm test", exit: 1 });
  await on.call("worker", { once: true });
  expect(on.list({ section: "current_task", field: "active_files" })).toEqual(["src/total.ts"]);
  expect(on.text()).toContain("last_result: failure");
  expect(on.text("session_history/session_2026-03-02_001.md")).toContain("src/total.ts");
  const before = on.text();
  await on.call("worker", { once: true });
  expect(on.text()).toBe(before);
  // The session is not due at the end of a turn, but the file is updated.
  const used = {
    session_id: "s9",
    cwd: on.dir,
    tool_name: "Write",
    tool_input: { file_path: join(on.dir, "src/new.ts") },
  };
  const hook = ["hook", "claude-code", "PostToolUse"];
  expect((await on.cli(hook, { cwd: on.dir, env: on.env, input: JSON.stringify(used) })).code).toBe(0);
  await on.call("worker", { once: true });
  expect(on.list({ section: "current_task", field: "active_files" })).toEqual(["src/new.ts", "src/total.ts"]);
  await on.isSound();
});

scenario("context.sync.empty", async (surface) => {
  const on = await begun(surface);
  await on.call("contextSync", { patch: JSON.stringify({ progress: { next: ["Write the test"] } }) });
  on.put(`ai_memory/${ACTIVE}`, "\n");
  expect(await on.call("contextSync")).toMatchObject({ reconstructed: "copy", task_id: "BILL-42" });
  expect(on.list(progress("next"))).toEqual(["Write the test"]);
  expect(on.list({ section: "risk_register", field: "medium" })[0]).toContain("rebuilt from its last copy");
  on.put(`ai_memory/${ACTIVE}`, "");
  rmSync(join(on.dir, ".tidemark/context"), { recursive: true });
  expect(await on.call("contextSync")).toMatchObject({ reconstructed: "tape" });
  expect(on.task()).toBe("BILL-42");
  expect(on.list(progress("next"))).toEqual(["Write the test"]);
  await on.isSound();
});

scenario("context.sync.replaced", async (surface) => {
  const on = await begun(surface);
  await on.call("contextSync", { patch: JSON.stringify({ progress: { next: ["Write the test"] } }) });
  const other = on.text().replaceAll("BILL-42", "TAX-9").replace("Write the test", "Read the law");
  on.put(`ai_memory/${ACTIVE}`, other);
  expect(await on.call("contextSync")).toMatchObject({ task_id: "TAX-9", archived: ["BILL-42"] });
  expect(on.text("context_history/BILL-42.md")).toContain("Write the test");
  expect((await on.plan("BILL-42")).status).toBe("todo");
  expect((await on.plan("TAX-9")).status).toBe("in_progress");
  expect(on.list(progress("next"))).toEqual(["Read the law"]);
  await on.isSound();
});

scenario("context.sync.old", async (surface) => {
  const on = await begun(surface);
  on.onDay(31);
  await on.call("contextSync");
  expect(on.list({ section: "risk_register", field: "medium" })[0]).toContain("31 days old");
  await on.isSound();
});

scenario("context.edits.events", async (surface) => {
  const on = await begun(surface);
  await on.call("contextSync", {
    patch: JSON.stringify({
      progress: { in_progress: ["Round once"], next: ["Write the test", "Drop the helper"] },
    }),
  });
  on.edit("  - Round once\n", "");
  on.edit("- done:\n", "- done:\n  - Round once\n");
  on.edit("  - Drop the helper\n", "  - Drop the old helper\n  - Ask Ann about the tax\n");
  on.edit(
    "## Quick Resume",
    "## Open Questions / Blockers\n\n- question: Is tax rounded too?\n  priority: high\n\n## Quick Resume",
  );
  const done = await on.call("contextSync");
  expect(done.from_file).toMatchObject({ asked: 1, proposed: 0 });
  expect((await on.plan("BILL-42")).steps?.map(({ text, status }) => `${status}: ${text}`)).toEqual([
    "done: Round once",
    "todo: Write the test",
    "todo: Drop the old helper",
    "todo: Ask Ann about the tax",
  ]);
  expect(await texts(on, "note")).toEqual(["Is tax rounded too?"]);
  on.edit("- question: Is tax rounded too?\n  priority: high\n", "");
  expect((await on.call("contextSync")).from_file).toMatchObject({ settled: 1 });
  expect((await on.call("find", { kind: "note", status: "resolved" })).items).toHaveLength(1);
  await on.isSound();
});

scenario("context.edits.review", async (surface) => {
  const on = await begun(surface);
  on.edit("- invariants:\n", "- invariants:\n  - Money is never a float\n");
  on.edit("## Quick Resume", "## User Preferences\n\n- commit_style: short\n\n## Quick Resume");
  on.edit("→ asked for\n", "→ asked for\n- 2026-03-02 → Round half even → the tax office\n");
  expect((await on.call("contextSync")).from_file).toMatchObject({ proposed: 3, stated: 0 });
  const { items } = await on.call("find", { kind: "candidate", limit: 50 });
  expect(new Set(items.map(({ proposes, text }) => `${proposes}: ${text}`))).toEqual(
    new Set([
      "decision: Round half even (the tax office)",
      "constraint: Money is never a float",
      "preference: Commit style: short",
    ]),
  );
  expect(items.every(({ origin }) => origin === "file")).toBe(true);
  const float = items.find(({ text }) => text.includes("float"));
  await on.call("transition", { id: float?.id, status: "rejected" });
  on.edit("  - Money is never a float\n", "");
  await on.call("contextSync");
  on.edit("- invariants:\n", "- invariants:\n  - Money is never a float\n");
  expect((await on.call("contextSync")).from_file).toMatchObject({ proposed: 0 });
  expect((await commandLine(["context", "sync", "--confirm", "--agent", "codex"], on)).stderr).toContain(
    "Only a person",
  );
  on.edit("- scope_guardrails:\n", "- scope_guardrails:\n  - The tax module stays as it is\n");
  expect((await on.call("contextSync", { confirm: true })).from_file).toMatchObject({ stated: 1 });
  expect(await texts(on, "constraint")).toEqual(["The tax module stays as it is"]);
  await on.isSound();
});

scenario("context.edits.conflict", async (surface) => {
  const on = await begun(surface);
  const focus = (current_focus: string) => ({ patch: JSON.stringify({ current_task: { current_focus } }) });
  await on.call("contextSync", focus("src/total.ts"));
  on.edit("- current_focus: src/total.ts", "- current_focus: the cents");
  const { conflicts } = await on.call("contextSync", focus("src/round.ts"));
  expect(conflicts).toHaveLength(1);
  expect(on.text()).toContain("- current_focus: the cents");
  expect(on.text()).toContain("- current_focus: src/round.ts <!-- conflict");
  const { code, stdout } = await commandLine(["context", "validate"], on);
  expect(code).toBe(1);
  expect(stdout).toContain("conflict.unresolved");
  on.put(
    `ai_memory/${ACTIVE}`,
    on
      .text()
      .split("\n")
      .filter((line) => !line.includes("conflict: written"))
      .join("\n"),
  );
  expect((await commandLine(["context", "validate"], on)).code).toBe(0);
});

scenario("context.edits.resume", async (surface) => {
  const on = await begun(surface);
  await on.call("contextSync", {
    patch: JSON.stringify({ progress: { next: ["Write the test", "Drop the helper"] } }),
  });
  on.edit("next_action: Write the test", "next_action: Ask Ann first");
  on.edit("focus_now: Invoices are rounded once.", "focus_now: the totals");
  const { resume } = await on.call("contextSync");
  expect(resume).toMatchObject({ next_action: "Ask Ann first", focus_now: "the totals" });
  expect(on.list(progress("next"))).toEqual(["Ask Ann first", "Write the test", "Drop the helper"]);
  expect((await on.plan("BILL-42")).steps?.map(({ text }) => text)).toContain("Ask Ann first");
  await on.isSound();
});

scenario("context.plan.one", async (surface) => {
  const on = await begun(surface);
  const { id } = await on.plan("BILL-42");
  await on.call("update", { id, step: ["in_progress: Round once", "todo: Write the test"] });
  await on.call("contextSync");
  expect(on.list(progress("in_progress"))).toEqual(["Round once"]);
  await on.call("update", { id, step: ["done: Round once"] });
  await on.call("contextSync");
  expect(on.list(progress("done"))).toEqual(["Round once"]);
  expect(on.at({ section: "plan_references", field: "plan" })).toBe("pln#1 in Tidemark, 1 of 2 steps done");
  const moves = [
    { status: "paused", plan: "todo" },
    { status: "abandoned", plan: "dropped" },
  ];
  for (const { status, plan } of moves) {
    const from = on.task() ?? "";
    await on.call("contextSwitch", { id: `NEXT-${status}`, goal: "Something else.", status });
    expect((await on.plan(from)).status).toBe(plan);
    expect((await on.plan(`NEXT-${status}`)).status).toBe("in_progress");
  }
  await on.isSound();
});

scenario("context.secrets", async (surface) => {
  const on = await begun(surface);
  const before = on.text();
  const key = ["ghp", "1234567890abcdefghijABCDEFGHIJ123456"].join("_");
  const patch = JSON.stringify({ current_task: { scratchpad: `token is ${key}` } });
  expect((await on.refused("contextSync", { patch })).message).toContain("secret");
  expect(on.text()).toBe(before);
  on.edit("- project_root: .", `- project_root: .\n- agent_notes: uses ${key}`);
  for (const [verb, input] of [
    ["contextSync", {}],
    ["contextSwitch", { id: "DOC-7", goal: "Describe it." }],
    ["contextArchive", {}],
    ["contextComplete", { verified: "by hand" }],
  ] as const)
    expect((await on.refused(verb, input)).message, verb).toContain("secret");
  expect(on.has("context_history")).toBe(false);
});

scenario("context.brief", async (surface) => {
  const on = await begun(surface);
  await on.call("contextSync", {
    patch: JSON.stringify({
      current_task: { current_focus: "src/round.ts" },
      progress: { next: ["Write the test"] },
    }),
  });
  const { text } = await on.call("brief");
  expect(text).toContain(
    "## Current task\n- Invoices are rounded once. [pln#1, in_progress 0/1, user, 2026-03-02]",
  );
  expect(text).toContain("- Now: src/round.ts [file]\n- Next: Write the test [file]\n");
  expect(text.split("Invoices are rounded once.")).toHaveLength(2);
  writeFileSync(join(on.dir, "ai_memory", ACTIVE), "");
  expect((await on.call("brief")).text).toContain(
    text.slice(text.indexOf("## The task"), text.indexOf("(end")),
  );
  await on.call("contextSync");
  await on.call("contextComplete", { verified: "by hand" });
  expect((await on.call("brief")).text).not.toContain("The task in hand");
});
