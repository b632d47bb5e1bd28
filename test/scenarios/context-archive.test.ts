import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { taskIdsIn } from "../../src/core/active-context/document/read.ts";
import { ACTIVE, desk } from "../support/context-stage.ts";
import { B, begun, beside, INDEX, secondary } from "../support/context-tasks.ts";
import { scenario } from "./scenario.ts";
import { commandLine, git } from "./stage.ts";

scenario("context.snapshot", async (surface) => {
  const on = await begun(surface);
  const names = () =>
    readdirSync(join(on.dir, "ai_memory/context_history")).filter((name) => name.includes("__"));
  await on.call("contextArchive", {});
  await on.call("contextSwitch", B);
  expect(names()).toEqual([]);
  await on.call("contextSwitch", { id: "BILL-42", snapshot: true });
  await on.call("contextSwitch", { id: "DOC-7", snapshot: "Before the rewrite!" });
  expect(names()).toEqual(["2026-03-02__BILL-42__before-the-rewrite.md", "2026-03-02__DOC-7.md"]);
  await on.call("contextSwitch", { id: "BILL-42" });
  expect((await on.refused("contextArchive", { snapshot: "before the rewrite" })).field).toBe("snapshot");
  await on.isSound();
});

scenario("context.archive", async (surface) => {
  const on = await begun(surface);
  await beside(on, secondary("UI-1", "high"));
  expect(await on.call("contextArchive")).toMatchObject({
    task_id: "BILL-42",
    status: "paused",
    is_current: true,
  });
  expect(on.task()).toBe("BILL-42");
  const done = await on.call("contextArchive", { id: "UI-1", status: "abandoned" });
  expect(done).toMatchObject({ task_id: "UI-1", status: "abandoned", is_current: false });
  expect(taskIdsIn(parse(on.text()))).toEqual(["BILL-42"]);
  expect((await on.plan("UI-1")).status).toBe("dropped");
  expect((await on.refused("contextArchive", { id: "UI-9" })).code).toBe("input.unknown_id");
  expect((await on.refused("contextArchive", { status: "completed" })).fix).toContain("context complete");
  await on.isSound();
});

scenario("context.restore", async (surface) => {
  const on = await begun(surface);
  await on.call("contextSwitch", B);
  expect((await on.refused("contextRestore", { id: "BILL-99" })).fix).toContain("context list");
  expect(await on.call("contextRestore", { id: "BILL-42" })).toMatchObject({
    task_id: "BILL-42",
    from: "DOC-7",
  });
  const newer = JSON.stringify({ progress: { next: ["Newer than the archive"] } });
  await on.call("contextSync", { patch: newer });
  expect(await on.call("contextRestore", { id: "BILL-42" })).toMatchObject({ outcome: "kept" });
  expect(on.list({ section: "progress", field: "next" })).toContain("Newer than the archive");
  await on.isSound();
});

scenario("context.registry.remarks", async (surface) => {
  const on = await begun(surface);
  await on.call("contextSwitch", B);
  const remark = "# Ann keeps this list tidy";
  on.put(
    `ai_memory/${INDEX}`,
    `${remark}\n${on.text(INDEX).replace("status: paused", "status: paused # until May")}`,
  );
  on.put(
    "ai_memory/context_history/BILL-42.md",
    on.text("context_history/BILL-42.md").replace("- accomplished:", "- accomplished:\n  - Written by Ann"),
  );
  await on.call("contextSwitch", { id: "BILL-42" });
  await on.call("contextArchive");
  await on.call("contextSwitch", { id: "DOC-7" });
  expect(on.text(INDEX)).toContain(remark);
  expect(on.text(INDEX)).toContain("# until May");
  await on.isSound();
});

scenario("context.list", async (surface) => {
  const on = await begun(surface);
  await beside(on, secondary("UI-1", "high"));
  await on.call("contextSwitch", { id: "UI-1" });
  await on.call("contextSwitch", B);
  on.onDay(1);
  await on.call("contextSwitch", { id: "BILL-42" });
  const { contexts } = (await on.call("contextList")) as unknown as {
    contexts: { task_id: string; status: string }[];
  };
  expect(contexts.map(({ task_id, status }) => `${task_id} ${status}`)).toEqual([
    "BILL-42 active",
    "DOC-7 paused",
    "UI-1 paused",
  ]);
  expect(await on.call("contextList", { status: "paused" })).toMatchObject({ total: 2 });
  expect(await on.call("contextShow", { kind: "active" })).toMatchObject({
    task_id: "BILL-42",
    text: on.text(),
  });
});

scenario("context.complete", async (surface) => {
  const on = await begun(surface);
  expect((await on.refused("contextComplete", {})).fix).toContain("--verified");
  await on.call("remember", { text: "Amounts are integers in cents", kind: "decision" });
  const done = await on.call("contextComplete", {
    summary: "Totals are rounded once.",
    verified: "npm test: 12 passed",
  });
  expect(done).toMatchObject({ task_id: "BILL-42", open_steps: ["Round once", "Write the test"] });
  expect(on.text("memory.md")).toContain("- verified: npm test: 12 passed");
  expect(on.text("memory.md")).toContain("Amounts are integers in cents");
  expect(on.text("context_history/BILL-42.md")).toContain("ai_memory/memory.md");
  expect(on.text("context_history/BILL-42.md")).toContain("- status: completed");
  expect(on.text()).toContain("verified by npm test: 12 passed; notes in ai_memory/memory.md");
  expect(on.text()).not.toContain("Amounts are integers");
  expect((await on.plan("BILL-42")).status).toBe("done");
  expect((await on.refused("contextSync", {})).message).toContain("already complete");
  await on.isSound();
  const whole = on.text("context_history/BILL-42.md");
  on.edit("## Decisions", "## Ann's own notes\n\nAsk the tax office in May.\n\n## Decisions");
  await on.call("contextSwitch", B);
  expect(on.text("context_history/BILL-42.md")).toContain("Ask the tax office in May.");
  expect(on.text("context_history/BILL-42.md")).toContain("Amounts are integers in cents");
  expect(whole).toContain("Amounts are integers in cents");
  await on.isSound();
});

scenario("context.refresh", async (surface) => {
  const on = await begun(surface);
  await on.work({ edits: "src/total.ts" }, { edits: "src/gone.ts" }, { runs: "npm test", exit: 1 });
  on.put("src/gone.ts", "x");
  await on.call("contextSync");
  on.commit("Memory");
  on.onDay(1);
  expect(await on.call("contextRefresh")).toMatchObject({ refresh: "light", doubts: [] });
  git(on, "rm", "-q", "src/gone.ts");
  on.commit("Gone");
  on.onDay(9);
  const done = await on.call("contextRefresh");
  expect(done).toMatchObject({ refresh: "full" });
  expect(on.list({ section: "current_task", field: "active_files" })).toEqual(["src/total.ts"]);
  expect(on.at({ section: "failure_context", field: "resolution_status" })).toBe("needs verification");
  expect(on.list({ section: "decisions" }).at(-1)).toContain(
    "Context refreshed (full): verified active files, key files, branch, revision",
  );
  expect(on.at({ section: "meta", field: "last_updated" })).toBe("2026-03-11T09:00:00.000Z");
  expect((await commandLine(["context", "validate"], on)).code).toBe(0);
  await on.isSound();
});

scenario("context.validate", async (surface) => {
  const on = await begun(surface);
  await on.call("contextSwitch", B);
  on.edit("- language: en", "- language: en\n- language: en");
  on.edit("last_result: pending", "last_result: Pending");
  on.put(`ai_memory/${INDEX}`, on.text(INDEX).replace("status: paused", "status: parked"));
  type Findings = { ok: boolean; findings: { file: string; code: string; line: number; level: string }[] };
  const found = (await on.call("contextValidate")) as unknown as Findings;
  const codes = found.findings
    .filter(({ level }) => level === "error")
    .map(({ file, code }) => `${file} ${code}`);
  expect(found.ok).toBe(false);
  expect(codes).toEqual([
    `ai_memory/${ACTIVE} field.duplicate`,
    `ai_memory/${ACTIVE} field.choice`,
    `ai_memory/${INDEX} index.status`,
  ]);
  const fixed = (await on.call("contextValidate", { fix: true })) as unknown as Findings & {
    fixed: { code: string }[];
  };
  expect(fixed.fixed.map(({ code }) => code)).toContain("field.choice");
  expect(on.text()).toContain("last_result: pending");
  on.put(`ai_memory/${INDEX}`, on.text(INDEX).replace("status: parked", "status: paused"));
  await on.call("contextSync");
  expect((await desk(surface).refused("contextValidate", {})).fix).toContain("context init");
});

scenario("context.kept", async (surface) => {
  const on = await begun(surface);
  const seen = new Set<string>();
  const look = (): void => {
    for (const name of readdirSync(join(on.dir, "ai_memory"), { recursive: true })) seen.add(String(name));
    for (const name of seen) expect(existsSync(join(on.dir, "ai_memory", name)), name).toBe(true);
  };
  look();
  await on.call("contextArchive", { snapshot: "one" });
  look();
  await on.call("contextSwitch", { ...B, status: "abandoned" });
  look();
  await on.call("contextSwitch", { id: "BILL-42" });
  look();
  await on.call("contextRefresh", { full: true });
  await on.call("contextComplete", { verified: "by hand" });
  look();
  expect(readFileSync(join(on.dir, "ai_memory", ACTIVE), "utf8")).toContain("BILL-42");
});
