import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { built } from "../spawned.ts";
import { prompt, turns } from "../support/hook-prompt.ts";
import { scenario } from "./scenario.ts";
import { commandLine, git, stage, stageAt } from "./stage.ts";

beforeAll(built);

scenario("off.nested", async () => {
  const on = stage("cli", { git: true });
  await commandLine(["init"], on);
  const inner = stageAt("cli", join(on.dir, "vendor", "inner"), on.env);
  mkdirSync(inner.dir, { recursive: true });
  git(inner, "init", "-q");
  await commandLine(["init"], inner);
  await commandLine(["off"], on);
  await prompt(inner, "below a folder that is off");
  const { stdout } = await commandLine(["status"], inner);
  expect(stdout).toContain(`Recording is off in ${on.dir}, which contains this project.`);
  expect((await commandLine(["projects"], inner)).stdout).not.toContain("recording");
  expect((await commandLine(["remember", "x"], inner)).stderr).toContain(`tidemark on, in ${on.dir}`);
  await commandLine(["on"], on);
  writeFileSync(join(on.dir, ".tidemark", "config.yaml"), "memory: { enabled: false }\n");
  await prompt(inner, "below a folder whose settings say no");
  rmSync(join(on.dir, ".tidemark", "config.yaml"));
  await prompt(inner, "after");
  expect(await turns(inner)).toEqual(["after"]);
});

test("a folder without a memory that is off is listed with the projects", async () => {
  const on = stage("cli", { git: true });
  await commandLine(["off"], on);
  expect((await commandLine(["projects"], on)).stdout).toContain(`${on.dir} and all folders below it`);
});

scenario("off.moved", async () => {
  const on = stage("cli", { git: true });
  await commandLine(["init"], on);
  await commandLine(["off"], on);
  const moved = stageAt("cli", join(dirname(on.dir), "renamed"), on.env);
  renameSync(on.dir, moved.dir);
  expect((await commandLine(["status"], moved)).stdout).toContain(
    "You turned recording off in this project.",
  );
  await prompt(moved, "after the move");
  expect(await turns(moved)).toEqual([]);
  await commandLine(["on"], moved);
  await prompt(moved, "on again");
  expect(await turns(moved)).toEqual(["on again"]);
});
