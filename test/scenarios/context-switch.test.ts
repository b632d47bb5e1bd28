import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { listAt, taskIdsIn, textAt } from "../../src/core/active-context/document/read.ts";
import { taskRequestIn } from "../../src/core/active-context/registry/task-request.ts";
import { bundleFor } from "../../src/hook-brief.ts";
import { BIN, node } from "../spawned.ts";
import { askForMemory } from "../support/asked-memory.ts";
import { archive, B, begun, beside, INDEX, secondary } from "../support/context-tasks.ts";
import { scenario } from "./scenario.ts";
import { commandLine, git } from "./stage.ts";

scenario("context.switch", async (surface) => {
  const on = await begun(surface);
  const there = await on.call("contextSwitch", { ...B, reason: "the release waits for it" });
  expect(there).toMatchObject({
    outcome: "switched",
    task_id: "DOC-7",
    from: "BILL-42",
    matched: "none",
    archived: [{ task_id: "BILL-42", status: "paused", file: "ai_memory/context_history/BILL-42.md" }],
  });
  await on.isSound();
  const left = archive(on, "BILL-42");
  const summary = (field: string) => listAt(left, { section: "archive_summary", field });
  expect(textAt(left, { section: "archive_summary", field: "status" })).toBe("paused");
  expect(summary("state")).toContain("src/total.ts");
  expect(summary("accomplished")).toEqual(["Find the place"]);
  expect(summary("resume_recipe")).toContain("Write the test");
  expect(on.text(INDEX)).toContain("task_id: BILL-42");
  expect(on.list({ section: "decisions" }).at(-1)).toBe(
    "2026-03-02T09:00:00.000Z → Switched from BILL-42 to DOC-7; archived BILL-42 (paused); a new context → the release waits for it",
  );
  on.onDay(1);
  const back = await on.call("contextSwitch", { id: "BILL-42" });
  expect(back).toMatchObject({
    task_id: "BILL-42",
    matched: "task_id",
    restored_from: "ai_memory/context_history/BILL-42.md",
    doubts: [],
    refresh: "none",
    resume: { focus_now: "src/total.ts", next_action: "Write the test" },
  });
  expect(on.text()).not.toContain("Archive Summary");
  expect(on.list({ section: "breadcrumbs", field: "navigation_queries" })).toEqual(["rg round"]);
  expect(on.text(INDEX)).toContain("last_restored_at");
  expect((await on.plan("BILL-42")).status).toBe("in_progress");
  expect((await on.plan("DOC-7")).status).toBe("todo");
  await on.isSound();
  await on.call("contextSync", { patch: JSON.stringify({ progress: { done: ["Write the test"] } }) });
  await on.call("contextSwitch", { id: "DOC-7" });
  expect(listAt(archive(on, "BILL-42"), { section: "progress", field: "done" })).toContain("Write the test");
  expect(readdirSync(join(on.dir, "ai_memory/context_history")).sort()).toEqual([
    "BILL-42.md",
    "DOC-7.md",
    "contexts_index.yaml",
  ]);
  await on.isSound();
});

scenario("context.switch.match", async (surface) => {
  const on = await begun(surface);
  await on.call("contextSwitch", B);
  const one = { id: "BILL-50", goal: "Another.", category: "bugfix" };
  const none = await on.call("contextSwitch", { ...one, tag: ["billing", "tax"] });
  expect(none).toMatchObject({ matched: "none", task_id: "BILL-50" });
  const two = { id: "BILL-60", goal: "Rounding again.", category: "bugfix" };
  const tags = await on.call("contextSwitch", { ...two, tag: ["Billing", "rounding"] });
  expect(tags).toMatchObject({ matched: "tags", task_id: "BILL-42", shared_tags: ["billing", "rounding"] });
  expect(on.at({ section: "current_task", field: "goal" })).toBe("Invoices are rounded once.");
  expect(await on.call("contextSwitch", { id: "doc-7" })).toMatchObject({
    matched: "task_id",
    task_id: "DOC-7",
  });
  await on.isSound();
});

scenario("context.switch.all", async (surface) => {
  const on = await begun(surface);
  await beside(on, secondary("UI-1", "high"), secondary("UI-2", "low"));
  const done = await on.call("contextSwitch", B);
  expect((done.archived as { task_id: string }[]).map(({ task_id }) => task_id)).toEqual([
    "BILL-42",
    "UI-1",
    "UI-2",
  ]);
  for (const task of ["BILL-42", "UI-1", "UI-2"]) {
    expect(taskIdsIn(archive(on, task))).toEqual([task]);
    expect(on.text(INDEX)).toContain(`task_id: ${task}`);
    expect((await on.plan(task)).status).toBe("todo");
  }
  expect(taskIdsIn(parse(on.text()))).toEqual(["DOC-7"]);
  expect(on.at({ section: "progress", field: "next" })).not.toContain("Begin UI-1");
  await on.isSound();
});

scenario("context.switch.beside", async (surface) => {
  const on = await begun(surface);
  await beside(on, secondary("UI-1", "high"), secondary("UI-2", "low"));
  const done = await on.call("contextSwitch", { id: "UI-1" });
  expect(done).toMatchObject({ matched: "file", task_id: "UI-1", archived: [{ task_id: "BILL-42" }] });
  expect(taskIdsIn(parse(on.text()))).toEqual(["UI-1", "UI-2"]);
  expect(on.list({ section: "progress", field: "next" })).toEqual(["Begin UI-1"]);
  await on.isSound();
});

scenario("context.switch.bootstrap", async (surface) => {
  const on = await begun(surface);
  await on.call("contextSwitch", B);
  expect(on.list({ section: "guardrails", field: "invariants" })).toEqual([
    "Money is never a float (project)",
  ]);
  expect(on.list({ section: "tool_usage", field: "frequently_used_commands" })).toEqual(["npm test"]);
  expect(on.list({ section: "plan_references", field: "related_docs" })).toEqual(["docs/api.md"]);
  expect(on.at({ section: "environment_snapshot", field: "os" })).toBeTruthy();
  for (const word of ["Find the place", "Round once", "rg round", "Totals stay sorted"])
    expect(on.text()).not.toContain(word);
});

scenario("context.switch.branch", async (surface) => {
  const on = await begun(surface);
  const branch = () => git(on, "branch", "--show-current");
  const leaveOnItsBranch = async (): Promise<void> => {
    git(on, "switch", "-q", "fix/rounding");
    await on.call("contextSwitch", { id: "BILL-42" });
    await on.call("contextSwitch", B);
    git(on, "switch", "-q", "main");
  };
  on.put(".gitignore", ".tidemark/\nai_memory/\n");
  on.commit("Ignore memory");
  git(on, "branch", "fix/rounding");
  await leaveOnItsBranch();
  const asked = await on.call("contextSwitch", { id: "BILL-42" });
  expect(asked).toMatchObject({ branch: { wanted: "fix/rounding", now: "main", checkout: "not_asked" } });
  expect(on.text()).toContain("The work was on branch fix/rounding, but main is checked out");
  expect(branch()).toBe("main");
  await on.isSound();
  await leaveOnItsBranch();
  on.put("src/total.ts", "export const total = 2;\n");
  const dirty = await on.call("contextSwitch", { id: "BILL-42", checkout: true });
  expect(dirty).toMatchObject({ branch: { wanted: "fix/rounding", checkout: "not_clean" } });
  expect(branch()).toBe("main");
  git(on, "checkout", "-q", "--", "src/total.ts");
  await leaveOnItsBranch();
  const clean = await on.call("contextSwitch", { id: "BILL-42", checkout: true });
  expect(clean).toMatchObject({ branch: { wanted: "fix/rounding", checkout: "switched" }, doubts: [] });
  expect(branch()).toBe("fix/rounding");
  await on.isSound();
  await on.call("contextSwitch", B);
  git(on, "switch", "-q", "main");
  git(on, "branch", "-q", "-D", "fix/rounding");
  const gone = await on.call("contextSwitch", { id: "BILL-42", checkout: true });
  expect(gone).toMatchObject({ branch: { checkout: "refused" } });
  expect(on.text()).toContain("on branch fix/rounding, which is gone");
  await on.isSound();
});

scenario("context.switch.tracked", async (surface) => {
  const on = await begun(surface);
  const branch = () => git(on, "branch", "--show-current");
  on.put(".gitignore", ".tidemark/\n");
  on.commit("Code");
  git(on, "branch", "fix/rounding");
  git(on, "switch", "-q", "fix/rounding");
  await on.call("contextSync", {});
  git(on, "switch", "-q", "main");
  await on.call("contextSwitch", B);
  on.commit("Memory of two tasks");
  const there = await on.call("contextRestore", { id: "BILL-42", checkout: true });
  expect(there).toMatchObject({ task_id: "BILL-42", branch: { checkout: "switched" } });
  expect(branch()).toBe("fix/rounding");
  expect(taskIdsIn(parse(on.text()))).toEqual(["BILL-42"]);
  expect(on.list({ section: "progress", field: "done" })).toEqual(["Find the place"]);
  expect(textAt(archive(on, "DOC-7"), { section: "current_task", field: "goal" })).toBe(B.goal);
  await on.isSound();
  on.put(
    "ai_memory/active_context.md",
    on
      .text()
      .replace("current_focus: src/total.ts", "current_focus: the half cents")
      .replace(/last_updated: .*/, "last_updated: 2026-03-02T10:00:00Z"),
  );
  on.commit("Memory on the branch");
  git(on, "switch", "-q", "main");
  await on.call("contextSync", {});
  on.commit("Memory of main");
  await on.call("contextRestore", { id: "BILL-42", checkout: true });
  expect(branch()).toBe("fix/rounding");
  expect(on.at({ section: "current_task", field: "current_focus" })).toBe("the half cents");
});

scenario("context.switch.drift", async (surface) => {
  const on = await begun(surface);
  await on.work({ edits: "src/total.ts" });
  on.commit("Memory");
  await on.call("contextSwitch", B);
  on.onDay(8);
  const old = await on.call("contextSwitch", { id: "BILL-42" });
  expect(old).toMatchObject({ refresh: "light", doubts: ["not updated since 2026-03-02"] });
  expect(on.text()).toContain("Context refreshed (light): verified files, git; updated nothing");
  await on.isSound();
  await on.call("contextSwitch", { id: "DOC-7" });
  for (let i = 0; i < 51; i++) git(on, "commit", "-q", "--allow-empty", "-m", `c${i}`);
  const behind = await on.call("contextSwitch", { id: "BILL-42" });
  expect(behind).toMatchObject({ refresh: "light", doubts: ["51 commits behind"] });
  expect(on.text()).toContain("51 commits behind: does Progress still fit the code?");
  await on.isSound();
  await on.call("contextSwitch", { id: "DOC-7" });
  git(on, "rm", "-q", "src/total.ts");
  on.commit("Gone");
  const missing = await on.call("contextSwitch", { id: "BILL-42" });
  expect(missing).toMatchObject({ refresh: "full", doubts: ["names src/total.ts, which is gone"] });
  expect(on.list({ section: "current_task", field: "active_files" })).toEqual([]);
  expect(on.text()).toContain("updated active files (src/total.ts gone)");
  await on.isSound();
  on.onDay(8 + 31);
  const { stdout } = await commandLine(["context", "switch", "DOC-7"], on);
  expect(stdout).toContain("Doubtful: not updated since 2026-03-10.");
  expect(stdout).toContain("Refresh it before you continue: tidemark context refresh --full");
  await on.isSound();
});

scenario("context.secondary.fourth", async (surface) => {
  const on = await begun(surface);
  await beside(on, secondary("UI-1", "low"), secondary("UI-2", "high"), secondary("UI-3", "low"));
  const done = await beside(on, secondary("UI-4", "medium"));
  expect(done.archived).toEqual(["UI-1"]);
  expect(taskIdsIn(parse(on.text()))).toEqual(["BILL-42", "UI-2", "UI-3", "UI-4"]);
  expect(textAt(archive(on, "UI-1"), { section: "archive_summary", field: "status" })).toBe("paused");
  expect(on.text(INDEX)).toContain("task_id: UI-1");
  await on.isSound();
});

scenario("context.prompt.turns", async (surface) => {
  const on = await begun(surface);
  await on.call("contextSwitch", { ...B });
  askForMemory(on.dir, on.env);
  const prompt = async (text: string): Promise<string> => {
    const input = JSON.stringify({ session_id: "s1", cwd: on.dir, prompt: text });
    return (await node([BIN, "hook", "claude-code", "UserPromptSubmit"], { cwd: on.dir, env: on.env, input }))
      .stdout;
  };
  expect(await prompt("Continue with BILL-42, please.")).toContain("tidemark context switch BILL-42 ");
  expect(await prompt("continue with bill-42")).not.toContain("context switch");
  const told = (text: string): Promise<string> =>
    bundleFor(on.dir, on.env, {
      ...{ host: "claude-code", intent: "context", input: undefined },
      task: taskRequestIn(text),
    });
  expect(await told("switch to DOC-7")).toBe("");
  expect(await told("Look why BILL-42 was paused")).toBe("");
  expect(await told("> switch to BILL-42")).toBe("");
  expect(await told("Now work on ORD-3")).toContain('tidemark context switch ORD-3 --goal "…"');
  expect(await told("New task: colours of the logo")).toContain("no known task matches");
  expect(await told("New task: PAY-31, print the receipt")).toContain(
    "tidemark context switch PAY-31 --goal",
  );
  expect(taskRequestIn("Switch to UTF-8 everywhere")).toBeUndefined();
  await on.call("contextSwitch", {
    id: "VAT-1",
    goal: "Tax",
    category: "billing",
    tag: ["tax", "rounding"],
  });
  await on.call("contextSwitch", { id: "DOC-7" });
  expect(await told("New task: billing, rounding of the tax")).toContain("The known task VAT-1 matches");
});

scenario("context.prompt.switches", async (surface) => {
  const on = await begun(surface);
  await on.call("contextSwitch", { ...B });
  const told = (text: string, env: NodeJS.ProcessEnv): Promise<string> =>
    bundleFor(on.dir, env, {
      ...{ host: "claude-code", intent: "context", input: undefined },
      task: taskRequestIn(text),
    });
  const allowed = { ...on.env, TIDEMARK_CONTEXT_SWITCH_ON_REQUEST: "true" };
  await told("Switch to BILL-42", on.env);
  await told("Continue with BILL-42", allowed);
  expect(on.task()).toBe(B.id);
  expect(await told("Please switch to BILL-42", allowed)).toContain("was switched to BILL-42");
  expect(on.task()).toBe("BILL-42");
});

scenario("context.prompt.filed", async (surface) => {
  const on = await begun(surface);
  const files = () => on.list({ section: "current_task", field: "active_files" });
  const say = (text: string) =>
    on.call("record", {
      file: on.file("said.jsonl", `${JSON.stringify({ type: "turn", session: "s1", role: "user", text })}\n`),
    });
  await on.work({ edits: "src/total.ts" });
  await say("New task: colours of the logo");
  await on.work({ edits: "src/logo.ts" });
  await on.call("worker", { once: true });
  await on.call("contextSync");
  expect(files()).toEqual(["src/total.ts"]);
  const history = async () => String((await on.call("contextSession")).text);
  expect(await history()).toContain("src/total.ts");
  expect(await history()).not.toContain("src/logo.ts");
  // Switching to another task is not recorded as a decision about the project.
  expect((await on.call("find", { kind: "decision" })).items).toEqual([]);
  await on.call("contextSwitch", { id: "UI-9", goal: "The logo is green." });
  await on.call("contextSync");
  expect(files()).toEqual(["src/logo.ts"]);
});

scenario("context.prompt.filed-once", async (surface) => {
  const on = await begun(surface);
  const files = () => on.list({ section: "current_task", field: "active_files" });
  const turn = { type: "turn", session: "s2", role: "user", text: "New task: colours of the logo" };
  await on.call("record", { file: on.file("said.jsonl", `${JSON.stringify(turn)}\n`) });
  await on.work({ edits: "src/total.ts" });
  await on.call("contextSync");
  expect(files()).toEqual(["src/total.ts"]);
  await on.call("contextSwitch", { id: "UI-9", goal: "The logo is green." });
  await on.call("contextSync");
  expect(files()).toEqual([]);
});
