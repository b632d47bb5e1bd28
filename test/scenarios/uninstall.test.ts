import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { isHookOf } from "../../src/surfaces/hosts/wiring-parts.ts";
import { hostStage } from "../support/host-stage.ts";
import { scenario } from "./scenario.ts";
import { commandLine, git, stage } from "./stage.ts";

scenario("uninstall.the-rest", async () => {
  const on = hostStage();
  const own =
    '{ "hooks": { "Stop": [{ "hooks": [{ "command": "my-tidemark hook claude-code Stop" }] }] } }\n';
  on.put(".claude/settings.json", own);
  for (const scope of ["user", "project"]) await on.init("--hosts", "claude-code,codex", "--scope", scope);
  await commandLine(["remember", "Cards are charged through Adyen", "--kind", "decision"], on);
  await commandLine(["share", "--yes"], on);
  // The folder of the project's settings was moved away and replaced by a link to it.
  const settings = join(on.dir, ".claude");
  renameSync(settings, join(on.home, "moved"));
  symlinkSync(join(on.home, "moved"), settings);
  const asked = await commandLine(["uninstall"], on);
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining("pass --yes")]);
  const { code, stdout } = await commandLine(["uninstall", "--yes"], on);
  expect(code).toBe(1);
  expect(stdout).toMatch(/failed +.*project\/\.claude\/settings\.json {2}\(.*leads out of the project/);
  expect(stdout).toMatch(/Left: .*project\/(?:AGENTS|CLAUDE)\.md contains statements/);
  expect(readFileSync(join(on.home, ".claude/settings.json"), "utf8")).toBe(own);
  expect(existsSync(join(on.home, ".codex", "hooks.json"))).toBe(false);
  // The note about that file is kept for the next uninstall.
  rmSync(settings);
  renameSync(join(on.home, "moved"), settings);
  expect((await commandLine(["uninstall", "--yes"], on)).code).toBe(0);
  expect(on.files()["project/.claude/settings.json"]).toBeUndefined();
});

test.each([
  ["a linked worktree", (on: Place) => git(on, "worktree", "add", "-q", on.inner), ".git"],
  [
    "a repository whose git directory lies elsewhere",
    (on: Place) => git(on, "init", "-q", `--separate-git-dir=${on.dir}/apart`, on.inner),
    "apart",
  ],
])("the commit hook of %s is removed, from inside and from another folder", async (_, make, common) => {
  const { dir, env } = stage("cli", { git: true });
  git({ dir, env }, "commit", "-q", "--allow-empty", "-m", "first");
  const inner = join(dir, "inner");
  make({ dir, env, inner });
  const hook = join(dir, common, "hooks", "pre-commit");
  for (const from of [inner, dirname(dir)]) {
    await commandLine(["remember", "Cards are charged through Adyen", "--kind", "decision"], {
      dir: inner,
      env,
    });
    expect((await commandLine(["share", "--hook", "--yes"], { dir: inner, env })).code).toBe(0);
    expect(existsSync(hook)).toBe(true);
    expect(await commandLine(["uninstall", "--yes"], { dir: from, env })).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(existsSync(hook)).toBe(false);
  }
});

type Place = { readonly dir: string; readonly env: NodeJS.ProcessEnv; readonly inner: string };

test("a command line is ours only if it calls our hook and does nothing else", () => {
  const isOurs = isHookOf("claude-code");
  for (const line of [
    "tidemark hook claude-code Stop",
    "/usr/local/bin/tidemark hook claude-code Stop",
    '"C:\\Program Files\\tidemark.cmd" hook claude-code Stop',
    "node /opt/tidemark/dist/tidemark.cjs hook claude-code Stop",
    "TIDEMARK_DIR=/x npx -y tidemark hook claude-code Stop",
  ])
    expect(isOurs(line), line).toBe(true);
  for (const line of [
    "my-tidemark hook claude-code Stop",
    "./log-tidemark.sh hook claude-code Stop",
    "tidemark hook claude-code Stop | tee log",
    "make lint && tidemark hook claude-code Stop",
    "tidemark hook claude-code-next Stop",
    "echo tidemark hook claude-code Stop",
  ])
    expect(isOurs(line), line).toBe(false);
});

test("a folder whose name holds control characters is printed without them", async () => {
  const { dir, env } = stage();
  const named = join(dirname(dir), "evil\u001b]0;owned\u0007\rname");
  mkdirSync(named);
  writeFileSync(join(named, "CLAUDE.md"), "- Cards are charged through Adyen\n");
  const at = { dir: named, env };
  const commands = [
    ["init", "--config"],
    ["init", "--config"],
    ["status"],
    ["doctor"],
    ["projects"],
    ["off"],
    ["remember", "x"],
    ["on"],
    ["import", "CLAUDE.md"],
    ["backup"],
    ["share", "--yes"],
    ["context", "init", "--task", "T-1", "--goal", "Invoices are rounded"],
    ["init", "--print", "--hosts", "claude-code", "--scope", "project"],
    ["uninstall", "--yes"],
  ];
  for (const argv of commands) {
    const { stdout, stderr } = await commandLine(argv, at);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them.
    expect(`${stdout}${stderr}`, argv.join(" ")).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
  }
});
