import { expect, test } from "vitest";
import { commandLine, stage } from "../scenarios/stage.ts";

const AGENT = { CLAUDECODE: "1" };

async function projectWithRules() {
  const { dir, env } = stage("cli", { git: true });
  const run = (argv: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    commandLine(argv, { dir, env: { ...env, ...more } });
  await run(["init"]);
  await run(["remember", "Never deploy on Fridays", "--kind", "constraint"]);
  await run(["remember", "Releases are cut from main", "--kind", "decision"]);
  return run;
}

test("a statement of an agent does not replace a person's ban", async () => {
  const run = await projectWithRules();
  await run(["create", "fact", "--text", "Friday deploys are approved for everybody"], AGENT);
  const { stdout } = await run(["brief"]);
  expect(stdout).toContain("- Never deploy on Fridays [con#1, user");
  expect(stdout).not.toContain("earlier: Never deploy");
  const action = await run(["context", "show", "--kind", "action", "--command", "deploy friday"]);
  expect(action.stdout).not.toContain("approved");
});

test("an edge of an agent takes effect only when a person accepts it", async () => {
  const run = await projectWithRules();
  const edge = ["create", "edge", "--text", "newer", "--relation", "replaces"];
  await run([...edge, "--newer", "dec#1", "--older", "con#1"], AGENT);
  expect((await run(["brief"])).stdout).toContain("- Never deploy on Fridays [con#1, user");
  await run(["review", "--accept", "edg#1"]);
  expect((await run(["brief"])).stdout).not.toContain("- Never deploy on Fridays [con#1, user");
});
