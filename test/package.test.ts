import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { scenario } from "./scenarios/scenario.ts";
import { ROOT } from "./sources.ts";
import { built, type Ended, node, npm, spawned } from "./spawned.ts";

/** A folder outside the checkout into which the packed package is installed as users install it. */
const away = mkdtempSync(join(tmpdir(), "tidemark-package-"));
const installed = join(away, "node_modules/tidemark");
const about = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  version: string;
  exports: { [door: string]: unknown };
};
const doors = Object.keys(about.exports)
  .filter((door) => door !== "./package.json")
  .map((door) => door.replace(/^\./, "tidemark"));

beforeAll(async () => {
  await built();
  succeeded(await npm(["pack", "--ignore-scripts", "--pack-destination", away]));
  const tarball = join(away, readdirSync(away).find((name) => name.endsWith(".tgz")) ?? "");
  writeFileSync(join(away, "package.json"), '{ "private": true, "type": "module" }\n');
  const flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  succeeded(await npm(["install", ...flags, tarball], { cwd: away }));
});

afterAll(() => rmSync(away, { recursive: true, force: true, maxRetries: 5 }));

scenario("package.clone-runs", async () => {
  const version = succeeded(await bin("--version"));
  expect(version.stdout).toContain(about.version);
  const demo = succeeded(await bin("demo"));
  expect(demo.stdout.split("\n").length).toBeGreaterThan(5);
  for (const door of doors) succeeded(await node(["-e", `import(${JSON.stringify(door)})`], outside()));
});

/** Starts the command as a shell does: through npm's link and the shebang of the file. */
function bin(verb: string): Promise<Ended> {
  if (process.platform === "win32") return node([join(installed, "dist/tidemark.cjs"), verb], outside());
  return spawned(join(away, "node_modules/.bin/tidemark"), [verb], outside());
}

/** Options that run a program outside the checkout, with an empty home folder. */
function outside() {
  return { cwd: away, env: { ...process.env, HOME: away, USERPROFILE: away } };
}

function succeeded(ended: Ended): Ended {
  expect(ended.code, `${ended.stdout}\n${ended.stderr}`).toBe(0);
  return ended;
}
