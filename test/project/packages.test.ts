import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { commandLine, stage } from "../scenarios/stage.ts";

/** A git repository of three packages, and a function that runs a command in one of its folders. */
function monorepo() {
  const { dir, env, file } = stage();
  execFileSync("git", ["init", "-q", dir]);
  writeFileSync(join(dir, "package.json"), '{ "workspaces": ["packages/*"] }\n');
  for (const name of ["api", "web", "shared"]) {
    mkdirSync(join(dir, "packages", name, "src"), { recursive: true });
    writeFileSync(join(dir, "packages", name, "package.json"), "{}\n");
  }
  const run = async (folder: string, ...argv: string[]) =>
    (await commandLine(argv, { dir: join(dir, folder), env })).stdout;
  return { dir, file, run };
}

const API = "packages/api/src";
const WEB = "packages/web";

async function monorepoWithRules() {
  const repo = monorepo();
  const keep = (text: string, ...paths: string[]) =>
    repo.run(".", "remember", text, "--kind", "constraint", ...paths.flatMap((path) => ["--path", path]));
  await keep("Bodies are checked with zod", "packages/api/src/body.ts");
  await keep("Components are plain functions", "packages/web");
  await keep("Tokens have one format", "packages/api", "packages/web");
  await keep("Amounts are kept in cents");
  return repo;
}

scenario("packages.brief", async () => {
  const { run } = await monorepoWithRules();
  const inApi = await run(API, "brief");
  expect(inApi).toContain("Bodies are checked with zod");
  expect(inApi).toContain("Tokens have one format");
  expect(inApi).toContain("Amounts are kept in cents");
  expect(inApi).not.toContain("Components are plain functions");
  expect(await run(WEB, "brief")).not.toContain("Bodies are checked with zod");
  const atRoot = await run(".", "brief");
  for (const text of ["zod", "plain functions", "one format", "cents"]) expect(atRoot).toContain(text);
});

scenario("packages.path", async () => {
  const { run } = await monorepoWithRules();
  const asWeb = await run(API, "brief", "--path", "packages/web");
  expect(asWeb).toContain("Components are plain functions");
  expect(asWeb).not.toContain("Bodies are checked with zod");
});

scenario("packages.recall", async () => {
  const { run } = await monorepoWithRules();
  expect(await run(API, "recall", "which components are functions")).toContain(
    "Components are plain functions",
  );
  for (const name of ["api", "web"])
    await run(
      ".",
      "remember",
      `The ${name} server listens on a port of its own`,
      "--path",
      `packages/${name}`,
    );
  const firstIn = async (folder: string) =>
    /The (\w+) server/.exec(await run(folder, "recall", "which port does the server listen on"))?.[1];
  expect([await firstIn(API), await firstIn(WEB)]).toEqual(["api", "web"]);
});

scenario("packages.from-session", async () => {
  const { dir, file, run } = monorepo();
  const said = (text: string) => ({ type: "turn", session: "s1", agent: "a", role: "user", text });
  const events = [
    { type: "session.started", session: "s1", agent: "a", cwd: join(dir, WEB) },
    said("We decided: buttons are rounded."),
    said("We decided: nobody force pushes a git branch."),
    { type: "session.ended", session: "s1", agent: "a" },
  ];
  const tape = file("events.jsonl", `${events.map((event) => JSON.stringify(event)).join("\n")}\n`);
  await run(".", "record", tape);
  await run(".", "worker", "--once");
  expect(await run(WEB, "brief")).toMatch(/buttons are rounded\. \[dec#/);
  const inApi = await run(API, "brief");
  // The brief shows the last session of any package, but its words as a decision only in their own package.
  expect(inApi).not.toMatch(/buttons are rounded\. \[dec#/);
  expect(inApi).toContain("nobody force pushes");
});

scenario("packages.from-folder", async () => {
  const { run } = monorepo();
  const said = await run(API, "remember", "Bodies are checked with zod", "--kind", "decision");
  expect(said).toContain(
    'It concerns packages/api. If it concerns everything: tidemark update dec#1 --scope ""',
  );
  const told = [
    await run(API, "remember", "Nobody force pushes a git branch", "--kind", "constraint"),
    await run(API, "remember", "Buttons are rounded", "--kind", "decision", "--path", "packages/web"),
    await run(".", "remember", "Amounts are kept in cents", "--kind", "decision"),
  ];
  expect(told.join("\n")).not.toContain("It concerns");
  const inWeb = await run(WEB, "brief");
  expect(inWeb).not.toContain("zod");
  for (const text of ["force pushes", "rounded", "cents"]) expect(inWeb).toContain(text);
  await run(API, "update", "dec#1", "--scope", "");
  expect(await run(WEB, "brief")).toContain("zod");
});
