import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { trackedFiles } from "../../src/adapters/disk/tracked-files.ts";

test.each([
  ["of version 4", ["-c", "index.version=4"]],
  ["that is split", ["-c", "core.splitIndex=true"]],
])("an index %s hides no file of the memory", (_, settings) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-index-")));
  const git = (...argv: string[]) =>
    execFileSync("git", [...settings, ...argv], { cwd: root, env: { PATH: process.env.PATH, HOME: root } });
  git("init", "-q");
  mkdirSync(join(root, ".tidemark"));
  for (const name of [".tidemar", ".tidemark/store.json", "a"]) writeFileSync(join(root, name), "x");
  const tracked = () => trackedFiles(join(root, ".tidemark"), { root, commonDir: join(root, ".git") });
  git("add", "a");
  expect(tracked()).toEqual([]);
  git("add", ".");
  git(
    "update-index",
    ...(settings.includes("core.splitIndex=true") ? ["--split-index"] : ["--index-version=4"]),
  );
  expect(tracked()).toEqual([".tidemark/store.json"]);
  // An unreadable index may track any file.
  rmSync(join(root, ".git/index"));
  mkdirSync(join(root, ".git/index"));
  expect(tracked()).toEqual([".tidemark/"]);
  rmSync(root, { recursive: true, force: true });
});
