import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findProject } from "../../src/adapters/files/project/find-project.ts";

let base: string;
const NOWHERE = {};

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-pretender-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const GIT_ENV = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.org",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.org",
};

const git = (cwd: string, ...argv: string[]): void =>
  void execFileSync("git", argv, { cwd, env: GIT_ENV, stdio: "ignore" });

function folder(...parts: string[]): string {
  const path = join(base, ...parts);
  mkdirSync(path, { recursive: true });
  return path;
}

function repository(name: string): string {
  const path = folder(name);
  git(path, "init", "-q");
  git(path, "commit", "-q", "--allow-empty", "-m", "first");
  return path;
}

describe("a folder that pretends to belong to another project", () => {
  const standIn = (dir: string, config: string, commondir?: string): void => {
    for (const name of ["objects", "refs"]) mkdirSync(join(dir, name), { recursive: true });
    writeFileSync(join(dir, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(dir, "config"), config);
    if (commondir !== undefined) writeFileSync(join(dir, "commondir"), `${commondir}\n`);
  };

  test.each<readonly [string, (dir: string, target: string) => void]>([
    [
      "a .git file that names it",
      (dir, target) => writeFileSync(join(dir, ".git"), `gitdir: ${target}/.git\n`),
    ],
    ["a relative .git file", (dir) => writeFileSync(join(dir, ".git"), "gitdir: ../other/.git\n")],
    ["a .git link", (dir, target) => symlinkSync(join(target, ".git"), join(dir, ".git"))],
    ["a .git folder with a commondir", (dir, target) => standIn(join(dir, ".git"), "", join(target, ".git"))],
    [
      "a .git file that names a worktree of it",
      (dir, target) => {
        git(target, "worktree", "add", "-q", join(base, "linked"));
        writeFileSync(join(dir, ".git"), `gitdir: ${target}/.git/worktrees/linked\n`);
      },
    ],
    [
      "a worktree entry of its own making",
      (dir, target) => {
        const entry = join(dir, "x", "worktrees", "w");
        standIn(entry, "", join(target, ".git"));
        writeFileSync(join(entry, "gitdir"), `${join(dir, ".git")}\n`);
        writeFileSync(join(dir, ".git"), "gitdir: ./x/worktrees/w\n");
      },
    ],
    ["settings that name it", (dir, target) => standIn(dir, `[core]\n\tworktree = ${target}\n`)],
    [
      "settings of its .git folder that name it",
      (dir, target) => standIn(join(dir, ".git"), `[core]\n\tworktree = ${target}\n`),
    ],
    [
      "a folder that looks like a git directory with a commondir",
      (dir, target) => standIn(dir, "", `${target}/.git`),
    ],
  ])("%s does not lead to that project's memory", (_, pretend) => {
    const target = repository("other");
    const dir = folder("pretender");
    pretend(dir, target);
    const place = findProject(dir, NOWHERE);
    expect(place).toMatchObject({ root: dir, worktreeRoot: dir, memoryDir: join(dir, ".tidemark") });
    const inside = findProject(folder("pretender", "src"), NOWHERE);
    expect(inside.memoryDir.startsWith(dir)).toBe(true);
  });

  test.runIf(process.platform === "linux").each(["/proc/self", "/proc/1", "/sys/kernel", "/dev"])(
    "%s is refused in words",
    (dir) => {
      expect(() => findProject(dir, NOWHERE)).toThrow("is a system folder");
    },
  );
});

describe("a repository with its git directory elsewhere", () => {
  test("keeps its memory in its folder", () => {
    const root = folder("app");
    const commonDir = join(base, "store");
    git(root, "init", "-q", `--separate-git-dir=${commonDir}`);
    git(root, "commit", "-q", "--allow-empty", "-m", "first");
    expect(findProject(root, NOWHERE)).toMatchObject({
      root,
      worktreeRoot: root,
      worktree: "main",
      commonDir,
    });
  });

  test("shares that memory with its worktrees once its settings say where the folder is", () => {
    const root = folder("app");
    git(root, "init", "-q", `--separate-git-dir=${join(base, "store")}`);
    git(root, "commit", "-q", "--allow-empty", "-m", "first");
    git(root, "config", "core.worktree", root);
    git(root, "worktree", "add", "-q", join(base, "linked"));
    expect(findProject(join(base, "linked"), NOWHERE).memoryDir).toBe(findProject(root, NOWHERE).memoryDir);
  });
});
