/**
 * `npm run test:matrix [-- 20 22 24] [--quick] [--others]`: runs the tests on each supported Node line. Node
 * is downloaded from the package registry, so no version manager is needed. `--quick` runs only the demo, the
 * store contract and the packed package; `--others` skips the line that runs this script.
 */
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { build } from "./build.mjs";
import { ensureInstalled } from "./ensure.mjs";
import { fetchPackage, nodePackage } from "./fetch-package.mjs";
import { CACHE, run, say, TOOLS } from "./lib.mjs";

/** A recent version of each line, exact so that runs can be repeated. */
const NEWEST = { 20: "20.20.2", 22: "22.23.3", 24: "24.21.0" };

const isQuick = process.argv.includes("--quick");
const isOthers = process.argv.includes("--others");
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const here = process.versions.node.split(".")[0];
const lines = (asked.length > 0 ? asked : Object.keys(NEWEST)).filter((line) => !isOthers || line !== here);

await ensureInstalled();
await build({ types: true });
const results = [];
for (const line of lines) results.push({ line, result: await tryOn(line) });
console.log("");
for (const { line, result } of results) console.log(`Node ${NEWEST[line] ?? line}: ${result}`);
process.exitCode = results.some(({ result }) => result === "failed") ? 1 : 0;

async function tryOn(line) {
  const version = NEWEST[line];
  if (!version) return `skipped: only ${Object.keys(NEWEST).join(", ")} are tried`;
  const node = await nodeOf(version);
  if (!node) return `skipped: the registry has no Node ${version} for ${nodePackage()}`;
  const env = { ...process.env, CI: "true", PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  for (const args of isQuick ? quickSteps() : [[TOOLS.vitest, "run"]]) {
    console.log(
      `\n--- Node ${version}: ${args.map((arg) => arg.replace(/^.*node_modules\//, "")).join(" ")}`,
    );
    const { code } = await run(node, args, { env });
    if (code !== 0) return "failed";
  }
  return "ok";
}

function quickSteps() {
  return [
    ["dist/tidemark.cjs", "demo"],
    [TOOLS.vitest, "run", "test/store/contract", "test/package.test.ts"],
  ];
}

/** The path of a Node version, installed on first use; undefined if there is no build for this platform. */
async function nodeOf(version) {
  const prefix = join(CACHE, "node", version);
  const program = process.platform === "win32" ? "bin/node.exe" : "bin/node";
  const node = join(prefix, "node_modules", nodePackage(), program);
  if (existsSync(node)) return node;
  say(`Fetching Node ${version} …`);
  await fetchPackage(`${nodePackage()}@${version}`, prefix);
  return existsSync(node) ? node : undefined;
}
