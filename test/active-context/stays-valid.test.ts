import fc from "fast-check";
import { expect } from "vitest";
import { parse as parseYaml } from "yaml";
import { contextArchive } from "../../src/app/active-context/archive.ts";
import { checkContext } from "../../src/app/active-context/check.ts";
import { contextComplete } from "../../src/app/active-context/complete.ts";
import { contextRefresh } from "../../src/app/active-context/refresh.ts";
import { contextSwitch } from "../../src/app/active-context/switch.ts";
import { contextSync } from "../../src/app/active-context/sync.ts";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { currentTaskId, listAt, notedBranch, textAt } from "../../src/core/active-context/document/read.ts";
import type { SectionKey } from "../../src/core/active-context/document/sections.ts";
import { lint } from "../../src/core/active-context/lint/lint.ts";
import { ACTIVE_FILE } from "../../src/core/active-context/registry/file-names.ts";
import type { ContextFiles } from "../../src/ports/context-files.ts";
import type { Git, WorktreeState } from "../../src/ports/git.ts";
import { scenario } from "../scenarios/scenario.ts";
import { contextFilesInMemory } from "../support/files-in-memory.ts";
import { handWrittenContext } from "../support/hand-written-context.ts";
import { holds } from "../support/property.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const standing = (branch: string): WorktreeState => ({
  commit: "0123456789abcdef0123456789abcdef01234567",
  branch,
  subject: "First",
  changed: ["src/a.ts"],
  conflicts: [],
  stashes: ["WIP on main"],
});

/** A fake git that only answers which branch and commit are checked out. */
const gitOn = (git: Git, state: { branch: string }): Git => ({
  ...git,
  head: async () => ({ commit: standing("").commit, branch: state.branch }),
  standing: async () => standing(state.branch),
});

type Bench = { readonly deps: TestMemory; readonly git: { branch: string }; readonly files: ContextFiles };

async function benchWith(file: string): Promise<Bench> {
  const plain = await testMemory();
  const files = contextFilesInMemory({ [ACTIVE_FILE]: file });
  const git = { branch: "main" };
  const deps = { ...plain, contextFiles: files, git: gitOn(plain.git, git) };
  return { deps, git, files };
}

const textOf = async (files: ContextFiles, path = ACTIVE_FILE): Promise<string> => {
  const found = await files.read(path);
  return found.outcome === "read" ? found.text : "";
};

const errorsIn = (text: string, now: number, archived = false) =>
  lint(parse(text), { now, archived })
    .filter(({ level }) => level === "error")
    .map(({ code, line, message }) => `${line} ${code}: ${message}`);

const ACTS = [
  "sync",
  "switch",
  "archive",
  "restore",
  "refresh",
  "full refresh",
  "edit",
  "work",
  "wait",
  "branch",
] as const;
type Action = (typeof ACTS)[number];

async function rewrite(files: ContextFiles, change: (text: string) => string): Promise<void> {
  const before = await textOf(files);
  const after = change(before);
  const base = (await files.base(ACTIVE_FILE)) ?? after;
  await files.write({ id: `grp_${after.length}`, changes: [{ path: ACTIVE_FILE, before, after, base }] });
}

/** Edits several fields of the file, as a person may do between two syncs. */
const edit = ({ files }: Bench): Promise<void> =>
  rewrite(files, (text) =>
    text
      .replace(/^(\W*current_branch\W*:).*$/m, "$1 release/9")
      .replace(/^(\W*uncommitted_changes\W*:).*$/m, "$1 7 files")
      .replace(/^(\W*last_commit\W*:).*$/m, "$1 fedcba9 Mine")
      .replace(/^(\W*last_focus\W*:).*$/m, "$1 Thinking about cents.")
      .replace(/^(\W*resolution_status\W*:).*$/m, "$1 pending")
      .replace(/^(\W*current_focus\W*:).*$/m, "$1 the rounding")
      .replace(/^focus_now:.*$/m, "focus_now: the cents"),
  );

async function work({ deps }: Bench): Promise<void> {
  const turn = (payload: { readonly [name: string]: unknown }) => ({
    type: "turn.recorded",
    session: "ses_1",
    payload,
  });
  await deps.put(
    turn({ role: "user", text: "Round the totals once" }),
    turn({
      role: "tool",
      tool: "Edit",
      tool_input: JSON.stringify({ file_path: "src/new.ts" }),
      text: "ok",
      files: ["src/new.ts"],
    }),
    turn({
      role: "tool",
      tool: "Bash",
      tool_input: JSON.stringify({ command: "npm test" }),
      text: "AssertionError: expected 3 to be 2",
      exit_code: 1,
    }),
  );
}

async function act(bench: Bench, action: Action): Promise<unknown> {
  const { deps, files, git } = bench;
  const task = currentTaskId(parse(await textOf(files)));
  const other = task === "ORD-001" ? "DOC-7" : "ORD-001";
  switch (action) {
    case "sync":
      return contextSync(deps, {});
    case "switch":
      return contextSwitch(deps, { id: other, goal: "Describe the totals." });
    case "archive":
      return contextArchive(deps, {});
    case "restore":
      return contextSwitch(deps, { id: other, goal: "Describe the totals." }, "restore");
    case "refresh":
      return contextRefresh(deps, { full: false });
    case "full refresh":
      return contextRefresh(deps, { full: true });
    case "edit":
      return edit(bench);
    case "work":
      return work(bench);
    case "wait":
      return deps.later(40 * DAY_MS);
    case "branch":
      git.branch = git.branch === "main" ? "feature/xyz" : "main";
      return undefined;
  }
}

scenario("context.valid.stays", async () => {
  const days = fc.array(fc.constantFrom(...ACTS), { minLength: 1, maxLength: 5 });
  let valid = 0;
  await holds(
    fc.asyncProperty(handWrittenContext, days, fc.boolean(), async (file, actions, isEnded) => {
      const bench = await benchWith(file);
      const { deps, files } = bench;
      fc.pre(errorsIn(file, deps.clock.now()).length === 0);
      valid++;
      for (const action of actions) {
        await act(bench, action);
        expect(errorsIn(await textOf(files), deps.clock.now()), action).toEqual([]);
      }
      if (isEnded) await contextComplete(deps, { verified: "by hand" });
      expect(errorsIn(await textOf(files), deps.clock.now()), "complete").toEqual([]);
      for (const name of await files.list("context_history"))
        expect(
          errorsIn(await textOf(files, `context_history/${name}`), deps.clock.now(), true),
          name,
        ).toEqual([]);
    }),
    30,
  );
  expect(valid).toBeGreaterThan(0);
});

/** An active context as a person writes it, with Git State as a YAML block. */
const BY_HAND = `# Active Context

## Meta
- last_updated: 2029-12-31T10:00:00Z
- project_root: .
- language: uk

## Current Task
- task_id: ORD-001
- goal: Orders are totalled once.
- scope_in: totals
- scope_out: taxes

## Plan & References
- plan: manage_todo_list, 2 of 4 done

## Progress
- done:
  - Read the code
- in_progress:
  - Fix total()
- next:
  - Write the test

## Open Questions / Blockers
\`\`\`yaml
- question: "Is tax rounded too?"
  priority: high
  blocking: false
\`\`\`

## Git State Snapshot
\`\`\`yaml
current_branch: release/9
uncommitted_changes: 7
stash_entries: none
\`\`\`

## Quick Resume

\`\`\`yaml
# Quick Resume — ORD-001
goal: Orders are totalled once.
focus_now: the rounding of the last line
next_action: Write the test
key_files: [src/a.ts]
last_result: pending
\`\`\`
`;

const at = (text: string, section: SectionKey, field: string): string | undefined =>
  textAt(parse(text), { section, field });

scenario("context.valid.by-hand", async () => {
  const bench = await benchWith(BY_HAND);
  const { deps, files } = bench;
  expect((await contextSync(deps, {})).resume.focus_now).toBe("the rounding of the last line");
  await rewrite(files, (text) =>
    text
      .replace("current_branch: main", "current_branch: release/10")
      .replace(/^last_commit: .*$/m, "last_commit: fedcba9 Mine")
      .replace(/^repo_revision: .*$/m, "repo_revision: fedcba9")
      .replace("- goal: Orders", "- current_focus: the cents\n- goal: Orders"),
  );
  await work(bench);
  const { resume, conflicts, errors } = await contextSync(deps, {});
  expect([conflicts, errors]).toEqual([[], []]);
  expect(resume.focus_now).toBe("the cents");
  const text = await textOf(files);
  expect(at(text, "current_task", "current_focus")).toBe("the cents");
  expect(at(text, "git_state", "current_branch")).toBe("main");
  expect(at(text, "git_state", "last_commit")).toBe("0123456 First");
  await rewrite(files, (each) => each.replace(/^- last_focus: .*$/m, "- last_focus: Thinking about cents."));
  await work(bench);
  expect((await contextSync(deps, {})).conflicts).toEqual([]);
  expect(at(await textOf(files), "breadcrumbs", "last_focus")).toBe("Thinking about cents.");
});

scenario("context.valid.resume", async () => {
  const own = { goal: "One total.", next_action: "Ask about cents", key_files: ["src/a.ts", "src/b.ts"] };
  const file = BY_HAND.replace(/goal: .*\nfocus_now/, `goal: ${own.goal}\nfocus_now`)
    .replace("next_action: Write the test", `next_action: ${own.next_action}`)
    .replace("key_files: [src/a.ts]", `key_files: [${own.key_files.join(", ")}]`)
    .replace("stash_entries: none", "merge_conflicts: none");
  const bench = await benchWith(file);
  expect((await contextSync(bench.deps, {})).resume).toMatchObject(own);
  expect(at(await textOf(bench.files), "git_state", "merge_conflicts")).toBe("none");
  await work(bench);
  const { resume } = await contextSync(bench.deps, {});
  expect(resume).toMatchObject({ ...own, key_files: ["src/new.ts"] });
  const done = await contextSync(bench.deps, {
    patch: { progress: { next: ["Round up"], done: ["Write the test"] } },
  });
  expect(done.resume.next_action).toBe("Round up");
});

scenario("context.valid.form", async () => {
  const { deps, files } = await benchWith(BY_HAND);
  await deps.item("note", "Do we round half even?", { type: "question" });
  await contextSync(deps, {});
  const text = await textOf(files);
  const block = (title: string): unknown =>
    parseYaml(text.slice(text.indexOf(title)).split("```")[1]?.replace(/^yaml/, "") ?? "");
  expect(block("## Git State")).toEqual({
    current_branch: "main",
    uncommitted_changes: 1,
    last_commit: "0123456 First",
    repo_revision: standing("").commit,
    stash_entries: ["WIP on main"],
  });
  expect(block("## Open Questions")).toMatchObject([
    { question: "Is tax rounded too?", blocking: false },
    { question: "Do we round half even?", blocking: false },
  ]);
});

scenario("context.branch.own", async () => {
  const { deps, git, files } = await benchWith(BY_HAND.replace("release/9", "feature/totals"));
  const code = { branches: async () => ({ names: new Set(["main", "feature/totals"]) }) };
  const there = { ...deps, code: code as unknown as NonNullable<typeof deps.code> };
  await contextSync(there, {});
  const text = await textOf(files);
  expect(at(text, "git_state", "current_branch")).toBe("main");
  expect(at(text, "meta", "agent_notes")).toBe("Branch: feature/totals");
  expect((await checkContext(there)).doubts).toContainEqual({
    what: "context_branch",
    branch: "feature/totals",
    now: "main",
  });
  git.branch = "feature/totals";
  expect((await checkContext(there)).doubts).toEqual([]);
  expect(notedBranch(parse(text.replace("Branch: feature/totals", '"Branch: release/7"')))).toBe("release/7");
});

scenario("context.restore.keeps", async () => {
  const { deps, files } = await benchWith("");
  const tags = ["orders", "totals", "rounding"];
  await contextSwitch(
    deps,
    { id: "ORD-001", goal: "Orders are totalled once.", category: "bugfix", tags },
    "init",
  );
  await contextSwitch(deps, { id: "DOC-7", goal: "The guide has examples." });
  const asked = {
    id: "ORD-009",
    goal: "Something about totals.",
    category: "bugfix",
    tags: ["orders", "totals"],
  };
  expect(await contextSwitch(deps, asked)).toMatchObject({ task_id: "ORD-001", matched: "tags" });
  const text = await textOf(files);
  expect(at(text, "current_task", "goal")).toBe("Orders are totalled once.");
  expect(listAt(parse(text), { section: "current_task", field: "tags" })).toEqual(tags);
});

scenario("context.sync.searches", async () => {
  const { deps, files } = await benchWith(BY_HAND);
  const tool = (name: string, input: object) => ({
    type: "turn.recorded",
    session: "ses_1",
    payload: { role: "tool", tool: name, tool_input: JSON.stringify(input), text: "src/a.ts", exit_code: 0 },
  });
  await deps.put(
    tool("Bash", { command: "rg roundOnce src" }),
    tool("Grep", { pattern: "total\\\\(" }),
    ...Array.from({ length: 12 }, (_, i) => tool("Bash", { command: `git grep word${i}` })),
  );
  expect((await contextSync(deps, {})).errors).toEqual([]);
  const document = parse(await textOf(files));
  const queries = listAt(document, { section: "breadcrumbs", field: "navigation_queries" });
  expect(queries.slice(0, 3)).toEqual([
    "rg roundOnce src",
    expect.stringContaining("total"),
    "git grep word0",
  ]);
  expect(queries).toHaveLength(10);
  expect(listAt(document, { section: "search_cache", field: "recent_greps" })).toContain("git grep word11");
});
