import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { scenario } from "./scenario.ts";
import { git, type Stage, stage, stageAt } from "./stage.ts";

const projectFile = (on: Stage): string => join(on.dir, ".tidemark", "config.yaml");

function userFile(on: Stage): string {
  const folder = join(String(on.env.XDG_CONFIG_HOME), "tidemark");
  mkdirSync(folder, { recursive: true });
  return join(folder, "config.yaml");
}

scenario("config.precedence", async () => {
  const on = stage();
  await on.call("init");
  const agent = async (env: NodeJS.ProcessEnv = {}, ...flags: string[]): Promise<string> => {
    const { stdout } = await on.cli(["status", "--json", ...flags], { env: { ...on.env, ...env } });
    return (JSON.parse(stdout) as { agent: string }).agent;
  };
  expect(await agent()).toBe("cli");
  writeFileSync(userFile(on), "agent: from-user\nbrief:\n  tokens: 300\n");
  expect(await agent()).toBe("from-user");
  writeFileSync(projectFile(on), "agent: from-project\n");
  expect(await agent()).toBe("from-project");
  expect(await agent({ TIDEMARK_AGENT: "from-environment" })).toBe("from-environment");
  expect(await agent({ TIDEMARK_AGENT: "from-environment" }, "--agent", "from-flag")).toBe("from-flag");

  for (let i = 0; i < 40; i++)
    await on.call("remember", { text: `Fact ${i} about the long house by the sea` });
  const tokens = async (at: Stage, budget?: number): Promise<number> =>
    Number((await at.call("brief", budget === undefined ? {} : { budget })).tokens);
  const loud = stageAt("cli", on.dir, { ...on.env, TIDEMARK_BRIEF_TOKENS: "500" });
  const [user, environment, flag] = [await tokens(on), await tokens(loud), await tokens(loud, 150)];
  expect(user).toBeGreaterThan(200);
  expect(user).toBeLessThanOrEqual(300);
  expect(environment).toBeGreaterThan(400);
  expect(environment).toBeLessThanOrEqual(500);
  expect(flag).toBeLessThanOrEqual(150);
});

scenario("config.errors", async () => {
  const on = stage();
  await on.call("init");
  const end = await on.end();
  writeFileSync(projectFile(on), "agent: ana\nbrief:\n  token: 500\n");
  const misspelt = await on.cli(["remember", "x"]);
  expect(misspelt.code).toBe(2);
  expect(misspelt.stderr).toContain(`${projectFile(on)}:3:3: "brief.token" is not a setting`);
  expect(misspelt.stderr).toContain('Did you mean "brief.tokens"?');
  writeFileSync(projectFile(on), "brief:\n  tokens: many\n");
  const json = JSON.parse((await on.cli(["status", "--json"])).stdout) as { error: object };
  expect(json.error).toMatchObject({ code: "input.config", message: expect.stringContaining(":2:11:") });
  writeFileSync(projectFile(on), "");
  const { code, stderr } = await on.cli(["status"], { env: { ...on.env, TIDEMARK_BRIEF_TOKENS: "lots" } });
  expect(code).toBe(2);
  expect(stderr).toContain('TIDEMARK_BRIEF_TOKENS must be a whole number from 100 to 8000; it is "lots"');
  expect(await on.end()).toBe(end);
});

scenario("config.optional", async () => {
  const on = stage("cli", { git: true });
  await on.call("remember", { text: "We build with pnpm" });
  await on.call("init");
  expect(existsSync(projectFile(on))).toBe(false);
  expect(existsSync(join(dirname(on.dir), ".config"))).toBe(false);
  const { stdout } = await on.cli(["init", "--config"]);
  expect(stdout).toContain(`Settings to edit: ${projectFile(on)}`);
  expect(git(on, "status", "--porcelain", "-uall")).toBe("?? .tidemark/config.yaml");
  writeFileSync(projectFile(on), "agent: ana\n");
  expect((await on.cli(["init", "--config"])).stdout).toContain("Settings file already exists");
  expect(readFileSync(projectFile(on), "utf8")).toBe("agent: ana\n");
});
