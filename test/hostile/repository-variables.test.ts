import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dropRepositoryVariables } from "../../src/adapters/system/repository-variables.ts";

const redirected = {
  TIDEMARK_MODEL_URL: "http://127.0.0.1:1/v1",
  TIDEMARK_MODEL_KEY_ENV: "AWS_SECRET_ACCESS_KEY",
  TIDEMARK_EMBEDDER_URL: "http://127.0.0.1:1",
  TIDEMARK_NOW: "2030-01-01T00:00:00Z",
};

function left(argv: readonly string[], more: NodeJS.ProcessEnv = {}, cwd = tmpdir()): string[] {
  const env: NodeJS.ProcessEnv = { ...redirected, ...more };
  dropRepositoryVariables(argv, env, cwd);
  return Object.keys(env).sort();
}

test("no variable names a model or an embedder for a hook, an MCP server or an agent's shell", () => {
  for (const argv of [["hook", "claude-code", "Stop"], ["mcp"]]) expect(left(argv)).toEqual(["TIDEMARK_NOW"]);
  expect(left(["recall", "jobs"], { CLAUDECODE: "1" })).toEqual(["CLAUDECODE", "TIDEMARK_NOW"]);
});

test("a person at a terminal may name them by variables", () => {
  expect(left(["worker", "--once"])).toEqual(Object.keys(redirected).sort());
});

test("a hook reads no user settings from a folder inside the repository", () => {
  const repository = mkdtempSync(join(tmpdir(), "tidemark-repository-"));
  const outside = mkdtempSync(join(tmpdir(), "tidemark-config-"));
  mkdirSync(join(repository, ".git"));
  mkdirSync(join(repository, "packages/api"), { recursive: true });
  const cwd = join(repository, "packages/api");
  for (const inside of [repository, join(repository, "packages"), join(repository, "missing")])
    expect(left(["hook"], { XDG_CONFIG_HOME: inside }, cwd)).not.toContain("XDG_CONFIG_HOME");
  expect(left(["hook"], { XDG_CONFIG_HOME: outside }, cwd)).toContain("XDG_CONFIG_HOME");
});
