/**
 * `npm run release:check`: packs the tarball, checks it with publint and "are the types wrong", installs it
 * in empty projects, and measures the time to a first useful brief.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled } from "./ensure.mjs";
import { fail, ROOT, run, runNpm, say } from "./lib.mjs";

/** Target from an empty project to a useful brief. */
const BRIEF_SECONDS_MAX = 60;
/** Target for a first `init` with npx. */
const NPX_SECONDS_MAX = 10;

/** Run with npx, because nothing else needs it and it has many dependencies. */
const TYPES_TOOL = "@arethetypeswrong/cli@0.18.5";

const QUIET = ["--no-audit", "--no-fund", "--loglevel=error"];

/** Install commands of the package managers, with npx except for npm. */
const MANAGERS = {
  npm: (tarball) => ["npm", "install", ...QUIET, "--ignore-scripts", tarball],
  pnpm: (tarball) => ["npx", "--yes", "pnpm@10", "add", "--ignore-scripts", tarball],
  yarn: (tarball) => ["npx", "--yes", "yarn@1", "add", "--ignore-scripts", "--non-interactive", tarball],
  bun: (tarball) => ["npx", "--yes", "bun@1", "add", "--ignore-scripts", tarball],
};

const RESOLUTIONS = {
  node16: { module: "Node16", moduleResolution: "Node16" },
  nodenext: { module: "NodeNext", moduleResolution: "NodeNext" },
  bundler: { module: "ESNext", moduleResolution: "Bundler" },
};

const PROGRAM = `import { openTidemark, type Item } from "tidemark";
const memory = openTidemark({ dir: "." });
const kept = await memory.remember({ text: "We build with pnpm", kind: "decision" });
const item: Item = kept.item;
console.log(item.label);
await memory.close();
`;

async function main() {
  await ensureInstalled();
  const away = mkdtempSync(join(tmpdir(), "tidemark-release-"));
  try {
    const tarball = await packed(away);
    await check("publint", [
      process.execPath,
      join(ROOT, "node_modules/publint/src/cli.js"),
      "run",
      tarball,
      "--strict",
    ]);
    // The package can be imported only as an ES module, as intended.
    await check("are the types wrong", ["npx", "--yes", TYPES_TOOL, tarball, "--profile", "esm-only"]);
    const slow = [...(await useful(away, tarball))];
    for (const manager of Object.keys(MANAGERS)) await installedBy(manager, { away, tarball });
    await compiled(away, tarball);
    slow.push(...(await npxInit(away, tarball)));
    await globalFromClone(away);
    if (slow.length > 0) fail(`Too slow: ${slow.join(", ")}. On a busy machine, try again when it is quiet.`);
  } finally {
    rmSync(away, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function packed(away) {
  const { code, output } = await runNpm(["pack", "--pack-destination", away], { quiet: true });
  if (code !== 0) fail(`${output}\nnpm pack failed.`);
  const name = readdirSync(away).find((each) => each.endsWith(".tgz"));
  say(`Packed ${name}.`);
  return join(away, name);
}

async function check(what, [file, ...args], options = {}) {
  const { code, output } = await run(file, args, { quiet: true, ...options });
  if (code !== 0) fail(`${output}\n${what}: failed.`);
  say(`${what}: fine.`);
}

/** Creates an empty project with its own home folder, so that the caller's settings do not matter. */
function emptyProject(away, name) {
  const dir = join(away, name);
  mkdirSync(join(dir, "home"), { recursive: true });
  writeFileSync(join(dir, "package.json"), '{ "name": "empty", "private": true, "type": "module" }\n');
  return { cwd: dir, env: environmentWith(join(dir, "home")) };
}

function environmentWith(home) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(TIDEMARK_|XDG_|npm_(?!config_(registry|cafile)))/i.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    npm_config_cache: join(home, ".npm"),
    npm_config_update_notifier: "false",
  };
}

/** Times the first steps of a new user: install, init, remember, brief. */
async function useful(away, tarball) {
  const project = emptyProject(away, "first");
  const bin = join(project.cwd, "node_modules/tidemark/dist/tidemark.cjs");
  const started = Date.now();
  const [file, ...args] = MANAGERS.npm(tarball);
  await check("npm install", [file, ...args], project);
  await check("init", [process.execPath, bin, "init"], project);
  await check(
    "remember",
    [process.execPath, bin, "remember", "We build with pnpm", "--kind", "decision"],
    project,
  );
  const { output } = await run(process.execPath, [bin, "brief"], { quiet: true, ...project });
  if (!output.includes("We build with pnpm")) fail(`${output}\nThe brief does not tell what was remembered.`);
  return timed("the first useful brief", { started, most: BRIEF_SECONDS_MAX });
}

/** Prints the elapsed time, and returns the name if it took too long. */
function timed(what, { started, most }) {
  const seconds = (Date.now() - started) / 1000;
  say(`${what}: ${seconds.toFixed(1)} s (at most ${most} s).`);
  return seconds > most ? [what] : [];
}

async function installedBy(manager, { away, tarball }) {
  const project = emptyProject(away, `by-${manager}`);
  const [file, ...args] = MANAGERS[manager](tarball);
  const { code, output } = await run(file, args, { quiet: true, ...project });
  if (code !== 0) return say(`${manager}: not tried, it cannot be run here (${lastLine(output)})`);
  const bin = join(project.cwd, "node_modules/tidemark/dist/tidemark.cjs");
  await check(`installed by ${manager}`, [process.execPath, bin, "--version"], project);
}

const lastLine = (text) => text.trim().split("\n").at(-1) ?? "";

/** Compiles a TypeScript program with each module resolution. */
async function compiled(away, tarball) {
  const project = emptyProject(away, "types");
  const [file, ...args] = MANAGERS.npm(tarball);
  await check("install for types", [file, ...args, "typescript@5.9", "@types/node@20"], project);
  writeFileSync(join(project.cwd, "program.ts"), PROGRAM);
  for (const [name, options] of Object.entries(RESOLUTIONS)) {
    const compilerOptions = { target: "ES2022", strict: true, noEmit: true, skipLibCheck: false, ...options };
    writeFileSync(
      join(project.cwd, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["program.ts"] }),
    );
    const tsc = join(project.cwd, "node_modules/typescript/bin/tsc");
    await check(`types under ${name}`, [process.execPath, tsc, "-p", "."], project);
  }
}

async function npxInit(away, tarball) {
  const project = emptyProject(away, "npx");
  const started = Date.now();
  await check("npx init", ["npx", "--yes", "--package", tarball, "tidemark", "init"], project);
  return timed("init by npx", { started, most: NPX_SECONDS_MAX });
}

/** Installs globally from a fresh clone, without dependencies or a build. */
async function globalFromClone(away) {
  const project = emptyProject(away, "global");
  const [clone, prefix] = [join(project.cwd, "clone"), join(project.cwd, "prefix")];
  await check("git clone", ["git", "clone", "--quiet", ROOT, clone]);
  const install = ["npm", "install", "--global", "--prefix", prefix, ...QUIET, "."];
  await check("npm install --global .", install, { ...project, cwd: clone });
  await check("the command it installs", [join(prefix, "bin", "tidemark"), "--version"], project);
}

await main();
