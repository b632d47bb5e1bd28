import { execFileSync } from "node:child_process";
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findProject } from "../../src/adapters/files/project/find-project.ts";
import { gitAt } from "../../src/adapters/git/git.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { cpuMs } from "../support/cpu-time.ts";

let base: string;
/** An environment without HOME, so that the home folder of this machine has no effect. */
const NOWHERE = {};

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-place-")));
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

function git(cwd: string, ...argv: string[]): string {
  const args = ["-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main", ...argv];
  return execFileSync("git", args, {
    cwd,
    env: GIT_ENV,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
}

function folder(...parts: string[]): string {
  const path = join(base, ...parts);
  mkdirSync(path, { recursive: true });
  return path;
}

function repository(...parts: string[]): string {
  const path = folder(...parts);
  git(path, "init", "-q");
  git(path, "commit", "-q", "--allow-empty", "-m", "first");
  return path;
}

describe("in a git repository", () => {
  test("the root of an empty repository is a project", () => {
    const root = folder("app");
    git(root, "init", "-q");
    expect(findProject(root, NOWHERE)).toEqual({
      root,
      worktreeRoot: root,
      worktree: "main",
      commonDir: join(root, ".git"),
      scope: "",
      memoryDir: join(root, ".tidemark"),
    });
  });

  test("a sub-folder of a monorepo belongs to the repository and is its scope", () => {
    const root = repository("mono");
    const place = findProject(folder("mono", "packages", "web"), NOWHERE);
    expect(place).toMatchObject({ root, scope: "packages/web", memoryDir: join(root, ".tidemark") });
  });

  test("a memory folder in a monorepo's sub-folder does not split the repository's memory", () => {
    const root = repository("mono");
    folder("mono", "packages", ".tidemark");
    expect(findProject(folder("mono", "packages", "web"), NOWHERE).root).toBe(root);
  });

  test("a linked worktree shares the main one's memory, and has the name that git gives it", () => {
    const root = repository("app");
    const linked = join(base, "elsewhere", "feature-login");
    git(root, "worktree", "add", "-q", linked);
    mkdirSync(join(linked, "src"));
    expect(findProject(join(linked, "src"), NOWHERE)).toEqual({
      root,
      worktreeRoot: linked,
      worktree: "feature-login",
      commonDir: join(root, ".git"),
      scope: "src",
      memoryDir: join(root, ".tidemark"),
    });
  });

  test("a linked worktree inside the main one is not treated as a sub-folder of it", () => {
    const root = repository("app");
    const linked = join(root, ".worktrees", "fix");
    git(root, "worktree", "add", "-q", linked);
    expect(findProject(linked, NOWHERE)).toMatchObject({
      root,
      worktreeRoot: linked,
      worktree: "fix",
      scope: "",
    });
  });

  test("a renamed repository keeps its memory, and so do its worktrees once git has repaired them", () => {
    const old = repository("old-name");
    const linked = join(base, "linked");
    git(old, "worktree", "add", "-q", linked);
    const root = join(base, "new-name");
    renameSync(old, root);
    git(root, "worktree", "repair", linked);
    expect(findProject(root, NOWHERE).memoryDir).toBe(join(root, ".tidemark"));
    expect(findProject(linked, NOWHERE)).toMatchObject({ root, worktree: "linked" });
  });

  test("a renamed linked worktree is a separate project until git has repaired it", () => {
    const root = repository("app");
    git(root, "worktree", "add", "-q", join(base, "before"));
    const after = join(base, "after");
    renameSync(join(base, "before"), after);
    expect(findProject(after, NOWHERE)).toMatchObject({ root: after, worktree: "main" });
    git(root, "worktree", "repair", after);
    expect(findProject(after, NOWHERE)).toMatchObject({ root, worktree: "before" });
  });

  test("a submodule is a separate project, also from one of its worktrees", () => {
    repository("library");
    const parent = repository("app");
    git(parent, "submodule", "add", "-q", join(base, "library"), "vendor/library");
    const root = join(parent, "vendor", "library");
    const linked = join(base, "library-fix");
    git(root, "worktree", "add", "-q", linked);
    const commonDir = join(parent, ".git", "modules", "vendor", "library");
    expect(findProject(root, NOWHERE)).toMatchObject({ root, worktree: "main", commonDir, scope: "" });
    expect(findProject(linked, NOWHERE)).toMatchObject({ root, worktree: "library-fix", commonDir });
    expect(findProject(commonDir, NOWHERE)).toMatchObject({ root, worktreeRoot: root, scope: "" });
    expect(findProject(parent, NOWHERE).root).toBe(parent);
  });

  test("a submodule is found even if its git config is split per worktree", () => {
    repository("library");
    const parent = repository("app");
    git(parent, "submodule", "add", "-q", join(base, "library"), "library");
    const root = join(parent, "library");
    git(root, "config", "extensions.worktreeConfig", "true");
    git(root, "config", "--worktree", "core.worktree", git(root, "config", "core.worktree"));
    git(root, "config", "--file", join(parent, ".git/modules/library/config"), "--unset", "core.worktree");
    expect(findProject(root, NOWHERE).root).toBe(root);
  });

  test("the memory of a bare repository's worktrees lies in the repository", () => {
    const bare = folder("project.git");
    git(repository("seed"), "clone", "-q", "--bare", ".", bare);
    git(bare, "worktree", "add", "-q", join(base, "one"));
    git(bare, "worktree", "add", "-q", join(base, "two"));
    const places = [bare, join(bare, "refs"), join(base, "one"), join(base, "two")].map((dir) =>
      findProject(dir, NOWHERE),
    );
    expect(places.map((place) => place.memoryDir)).toEqual(Array(4).fill(join(bare, ".tidemark")));
    expect(places.map((place) => place.worktree)).toEqual(["main", "main", "one", "two"]);
  });

  test("a folder whose .git file leads to a bare repository beside it shares the memory of that repository", () => {
    const project = folder("project");
    git(repository("seed"), "clone", "-q", "--bare", ".", join(project, ".bare"));
    writeFileSync(join(project, ".git"), "gitdir: ./.bare\n");
    git(project, "worktree", "add", "-q", "trunk");
    const memoryDir = join(project, ".bare", ".tidemark");
    expect(findProject(project, NOWHERE)).toMatchObject({ memoryDir, worktreeRoot: project, scope: "" });
    expect(findProject(join(project, "trunk"), NOWHERE)).toMatchObject({ memoryDir, worktree: "trunk" });
  });

  test("the repository is found from inside its git directory", () => {
    const root = repository("app");
    expect(findProject(join(root, ".git", "refs"), NOWHERE)).toMatchObject({ root, worktree: "main" });
  });

  test("GIT_DIR in the environment, as set by a calling git, has no effect", () => {
    const root = repository("app");
    const other = repository("other");
    expect(findProject(root, { GIT_DIR: join(other, ".git") }).root).toBe(root);
  });

  test("a symlinked folder leads to the real project", () => {
    const root = repository("app");
    folder("app", "src");
    symlinkSync(join(root, "src"), join(base, "shortcut"));
    expect(findProject(join(base, "shortcut"), NOWHERE)).toMatchObject({ root, scope: "src" });
  });

  test.each([
    ["points to nothing", "gitdir: /nowhere/at/all\n"],
    ["is not a pointer", "hello\n"],
    ["is empty", ""],
  ])("a folder with a .git file that %s is not a repository", (_, text) => {
    const dir = folder("broken");
    writeFileSync(join(dir, ".git"), text);
    const place = findProject(dir, NOWHERE);
    expect(place).toMatchObject({ root: dir, scope: "" });
    expect(place.commonDir).toBeUndefined();
  });

  test("a folder with an empty .git folder is not a repository", () => {
    const dir = folder("broken");
    folder("broken", ".git");
    expect(findProject(dir, NOWHERE).commonDir).toBeUndefined();
  });

  test("finding the project of a deep folder in a linked worktree is fast enough for a hook", () => {
    const root = repository("app");
    git(root, "worktree", "add", "-q", join(base, "linked"));
    const deep = join(base, "linked", "a/b/c/d/e/f");
    mkdirSync(deep, { recursive: true });
    findProject(deep, NOWHERE);
    const spent = cpuMs(() => {
      for (let run = 0; run < 50; run++) findProject(deep, NOWHERE);
    });
    // Starting git once would take longer.
    expect(spent / 50).toBeLessThan(5);
  });
});

describe("outside git", () => {
  test("a plain folder is its own project", () => {
    const root = folder("notes");
    expect(findProject(root, NOWHERE)).toEqual({
      root,
      worktreeRoot: root,
      worktree: "main",
      scope: "",
      memoryDir: join(root, ".tidemark"),
    });
  });

  test("the nearest folder above that has memory owns a nested one", () => {
    folder("outer", ".tidemark");
    const root = folder("outer", "inner");
    folder("outer", "inner", ".tidemark");
    expect(findProject(folder("outer", "inner", "deep", "er"), NOWHERE)).toMatchObject({
      root,
      scope: "deep/er",
    });
    expect(findProject(folder("outer", "other"), NOWHERE).root).toBe(join(base, "outer"));
  });

  test("a memory in HOME or above it does not include the folders below", () => {
    folder("home", ".tidemark");
    folder("home", "me", ".tidemark");
    const env = { HOME: join(base, "home", "me") };
    const dir = folder("home", "me", "notes");
    expect(findProject(dir, env).root).toBe(dir);
    expect(findProject(env.HOME, env).memoryDir).toBe(join(env.HOME, ".tidemark"));
    expect(findProject(join(base, "home"), env).root).toBe(join(base, "home"));
  });

  test("a memory in a symlinked HOME does not include the folders below either", () => {
    folder("real", ".tidemark");
    symlinkSync(join(base, "real"), join(base, "home"));
    const dir = folder("real", "notes");
    expect(findProject(dir, { HOME: join(base, "home") }).root).toBe(dir);
  });

  test("the search covers the folders between HOME and the current folder", () => {
    const root = folder("home", "work");
    folder("home", "work", ".tidemark");
    expect(findProject(folder("home", "work", "a"), { HOME: join(base, "home") }).root).toBe(root);
  });

  test.skipIf(process.geteuid?.() !== 0)(
    "a memory above that another user owns is not used (needs root)",
    () => {
      chownSync(folder("shared", ".tidemark"), 65_534, 65_534);
      const dir = folder("shared", "mine");
      expect(findProject(dir, NOWHERE).root).toBe(dir);
    },
  );

  test("a missing folder is reported with a fix", () => {
    const missing = join(base, "missing");
    const failure = failureOf(() => findProject(missing, NOWHERE));
    expect(failure).toMatchObject({ code: "input.invalid", field: "project" });
    expect(failure.message).toContain(missing);
    expect(failure.fix).toContain("--project");
  });

  test("a file is not a project", () => {
    writeFileSync(join(base, "file"), "");
    expect(failureOf(() => findProject(join(base, "file"), NOWHERE)).code).toBe("input.invalid");
  });
});

describe("TIDEMARK_DIR", () => {
  test.each([
    ["an absolute folder is used unchanged", "/some/where", () => "/some/where"],
    ["a relative folder is relative to the current folder", "../memory", () => join(base, "app", "memory")],
    ["a tilde is the home folder", "~/memory", () => join(base, "home", "memory")],
    ["an empty value counts as not set", "", () => join(base, "app", ".tidemark")],
  ])("%s", (_, value, expected) => {
    repository("app");
    const env = { HOME: folder("home"), TIDEMARK_DIR: value };
    expect(findProject(folder("app", "src"), env).memoryDir).toBe(expected());
  });
});

describe("git", () => {
  test("head gives commit and branch, and only the commit if it is detached", async () => {
    const root = repository("app");
    const commit = git(root, "rev-parse", "HEAD");
    git(root, "checkout", "-q", "-b", "feature/login");
    expect(await gitAt(root, GIT_ENV).head()).toEqual({ commit, branch: "feature/login" });
    git(root, "checkout", "-q", "--detach");
    expect(await gitAt(root, GIT_ENV).head()).toEqual({ commit });
  });

  test("each worktree has its own head and all have one root commit", async () => {
    const root = repository("app");
    const first = git(root, "rev-parse", "HEAD");
    git(root, "worktree", "add", "-q", join(base, "linked"));
    git(join(base, "linked"), "commit", "-q", "--allow-empty", "-m", "second");
    const linked = gitAt(join(base, "linked"), GIT_ENV);
    expect((await linked.head())?.branch).toBe("linked");
    expect((await linked.head())?.commit).not.toBe(first);
    expect([await linked.rootCommit(), await gitAt(root, GIT_ENV).rootCommit()]).toEqual([first, first]);
  });

  test.each(["2001", "2037"])(
    "a merged foreign history of %s does not change the root commit",
    async (year) => {
      const root = repository("app");
      const first = git(root, "rev-parse", "HEAD");
      git(root, "checkout", "-q", "--orphan", "foreign");
      const env = { ...GIT_ENV, GIT_COMMITTER_DATE: `${year}-01-01T00:00:00Z` };
      execFileSync("git", ["commit", "-q", "--allow-empty", "-m", "foreign first"], { cwd: root, env });
      git(root, "checkout", "-q", "main");
      git(root, "merge", "-q", "--allow-unrelated-histories", "-m", "merge", "foreign");
      expect(await gitAt(root, GIT_ENV).rootCommit()).toBe(first);
    },
  );

  test("a shallow clone does not report its oldest commit as the root commit", async () => {
    const root = repository("app");
    git(root, "commit", "-q", "--allow-empty", "-m", "second");
    git(base, "clone", "-q", "--depth", "1", `file://${root}`, "shallow");
    expect(await gitAt(join(base, "shallow"), GIT_ENV).rootCommit()).toBeUndefined();
  });

  test("unknown values are undefined: no commit, no repository, no git program", async () => {
    const empty = folder("empty");
    git(empty, "init", "-q");
    const ceiling = { ...GIT_ENV, GIT_CEILING_DIRECTORIES: base };
    const asked = [
      gitAt(empty, GIT_ENV),
      gitAt(folder("plain"), ceiling),
      gitAt(repository("app"), { PATH: base }),
    ];
    for (const each of asked) {
      expect(await each.head()).toBeUndefined();
      expect(await each.rootCommit()).toBeUndefined();
    }
  });

  test("GIT_DIR in the environment, as set by a calling git, has no effect", async () => {
    const root = repository("app");
    const other = repository("other");
    git(other, "checkout", "-q", "-b", "misleading");
    expect((await gitAt(root, { ...GIT_ENV, GIT_DIR: join(other, ".git") }).head())?.branch).toBe("main");
  });
});

function failureOf(act: () => unknown): MemoryError {
  try {
    act();
  } catch (failure) {
    if (failure instanceof MemoryError) return failure;
    throw failure;
  }
  throw new Error("nothing failed");
}
