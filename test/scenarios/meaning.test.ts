import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { bundleFor } from "../../src/hook-brief.ts";
import { KEY, knowsMeanings } from "../support/embedder.ts";
import { type Endpoint, endpoint } from "../support/endpoint.ts";
import { scenario } from "./scenario.ts";
import { type Stage, stage, stageAt } from "./stage.ts";

/** A project with a statement about deploying, and with an embedder in the user's environment. */
async function project(): Promise<{ readonly on: Stage; readonly off: Stage; readonly at: Endpoint }> {
  const at = await endpoint(knowsMeanings);
  const off = stage("cli");
  const on = stageAt("cli", off.dir, {
    ...off.env,
    TIDEMARK_EMBEDDER_PROVIDER: "openai",
    TIDEMARK_EMBEDDER_MODEL: "small",
    TIDEMARK_EMBEDDER_URL: at.url,
    TIDEMARK_EMBEDDER_KEY_ENV: "MY_KEY",
    TIDEMARK_EMBEDDER_DEADLINE_MS: "10000",
    MY_KEY: KEY,
  });
  await off.call("remember", { text: "My vehicle is red", kind: "decision" });
  return { on, off, at };
}

scenario("meaning.recalled", async () => {
  const { on, off, at } = await project();
  const ask = ["recall", "where is the automobile", "--explain"];
  const nothing = await off.cli(ask);
  const early = await on.cli(ask);
  expect(early.stdout).toMatch(/Nothing found\.\n.*there are no vectors yet/);
  expect(at.heard).toEqual([]);
  await on.cli(["worker", "--once"]);
  const found = await on.cli(ask);
  expect(found.stdout).toMatch(
    /^dec#1.*My vehicle is red\n +semantic +0\.3000\n +score +0\.3000\nRanked by meaning/,
  );
  expect(JSON.parse((await on.cli([...ask, "--json"])).stdout)).toMatchObject({
    semantic: "used",
    hits: [{ text: "My vehicle is red", parts: { semantic: 0.3 } }],
  });
  const why = await on.cli(["why", "dec#1", "--query", "where is the automobile"]);
  expect(why.stdout).toContain("It contains none of the words itself.");
  expect((await off.cli(ask)).stdout).toBe(nothing.stdout);
  at.play((response) => void response.writeHead(500).end(KEY));
  const failed = await on.cli(ask);
  expect(failed.stdout).toMatch(/the embedder is not available/);
  expect(`${failed.stdout}${failed.stderr}`).not.toContain(KEY);
});

scenario("meaning.told", async () => {
  const { on, off, at } = await project();
  const told = async (...argv: string[]) => (await on.cli(argv)).stdout;
  await on.cli(["worker", "--once"]);
  expect(await told("status")).toMatch(
    /embedder +small, openai, vectors of 1 passage, \d+ of 2000000 tokens today/,
  );
  expect(await told("worker", "status")).toMatch(/embedder small {2}openai, vectors of 1 passage/);
  expect((await off.cli(["status", "--json"])).stdout).not.toContain("embedder");
  at.play((response) => void response.writeHead(401).end(KEY));
  await off.call("remember", { text: "The login is slow" });
  await on.cli(["worker", "--once"]);
  expect(await told("worker", "status")).toMatch(/the last request for vectors failed: .*answered 401/);
  expect(await told("doctor")).toMatch(/failed: .*answered 401/);
  const file = join(on.dir, ".tidemark/vectors.bin");
  writeFileSync(file, "spoiled");
  expect(await told("status")).toMatch(/its file cannot be read/);
  expect(await told("doctor")).toContain("The vector file cannot be read");
  expect(await told("doctor", "--fix")).toContain("The vector file could not be read and was deleted");
  expect(existsSync(file)).toBe(false);
});

scenario("meaning.not-in-hooks", async () => {
  const { on, at } = await project();
  await on.cli(["worker", "--once"]);
  const heard = at.heard.length;
  const said = {
    type: "turn",
    session: "killed",
    role: "user",
    text: "We deploy from main, not from a branch.",
  };
  const file = join(on.dir, "said.jsonl");
  writeFileSync(file, JSON.stringify(said));
  await on.cli(["record", file]);
  const asks = (intent: "brief" | "context", query?: string) =>
    bundleFor(on.dir, on.env, { host: "claude-code", intent, input: { session: "s2", query } });
  expect(await asks("brief")).toContain("My vehicle is red");
  expect(await asks("context", "where is the automobile")).toBe("");
  expect(at.heard.length).toBe(heard);
});
