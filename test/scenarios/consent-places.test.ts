import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { HookPlace as Place } from "../support/hook-prompt.ts";
import { treeOf } from "../support/tree-of.ts";
import { scenario } from "./scenario.ts";
import { commandLine, freshFolder, git, stage, stageAt } from "./stage.ts";

scenario("consent.only-init", async () => {
  const on = stage("cli", { isAsked: false });
  const home = dirname(on.dir);
  writeFileSync(join(on.dir, "AGENTS.md"), "- The API listens on port 7070\n");
  writeFileSync(join(home, "turns.jsonl"), '{"type":"turn","session":"s1","text":"Use pnpm"}\n');
  const inHome = stageAt("cli", home, on.env);
  // A home folder that is a repository, for settings files, is not a project either.
  git(inHome, "init", "-q");
  const elsewhere = { ...on.env, TIDEMARK_DIR: join(home, "kept") };
  const before = treeOf(home);
  const refuse = async (argv: readonly string[], at: Place) => {
    const { code, stdout, stderr } = await commandLine(argv, at);
    expect([code, stdout], argv.join(" ")).toEqual([2, ""]);
    expect(stderr).toMatch(
      /There is no memory in [^\n]+\n +If you want a memory in this folder: tidemark init\n$/,
    );
    expect(treeOf(home), argv.join(" ")).toEqual(before);
  };
  // These folders are in no project, even below a home folder that is a repository.
  for (const at of [{ ...on, dir: freshFolder() }, inHome, { ...inHome, env: elsewhere }]) {
    await refuse(["remember", "We build with pnpm"], at);
    await refuse(["create", "fact", "--text", "The API listens on port 7070"], at);
    await refuse(["import", "--yes", join(on.dir, "AGENTS.md")], at);
    await refuse(["record", join(home, "turns.jsonl")], at);
    await refuse(["context", "init", "--task", "ship", "--goal", "Ship it"], at);
    // Verbs that change an existing memory make none while they refuse.
    for (const verb of [["restore", "x.db"], ["forget", "dec#1"], ["rebuild"], ["sync", home]])
      await refuse(verb, at);
  }
  const asked = { out: "" };
  const keys = async () => ({ next: async () => "y", line: async () => "", close: () => {} });
  const { code } = await commandLine(["import", join(on.dir, "AGENTS.md")], {
    ...inHome,
    keys,
    isOutTty: true,
    out: (text) => {
      asked.out += text;
    },
  });
  expect([code, asked.out]).toEqual([2, ""]);
  await commandLine(["init"], inHome);
  expect((await commandLine(["remember", "We build with pnpm"], inHome)).code).toBe(0);
});
