/**
 * `npm run build`: bundles src/ into dist/, with `--types` also the declarations for users of the library.
 * Nothing is done when neither the sources nor the tools changed since the last build.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./ensure.mjs";
import { CACHE, fail, ROOT, say } from "./lib.mjs";
import { thirdParty } from "./third-party.mjs";
import { emitTypes } from "./types.mjs";

const DIST = join(ROOT, "dist");
const STAMP = join(CACHE, "build.json");
const ENTRIES = [
  ...["src/launch.ts", "src/hook.ts", "src/hook-brief.ts", "src/main.ts"],
  ...["src/index.ts", "src/testing/index.ts"],
];
const OUTPUTS = ["tidemark.cjs", "hook.cjs", "brief.js", "cli.js", "index.js", "testing.js", "THIRD-PARTY.txt"];

/** Native, with a build per platform inside: it can only be a real dependency. */
const DRIVER = "@photostructure/sqlite";

/** Some pure-JS packages are CommonJS inside and call `require`, which an ES module does not have. */
const REQUIRE = {
  js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
};

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  target: "node20",
  write: true,
  metafile: true,
  legalComments: "none",
  // For Node it ships CommonJS, of which a lazy import would see no names; its browser build is a module.
  alias: { yaml: join(ROOT, "node_modules/yaml/browser/index.js") },
  logLevel: "warning",
  // A CommonJS bundle has no import.meta: an empty address would be found out by a user, not by us.
  logOverride: { "empty-import-meta": "error" },
};

/** Brings dist/ up to date. Another process may run what is in dist/ meanwhile. */
export async function build({ types = false } = {}) {
  const missing = ENTRIES.filter((entry) => !existsSync(join(ROOT, entry)));
  if (missing.length > 0) fail(`Cannot build: ${missing.join(", ")} is missing.`);
  const state = stateOfSources();
  const stamp = readStamp();
  if (stamp.bundles !== state || !OUTPUTS.every((name) => existsSync(join(DIST, name)))) {
    await bundleAll();
    writeStamp({ ...stamp, bundles: state });
  }
  if (types && (stamp.types !== state || !existsSync(join(DIST, "types/index.d.ts")))) {
    await emitTypes(["src/index.ts", "src/testing/index.ts"], join(DIST, "types"));
    writeStamp({ bundles: state, types: state });
  }
}

/** Everything is made aside and then moved in, file by file, so that dist/ can be run at any moment. */
async function bundleAll() {
  const aside = join(CACHE, `build-${process.pid}`);
  const problem = await makeBundles(aside).then(
    (metafiles) => finish(aside, metafiles),
    (error) => error,
  );
  rmSync(aside, { recursive: true, force: true });
  // esbuild has printed what is wrong, with the place; its stack would only bury that.
  if (Array.isArray(problem?.errors)) fail("Cannot build: see the errors above.");
  if (problem) throw problem;
}

function finish(aside, metafiles) {
  writeFileSync(join(aside, "THIRD-PARTY.txt"), thirdParty(metafiles));
  chmodSync(join(aside, "tidemark.cjs"), 0o755);
  moveIn(readdirSync(aside), aside);
}

async function makeBundles(outdir) {
  const esbuild = await import("esbuild");
  const launcher = esbuild.build({
    ...COMMON,
    entryPoints: { tidemark: "src/launch.ts" },
    outdir,
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    banner: shebangFor("src/launch.ts"),
    plugins: [neighbours],
  });
  const hook = esbuild.build({
    ...COMMON,
    entryPoints: { hook: "src/hook.ts" },
    outdir,
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    minify: true,
    plugins: [neighbours],
  });
  const cli = esbuild.build({
    ...modules(outdir),
    entryPoints: { cli: "src/main.ts", brief: "src/hook-brief.ts" },
    external: [DRIVER],
    plugins: [oneLanguage],
    // Less to read at every start. Names stay, so that a stack in a bug report still says something.
    minifyWhitespace: true,
    minifySyntax: true,
  });
  const library = esbuild.build({
    ...modules(outdir),
    // Made together, so that both doors share one copy of the code and `instanceof` holds across them.
    entryPoints: { index: "src/index.ts", testing: "src/testing/index.ts" },
    external: [DRIVER, "zod", "vitest"],
  });
  return (await Promise.all([launcher, hook, cli, library])).map((result) => result.metafile);
}

/** Chunks lie beside the entries, so that a path relative to a source file's bundle means one thing. */
function modules(outdir) {
  return { ...COMMON, outdir, format: "esm", splitting: true, chunkNames: "chunk-[hash]", banner: REQUIRE };
}

/** Zod brings its messages in dozens of languages, two fifths of the bundle with them. Ours are in one. */
const oneLanguage = {
  name: "one-language",
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js"',
    }));
  },
};

/** The launcher and the hook do not swallow what they seldom need: they reach for the other bundles at run time. */
const neighbours = {
  name: "neighbours",
  setup(build) {
    build.onResolve({ filter: /^\.\/main\.ts$/ }, () => ({ path: "./cli.js", external: true }));
    build.onResolve({ filter: /^\.\/hook-brief\.ts$/ }, () => ({ path: "./brief.js", external: true }));
    build.onResolve({ filter: /^\.\/hook\.cjs$/ }, () => ({ path: "./hook.cjs", external: true }));
    // Only the launcher's own: the hosts' folder has a hook.ts too.
    build.onResolve({ filter: /^\.\/hook\.ts$/ }, ({ importer }) =>
      importer.endsWith("launch.ts") ? { path: "hook", namespace: "neighbour" } : undefined,
    );
    build.onLoad({ filter: /^hook$/, namespace: "neighbour" }, () => ({
      contents: 'module.exports = require("./hook.cjs")',
    }));
  },
};

function shebangFor(entry) {
  const hasOne = readFileSync(join(ROOT, entry), "utf8").startsWith("#!");
  return hasOne ? {} : { js: "#!/usr/bin/env node" };
}

/** Chunks first: an entry is only replaced when all it needs is there. What no build made goes last. */
function moveIn(names, from) {
  mkdirSync(DIST, { recursive: true });
  const isEntry = (name) => OUTPUTS.includes(name);
  const inOrder = [...names.filter((name) => !isEntry(name)), ...names.filter(isEntry)];
  for (const name of inOrder) renameSync(join(from, name), join(DIST, name));
  for (const name of readdirSync(DIST)) {
    if (name !== "types" && !names.includes(name)) rmSync(join(DIST, name), { recursive: true, force: true });
  }
}

/** A hash over all that the result depends on. */
function stateOfSources() {
  const hash = createHash("sha256");
  const scripts = ["build.mjs", "types.mjs", "third-party.mjs"].map((name) => join(ROOT, "scripts", name));
  const settings = ["package.json", "package-lock.json", "tsconfig.json"].map((name) => join(ROOT, name));
  for (const path of [...filesUnder(join(ROOT, "src")), ...scripts, ...settings]) {
    hash
      .update(`${relative(ROOT, path)}\0`)
      .update(readFileSync(path))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(STAMP, "utf8"));
  } catch {
    return {};
  }
}

function writeStamp(stamp) {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(STAMP, JSON.stringify(stamp));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled();
  await build({ types: process.argv.includes("--types") });
  say("dist/ is up to date.");
}
