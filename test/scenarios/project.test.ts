import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { onPostgres } from "../support/on-postgres.ts";
import { scenario } from "./scenario.ts";
import { git, type Stage, stage, stageAt } from "./stage.ts";

const isPosix = process.platform !== "win32";

/** A repository with one commit, and a memory with one decision. */
async function repository(): Promise<Stage> {
  const on = stage("cli", { git: true });
  git(on, "commit", "-q", "--allow-empty", "-m", "first");
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  return on;
}

const knows = async (on: Stage): Promise<string[]> => (await on.call("find")).items.map(({ label }) => label);

scenario("project.worktrees", async () => {
  const on = await repository();
  const linked = join(dirname(on.dir), "feature");
  git(on, "worktree", "add", "-q", linked);
  const there = stageAt("cli", linked, on.env);
  expect(await knows(there)).toEqual(["dec#1"]);
  await there.cli(["remember", "The feature is behind a flag"]);
  expect(await knows(on)).toEqual(["fct#1", "dec#1"]);
  expect([existsSync(join(on.dir, ".tidemark")), existsSync(join(linked, ".tidemark"))]).toEqual([
    true,
    false,
  ]);
  const { project } = await there.call("status");
  expect(project).toMatchObject({ root: on.dir, worktree: "feature" });
  expect(git(on, "status", "--porcelain")).toBe("");
  expect(git({ dir: linked, env: on.env }, "status", "--porcelain")).toBe("");
});

scenario("project.subfolder", async () => {
  const on = await repository();
  const deep = join(on.dir, "packages", "web", "src");
  mkdirSync(deep, { recursive: true });
  const { code, stdout } = await on.cli(["recall", "pnpm"], { cwd: deep });
  expect([code, stdout.slice(0, 5)]).toEqual([0, "dec#1"]);
  await stageAt("cli", deep, on.env).call("remember", { text: "The web is in packages/web" });
  expect(await knows(on)).toEqual(["fct#1", "dec#1"]);
  expect(existsSync(join(deep, ".tidemark"))).toBe(false);
});

scenario("project.renamed", async () => {
  const on = await repository();
  const moved = join(dirname(on.dir), "elsewhere", "new-name");
  mkdirSync(dirname(moved));
  renameSync(on.dir, moved);
  const there = stageAt("cli", moved, on.env);
  expect(await knows(there)).toEqual(["dec#1"]);
  await there.call("remember", { text: "It has a new name" });
  const { project } = (await there.call("status")) as unknown as {
    project: { name: string; known_as: { folder: string; root_commit?: string }[] };
  };
  expect(project.name).toBe("new-name");
  expect(project.known_as.map(({ folder }) => folder)).toEqual(["project", "new-name"]);
  const roots = new Set(project.known_as.map(({ root_commit }) => root_commit));
  expect([...roots]).toEqual([git(there, "rev-parse", "HEAD")]);
});

scenario("project.no-git", async () => {
  const on = stage();
  await on.cli(["remember", "Notes are plain text"]);
  expect(existsSync(join(on.dir, ".tidemark"))).toBe(true);
  const inner = join(on.dir, "a", "b");
  mkdirSync(inner, { recursive: true });
  expect(await knows(stageAt("cli", inner, on.env))).toEqual(["fct#1"]);
  const beside = join(dirname(on.dir), "beside");
  mkdirSync(beside);
  expect(await knows(stageAt("cli", beside, on.env))).toEqual([]);
});

scenario("project.git-missing", async () => {
  const on = await repository();
  const bin = join(dirname(on.dir), "bin");
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, "node"));
  const env = { ...on.env, PATH: bin };
  const kept = await on.cli(["remember", "There is no git here"], { env });
  expect(kept).toMatchObject({ code: 0, stderr: "" });
  const { code, stdout } = await on.cli(["status"], { env });
  expect(code).toBe(0);
  expect(stdout).toContain("1 fact, 1 decision");
  const { PATH, ...without } = on.env;
  expect(PATH?.split(delimiter).length).toBeGreaterThan(0);
  expect((await on.cli(["brief"], { env: without })).stdout).toContain("There is no git here");
});

scenario("project.git-clean", async () => {
  const on = stage("cli", { git: true });
  const backups = join(dirname(on.dir), "memory.db");
  const turn = '{"type":"turn","session":"s1","role":"user","text":"Use pnpm"}\n';
  const acts: [string[], string?][] = [
    [["init"]],
    [["remember", "We build with pnpm"]],
    [["record", "-"], turn],
    [["rebuild"]],
    [["backup", backups]],
    [["forget", "--text", "We build"]],
    [["restore", backups]],
  ];
  for (const [argv, input = ""] of acts) {
    const { code, stderr } = await on.cli(argv, { input });
    // `forget` exits with 1, because the backup outside the project still contains the words.
    expect([argv[0], code, stderr]).toEqual([argv[0], argv[0] === "forget" ? 1 : 0, ""]);
    expect(git(on, "status", "--porcelain", "-uall"), argv[0]).toBe("");
  }
  expect(readdirSync(on.dir).sort()).toEqual([".git", ".tidemark"]);
});

scenario("project.given", async () => {
  const on = await repository();
  const elsewhere = dirname(on.dir);
  for (const argv of [
    ["recall", "pnpm", "--project", on.dir],
    ["--project", on.dir, "recall", "pnpm"],
    ["recall", "--project=project", "pnpm"],
  ]) {
    const { code, stdout } = await on.cli(argv, { cwd: elsewhere });
    expect([code, stdout.slice(0, 5)]).toEqual([0, "dec#1"]);
  }
  const missing = await on.cli(["status", "--project", "nowhere"], { cwd: elsewhere });
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain("nowhere");
});

// With a server there is no database in the folder.
test.skipIf(onPostgres.elsewhere.size > 0)(
  "with TIDEMARK_DIR the memory lies in that folder, and nothing in the project",
  async () => {
    const on = stage("cli", { git: true });
    const memory = join(dirname(on.dir), "memories", "project");
    const env = { ...on.env, TIDEMARK_DIR: memory };
    await stageAt("cli", on.dir, env).call("remember", { text: "Kept elsewhere" });
    expect(readdirSync(on.dir)).toEqual([".git"]);
    expect(existsSync(join(memory, "tidemark.db"))).toBe(true);
    expect((await on.cli(["find"], { env })).stdout).toContain("Kept elsewhere");
  },
);

describe.skipIf(!isPosix)("on a disk with permissions", () => {
  scenario("store.permissions", async () => {
    const on = stage();
    const folder = join(on.dir, ".tidemark");
    const mode = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);
    const wide = process.umask(0);
    try {
      await on.cli(["init", "--config"]);
      await on.cli(["remember", "We build with pnpm"]);
    } finally {
      process.umask(wide);
    }
    for (const name of readdirSync(folder, { recursive: true }).map(String)) {
      const isFolder = statSync(join(folder, name)).isDirectory();
      expect([name, mode(name)]).toEqual([
        name,
        isFolder ? "700" : name === "config.yaml" ? mode(name) : "600",
      ]);
    }
    expect(mode("")).toBe("700");
    chmodSync(join(folder, "tidemark.db"), 0o666);
    chmodSync(folder, 0o777);
    expect((await on.cli(["status"])).code).toBe(0);
    expect([mode(""), mode("tidemark.db")]).toEqual(["700", "600"]);
  });

  scenario("store.symlink-refused", async () => {
    const on = stage("cli", { git: true });
    const target = join(dirname(on.dir), "target");
    mkdirSync(target);
    symlinkSync(target, join(on.dir, ".tidemark"));
    for (const argv of [["remember", "x"], ["init"]]) {
      const { code, stderr } = await on.cli(argv);
      expect(code).toBe(2);
      expect(stderr).toContain("symbolic link");
    }
    expect((await on.cli(["doctor"])).stdout).toContain("Remove the link");
    expect(readdirSync(target)).toEqual([]);
    rmSync(join(on.dir, ".tidemark"));
    await on.cli(["init"]);
    rmSync(join(on.dir, ".tidemark", "tidemark.db"));
    writeFileSync(join(target, "precious"), "not a database");
    symlinkSync(join(target, "precious"), join(on.dir, ".tidemark", "tidemark.db"));
    const { code, stderr } = await on.cli(["remember", "x", "--json"]);
    expect([code, stderr]).toEqual([3, ""]);
    expect(statSync(join(target, "precious")).size).toBe("not a database".length);
  });
});

scenario("store.network-folder-refused", async () => {
  const on = stage();
  for (const name of ["Dropbox", "OneDrive", "Library/CloudStorage/Box"]) {
    const synced = join(dirname(on.dir), name, "app");
    mkdirSync(synced, { recursive: true });
    const { code, stderr } = await on.cli(["init"], { cwd: synced });
    expect(code).toBe(3);
    expect(stderr).toContain("synchronises");
    expect(stderr).toContain("TIDEMARK_DIR=");
    expect(readdirSync(synced)).toEqual([]);
  }
  const accepted = { ...on.env, TIDEMARK_ALLOW_FOLDER: "1" };
  const synced = join(dirname(on.dir), "Dropbox", "app");
  expect((await stageAt("cli", synced, accepted).cli(["init"])).code).toBe(0);
});
