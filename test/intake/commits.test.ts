import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { gitAt } from "../../src/adapters/git/git.ts";
import { importCommits } from "../../src/app/intake/import-commits.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { scenario } from "../scenarios/scenario.ts";
import { environment, git, stage } from "../scenarios/stage.ts";
import { freshMemoryDir, testMemory } from "../support/test-memory.ts";

/** A new git repository, and a memory of it. */
async function repository() {
  const dir = freshMemoryDir();
  const env = environment(dir);
  const at = { dir, env };
  git(at, "init", "-q", "-b", "main");
  const deps: Deps = { ...(await testMemory()), git: gitAt(dir, env) };
  const commit = (message: string, ...files: readonly string[]): void => {
    for (const file of files) writeFileSync(join(dir, file), message);
    git(at, "add", "-A");
    git(at, "commit", "-q", "--allow-empty", "-m", message);
  };
  return { ...at, deps, commit };
}

async function commitsOn(deps: Deps) {
  return (await deps.store.events.read(0, 1000, ["commit.seen"])).events;
}

scenario("commits.once", async () => {
  const { deps, commit, ...at } = await repository();
  expect(await importCommits(deps)).toEqual({ added: 0 });
  commit("Use pnpm, not npm\n\nnpm breaks the workspace links.", "package.json");
  commit("Größe in Zeilen", "size.ts", "ö.txt");
  expect(await importCommits(deps)).toEqual({ added: 2 });
  expect(await importCommits(deps)).toEqual({ added: 0 });
  commit("A third");
  expect(await importCommits(deps)).toEqual({ added: 1 });
  const seen = await commitsOn(deps);
  expect(seen.map(({ payload }) => payload?.subject)).toEqual([
    "Use pnpm, not npm",
    "Größe in Zeilen",
    "A third",
  ]);
  expect(seen[0]).toMatchObject({
    key: `commit ${git(at, "rev-list", "--max-parents=0", "HEAD")}`,
    payload: { body: "npm breaks the workspace links.", author: "Reader", files: ["package.json"] },
  });
  expect(seen[1]?.payload?.files).toEqual(["size.ts", "ö.txt"]);
  // Another process that imports the same commits onto the same tape adds no event.
  expect(await importCommits({ ...deps, git: gitAt(at.dir, at.env) })).toEqual({ added: 0 });
});

/** Makes `count` commits at once with `git fast-import`. */
function fastImport(
  { dir, env }: { readonly dir: string; readonly env: NodeJS.ProcessEnv },
  count: number,
): void {
  const one = (i: number): string => {
    const text = `Commit number ${i}`;
    const when = 1_700_000_000 + i;
    return `commit refs/heads/main\ncommitter Reader <r@example.com> ${when} +0000\ndata ${text.length}\n${text}\n`;
  };
  const input = Array.from({ length: count }, (_, i) => one(i)).join("\n");
  execFileSync("git", ["fast-import", "--quiet", "--force"], { cwd: dir, env, input });
}

scenario("commits.bounded", async () => {
  const { deps, commit, ...at } = await repository();
  fastImport(at, 400);
  expect(await importCommits(deps)).toEqual({ added: 300 });
  expect((await commitsOn(deps)).at(-1)?.payload?.subject).toBe("Commit number 399");
  expect(await importCommits(deps)).toEqual({ added: 0 });
  const names = Array.from({ length: 130 }, (_, i) => `file-${String(i).padStart(3, "0")}.txt`);
  commit(`${"long ".repeat(2000)}\n\n${"body ".repeat(20_000)}`, ...names);
  expect(await importCommits(deps)).toEqual({ added: 1 });
  const { payload } = (await commitsOn(deps)).at(-1) ?? {};
  expect([String(payload?.subject).length, String(payload?.body).length]).toEqual([4000, 64_000]);
  expect(payload?.files).toHaveLength(100);
  expect(payload?.files_left_out).toBe(30);
});

scenario("commits.recalled", async () => {
  const on = stage("cli", { git: true });
  git(on, "commit", "-q", "--allow-empty", "-m", "Prices are kept in cents\n\nFloats lost us a penny a day.");
  expect((await on.cli(["worker", "--once"])).stdout).toContain("1 new commit.");
  expect(await on.call("worker", { once: true })).toMatchObject({ commits: 0 });
  for (const query of ["how are prices kept", "lost a penny"]) {
    const { hits } = await on.call("recall", { query });
    expect(hits.map(({ text }) => text).join()).toContain("Prices are kept in cents");
  }
});
