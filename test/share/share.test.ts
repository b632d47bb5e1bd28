import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Keys } from "../../src/ports/keys.ts";
import { scenario } from "../scenarios/scenario.ts";
import { commandLine, stage } from "../scenarios/stage.ts";

/** A git repository with a decision, a constraint, and statements that must not be shared. */
async function shop() {
  const { dir, env } = stage();
  execFileSync("git", ["init", "-q", dir]);
  const run = (...argv: string[]) => commandLine(argv, { dir, env });
  await run("remember", "Cards are charged through Adyen", "--kind", "decision");
  await run("remember", "Never log a card number", "--kind", "constraint");
  await run("remember", "I like short commit messages", "--kind", "preference");
  await run("create", "decision", "--text", "Mira is paid by the hour", "--tags", "private");
  await run("create", "candidate", "--proposes", "decision", "--text", "Stripe comes back");
  const path = join(dir, "AGENTS.md");
  return { dir, env, run, path, text: () => readFileSync(path, "utf8") };
}

scenario("share.block", async () => {
  const { run, text } = await shop();
  const { stdout } = await run("share", "--yes");
  expect(stdout).toContain("Shared in AGENTS.md: 2 lines added, 0 removed.");
  expect(text()).toContain("- Cards are charged through Adyen (");
  expect(text()).toContain("- Never log a card number (");
});

scenario("share.private", async () => {
  const { run, text } = await shop();
  await run("share", "--yes");
  expect(text()).not.toMatch(/Mira|Stripe|commit messages/);
});

test("statements that contradict each other are not shared until a person decides", async () => {
  const { run, text } = await shop();
  await run("remember", "We build with npm", "--kind", "decision");
  await run("remember", "We build with pnpm", "--kind", "decision");
  const { stdout } = await run("share", "--yes");
  expect(stdout).toMatch(/[12] statements? left out: a later statement or an open question speaks against/);
  expect(text()).not.toContain("npm");
  expect(text()).toContain("Adyen");
});

test("after forgetting, `share` removes the words from the shared block, and nobody is told to delete the file", async () => {
  const { run, text } = await shop();
  await run("share", "--yes");
  const { stdout } = await run("forget", "dec#1");
  expect(stdout).toContain("Run tidemark share");
  expect(stdout).not.toMatch(/delete it yourself|take the words out yourself/);
  await run("share", "--yes");
  expect(text()).not.toContain("Adyen");
  expect((await run("forget", "con#1", "--dry-run")).stdout).toContain("until you run tidemark share");
});

scenario("share.check", async () => {
  const { run, path } = await shop();
  expect(await run("share", "--check")).toMatchObject({ code: 1 });
  expect(existsSync(path)).toBe(false);
  await run("share", "--yes");
  expect(await run("share", "--check")).toMatchObject({ code: 0 });
  await run("transition", "dec#1", "superseded");
  expect(await run("share", "--check")).toMatchObject({ code: 1 });
});

scenario("share.no-loop", async () => {
  const { run } = await shop();
  await run("share", "--yes");
  const { stdout } = await run("import", "--dry-run");
  expect(stdout).not.toContain("to review");
  expect(stdout).not.toContain("to keep");
});

test("ended and forgotten statements leave the block; a colleague's line stays", async () => {
  const { run, path, text } = await shop();
  await run("share", "--yes");
  writeFileSync(
    path,
    text().replace("## Decisions\n", "## Decisions\n\n- A colleague's decision (2026-01-01)"),
  );
  await run("transition", "con#1", "resolved");
  await run("forget", "dec#1");
  expect((await run("share", "--yes")).stdout).toContain("2 removed");
  expect(text()).not.toMatch(/Adyen|card number/);
  expect(text()).toContain("- A colleague's decision (2026-01-01)");
});

test("a link within the project is followed; a link that leads out and a read-only file are refused", async () => {
  const { dir, run, path, text } = await shop();
  writeFileSync(join(dir, "CLAUDE.md"), "# Mine\n");
  symlinkSync("CLAUDE.md", path);
  await run("share", "AGENTS.md", "--yes");
  expect(readFileSync(join(dir, "CLAUDE.md"), "utf8")).toBe(text());
  chmodSync(join(dir, "CLAUDE.md"), 0o444);
  await run("transition", "dec#1", "superseded");
  expect((await run("share", "--yes")).stderr).toContain("is read-only");
  symlinkSync("/etc/hostname", join(dir, "OUT.md"));
  expect((await run("share", "OUT.md", "--yes")).stderr).toContain("leads out of the project");
  symlinkSync(".git/config", join(dir, "GIT.md"));
  expect((await run("share", "GIT.md")).stderr).toContain("one of git's own files");
  expect((await run("share", "../OUT.md", "--yes")).stderr).toContain("is outside the project");
  for (const file of [".git/config", ".git/notes.md", ".tidemark/a.md", "package.json"])
    expect((await run("share", file, "--yes")).stderr).toContain("is not a Markdown file of the project");
});

test("without a memory only the block's begin and end marks are checked", async () => {
  const { dir, env } = stage("cli", { isAsked: false });
  writeFileSync(join(dir, "AGENTS.md"), "# Mine\n");
  const { code, stdout } = await commandLine(["share", "--check"], { dir, env });
  expect([code, stdout]).toEqual([
    0,
    "There is no memory here, so only the markers in AGENTS.md were checked.\n",
  ]);
});

scenario("share.hook", async () => {
  const { dir, run } = await shop();
  const hook = join(dir, ".git/hooks/pre-commit");
  expect((await run("share", "--hook", "--yes")).stdout).toContain(
    "From now on, each commit updates the block",
  );
  expect(statSync(hook).mode & 0o111).not.toBe(0);
  writeFileSync(hook, "#!/bin/sh\nmake lint\n");
  expect((await run("share", "--hook", "--yes")).stderr).toContain("is a hook of your own");
  expect(readFileSync(hook, "utf8")).toContain("make lint");
  // Git also reads a setting on the line of its section header.
  rmSync(hook);
  appendFileSync(join(dir, ".git/config"), "[core] hooksPath = elsewhere\n");
  expect((await run("share", "--hook", "--yes")).stderr).toContain("core.hooksPath");
  expect(existsSync(hook)).toBe(false);
});

scenario("share.asked", async () => {
  const { dir, run, env, text } = await shop();
  const refused = await run("share");
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("pass --yes")]);
  expect(existsSync(join(dir, "AGENTS.md"))).toBe(false);
  const answer = (key: string) => ({ keys: async () => keysOf(key) });
  const declined = await commandLine(["share"], { dir, env, ...answer("n") });
  expect(declined.stdout).toContain("+ - Cards are charged through Adyen");
  expect(declined.stdout).toContain("Nothing was changed.");
  await commandLine(["share"], { dir, env, ...answer("y") });
  expect(text()).toContain("Cards are charged through Adyen");
  const byAgent = { dir, env: { ...env, CLAUDECODE: "1" } };
  expect((await commandLine(["share", "--hook", "--yes"], byAgent)).stderr).toContain("a person must do it");
});

const keysOf = (key: string): Keys => ({
  next: async () => key,
  line: async () => undefined,
  close: () => {},
});
