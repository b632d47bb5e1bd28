import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scenario } from "./scenario.ts";
import { commandLine, git, type Stage, stage, stageAt } from "./stage.ts";

type Shown = {
  readonly file?: string;
  readonly text?: string;
  readonly noted: boolean;
  readonly files: readonly { readonly file: string; readonly task_id: string }[];
};

const session = async (on: Stage, input = {}): Promise<Shown> =>
  (await on.call("contextSession", input)) as unknown as Shown;

const today = (): string => new Date().toISOString().slice(0, 10);

scenario("context.session.note", async (surface) => {
  const on = stage(surface, { git: true });
  expect(await session(on)).toEqual({ noted: false, files: [] });
  const refused = await on.refused("contextSession", { note: "Nothing to note it in" });
  expect(refused.fix).toContain("tidemark context init");
  await on.call("contextInit", { task: "BILL-42", goal: "Round invoices once." });
  const noted = await session(on, { note: "The totals are next" });
  const file = `ai_memory/session_history/session_${today()}_001.md`;
  expect(noted).toMatchObject({ file, noted: true, task_id: "BILL-42" });
  await session(on, { note: "And then the receipts" });
  const shown = await session(on);
  expect(shown.text).toMatch(/## Notes for Next Session\n\n- The totals are next\n- And then the receipts\n/);
  expect(shown.files).toMatchObject([{ file, task_id: "BILL-42", status: "in-progress" }]);
  expect(readFileSync(join(on.dir, "ai_memory/active_context.md"), "utf8")).toContain(`\`${file}\``);
  expect(await session(on, { file })).toMatchObject({ file, text: shown.text });
  expect((await on.refused("contextSession", { file: "session_2020-01-01_001.md" })).code).toBe(
    "input.unknown_id",
  );
  const secret = `sk-proj-${"a1B2c3D4e5F6g7H8".repeat(3)}`;
  expect(
    (await on.refused("contextSession", { note: `The key is OPENAI_API_KEY=${secret}` })).message,
  ).toContain("secret");
  expect((await session(on)).text).toBe(shown.text);
});

scenario("context.session.each-request", async (surface) => {
  const on = stage(surface, { git: true });
  git(on, "commit", "-q", "--allow-empty", "-m", "first");
  await on.call("contextInit", { task: "BILL-42", goal: "Round invoices once." });
  const tell = async (...turns: object[]): Promise<string> => {
    const lines = turns.map((turn) => `${JSON.stringify({ type: "turn", session: "s1", ...turn })}\n`);
    await on.call("record", { file: on.file("turns.jsonl", lines.join("")) });
    await on.call("worker", { once: true });
    return (await session(on)).text ?? "";
  };
  const edit = (file: string) => ({ role: "tool", tool: "Edit", text: "ok", files: [file] });
  const first = [{ role: "user", text: "Round the totals once" }, edit("src/total.ts")];
  expect(await tell(...first, { role: "assistant", text: "Done." })).toContain("`src/total.ts`");
  const second = [{ role: "user", text: "And the receipts" }, edit("src/receipt.ts")];
  expect(await tell(...second, { role: "assistant", text: "Done too." })).toContain("`src/receipt.ts`");
});

test("the command line shows what a worker read, and the next session continues from the note", async () => {
  const on = stage("cli", { git: true });
  git(on, "commit", "-q", "--allow-empty", "-m", "first");
  await on.call("contextInit", { task: "BILL-42", goal: "Round invoices once." });
  const turns = [
    { type: "turn", session: "s1", role: "user", text: "Round the totals once" },
    { type: "turn", session: "s1", role: "tool", tool: "Edit", text: "ok", files: ["src/total.ts"] },
    { type: "turn", session: "s1", role: "assistant", text: "Done." },
    { type: "session.ended", session: "s1" },
  ];
  on.file("turns.jsonl", turns.map((turn) => `${JSON.stringify(turn)}\n`).join(""));
  expect((await commandLine(["record", join(on.dir, "turns.jsonl")], on)).code).toBe(0);
  await on.call("worker", { once: true });
  const { code, stdout } = await commandLine(["context", "session"], on);
  expect(code).toBe(0);
  expect(stdout).toContain("Round the totals once\n\n- **Changed**: `src/total.ts`");
  expect(stdout).toContain("status: completed");
});

test("the files lie in the configured folder, separately for each worktree, and git sees no other change", async () => {
  const on = stage("cli", { git: true });
  git(on, "commit", "-q", "--allow-empty", "-m", "first");
  Object.assign(on.env, { TIDEMARK_CONTEXT_FOLDER: "notes/ai" });
  await on.call("contextInit", { task: "BILL-42", goal: "Round invoices once." });
  await session(on, { note: "The totals are next" });
  expect(git(on, "status", "--porcelain")).toBe("?? notes/");
  const dir = join(on.dir, "..", "second");
  git(on, "worktree", "add", "-q", "-b", "second", dir);
  const other = stageAt("cli", dir, on.env);
  expect(await session(other)).toEqual({ noted: false, files: [] });
  await other.call("contextInit", { task: "DOC-7", goal: "Describe the totals." });
  expect(await session(other, { note: "Begin with the examples" })).toMatchObject({ task_id: "DOC-7" });
  expect(git(other, "status", "--porcelain")).toBe("?? notes/");
  expect((await session(on)).files).toMatchObject([{ task_id: "BILL-42" }]);
  for (const folder of ["../x", "/tmp", ".git", "a/../../b"]) {
    Object.assign(on.env, { TIDEMARK_CONTEXT_FOLDER: folder });
    expect((await on.refused("contextSession", {})).code, folder).toBe("input.config");
  }
});
