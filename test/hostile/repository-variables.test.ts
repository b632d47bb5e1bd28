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

test("variables for the model and the embedder are dropped in a hook, an MCP server and an agent's shell", () => {
  for (const argv of [["hook", "claude-code", "Stop"], ["mcp"]]) expect(left(argv)).toEqual(["TIDEMARK_NOW"]);
  expect(left(["recall", "jobs"], { CLAUDECODE: "1" })).toEqual(["CLAUDECODE", "TIDEMARK_NOW"]);
});

test("a person at a terminal may set the model and the embedder by variables", () => {
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

test("in an agent's shell, variables for user and transcript folders are dropped if they name a folder in a repository", () => {
  const other = mkdtempSync(join(tmpdir(), "tidemark-other-"));
  mkdirSync(join(other, ".git"));
  mkdirSync(join(other, "claude"));
  for (const name of ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_DATA_HOME", "MEMORY_FILE_PATH"])
    for (const value of [join(other, "claude"), "claude"])
      expect(left(["import"], { CLAUDECODE: "1", [name]: value })).not.toContain(name);
  const [own, here] = [1, 2].map(() => mkdtempSync(join(tmpdir(), "tidemark-own-")));
  expect(left(["import"], { CLAUDECODE: "1", CODEX_HOME: own }, here)).toContain("CODEX_HOME");
  expect(left(["import"], { CODEX_HOME: join(other, "claude") })).toContain("CODEX_HOME");
});

test("a variable cannot lead a server to another project than the one in which its host started it", () => {
  const [here, other] = [1, 2].map(() => mkdtempSync(join(tmpdir(), "tidemark-project-")));
  const below = join(here ?? "", "packages/api");
  mkdirSync(below, { recursive: true });
  expect(left(["mcp"], { CLAUDE_PROJECT_DIR: other }, here)).not.toContain("CLAUDE_PROJECT_DIR");
  expect(left(["mcp"], { CLAUDE_PROJECT_DIR: here }, below)).toContain("CLAUDE_PROJECT_DIR");
  expect(left(["mcp"], { CLAUDE_PROJECT_DIR: below }, here)).toContain("CLAUDE_PROJECT_DIR");
});
