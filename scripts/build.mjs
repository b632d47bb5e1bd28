/**
 * `npm run build`: bundles src/ into dist/; with `--types` also the type declarations for users of the
 * library. It does nothing if neither the sources nor the build tools have changed since the last build.
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
import { buildCommand } from "./build-command.mjs";
import { buildDashboard } from "./build-dashboard.mjs";
import { ensureInstalled } from "./ensure.mjs";
import { CACHE, fail, ROOT, say } from "./lib.mjs";
import { thirdParty } from "./third-party.mjs";
import { emitTypes } from "./types.mjs";

const DIST = join(ROOT, "dist");
const STAMP = join(CACHE, "build.json");
const ENTRIES = [
  ...["src/launch.ts", "src/hook.ts", "src/hook-brief.ts", "src/main.ts", "src/cli.ts"],
  ...["src/index.ts", "src/testing/index.ts"],
];
const OUTPUTS = [
  "tidemark.cjs",
  "cli.cjs",
  "yaml.cjs",
  "protocol.cjs",
  "index.js",
  "testing.js",
  "dashboard",
  "THIRD-PARTY.txt",
];

/** The MCP package is large, and only the server needs it. */
const PROTOCOL = "src/surfaces/mcp/sdk.ts";

/** A native package with a build per platform, which cannot be bundled, so it is a real dependency. */
const DRIVER = "@photostructure/sqlite";

/** Some bundled packages are CommonJS and call `require`, which ES modules do not have. */
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
  // The Node build of yaml is CommonJS, whose names a lazy import cannot see; its browser build is an ES
  // module.
  alias: {
    yaml: join(ROOT, "node_modules/yaml/browser/index.js"),
    // The Node build of jsonc-parser is UMD, which bundlers cannot follow.
    "jsonc-parser": join(ROOT, "node_modules/jsonc-parser/lib/esm/main.js"),
  },
  logLevel: "warning",
  // A CommonJS bundle has no import.meta, so an empty URL would fail only at run time.
  logOverride: { "empty-import-meta": "error" },
};

/** Brings dist/ up to date, while other processes may be running code from it. */
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

/** Builds in a temporary folder and then moves file by file, so that dist/ works at any moment. */
async function bundleAll() {
  const aside = join(CACHE, `build-${process.pid}`);
  const problem = await makeBundles(aside).then(
    (metafiles) => finish(aside, metafiles),
    (error) => error,
  );
  rmSync(aside, { recursive: true, force: true });
  // esbuild has already printed the errors with their positions; a stack trace would hide them.
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
    ...commands(outdir),
    entryPoints: { tidemark: "src/launch.ts" },
    banner: shebangFor("src/launch.ts"),
  });
  const yaml = esbuild.build({
    ...commands(outdir),
    entryPoints: { yaml: COMMON.alias.yaml },
    minify: true,
  });
  const protocol = esbuild.build({
    ...commands(outdir),
    entryPoints: { protocol: PROTOCOL },
    minify: true,
  });
  const library = esbuild.build({
    ...modules(outdir),
    // Built together, so that both entry points share one copy of the code and `instanceof` works across
    // them.
    entryPoints: { index: "src/index.ts", testing: "src/testing/index.ts" },
    external: [DRIVER, "zod", "vitest"],
  });
  const bundled = (await Promise.all([launcher, yaml, protocol, library])).map(({ metafile }) => metafile);
  const packages = await buildCommand(esbuild, {
    outdir,
    options: commands(outdir),
    standIns: { yaml: "yaml.cjs", [PROTOCOL]: "protocol.cjs" },
  });
  const page = await buildDashboard(esbuild, join(outdir, "dashboard"));
  return [...bundled, ...packages, page];
}

/**
 * Options for programs: one CommonJS file each, which Node starts a third faster than ES modules. Lazily
 * imported parts stay in the same file but are not evaluated until needed.
 */
function commands(outdir) {
  return {
    ...COMMON,
    outdir,
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    external: [DRIVER],
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "__filename" },
  };
}

/**
 * Options for the library. Chunks are next to the entries, so that paths relative to a bundle stay the same.
 */
function modules(outdir) {
  return { ...COMMON, outdir, format: "esm", splitting: true, chunkNames: "chunk-[hash]", banner: REQUIRE };
}

function shebangFor(entry) {
  const hasOne = readFileSync(join(ROOT, entry), "utf8").startsWith("#!");
  return hasOne ? {} : { js: "#!/usr/bin/env node" };
}

/** Folders of dist/ that separate build steps write. */
const BUILT_APART = ["types", "dashboard"];

/**
 * Moves chunks first, so that an entry is replaced only when all its chunks exist. Deletes obsolete files
 * last.
 */
function moveIn(names, from) {
  mkdirSync(DIST, { recursive: true });
  const isEntry = (name) => OUTPUTS.includes(name);
  const inOrder = [...names.filter((name) => !isEntry(name)), ...names.filter(isEntry)];
  for (const name of inOrder) {
    // Renaming replaces a file, but not an existing folder.
    if (name === "dashboard") rmSync(join(DIST, name), { recursive: true, force: true });
    renameSync(join(from, name), join(DIST, name));
  }
  for (const name of readdirSync(DIST)) {
    if (!BUILT_APART.includes(name) && !names.includes(name))
      rmSync(join(DIST, name), { recursive: true, force: true });
  }
}

/** A hash of all inputs of the build. */
function stateOfSources() {
  const hash = createHash("sha256");
  const names = [
    "build",
    "build-command",
    "build-dashboard",
    "lazy-modules",
    "ascii",
    "types",
    "third-party",
  ];
  const scripts = names.map((name) => join(ROOT, "scripts", `${name}.mjs`));
  const settings = ["package.json", "package-lock.json", "tsconfig.json"].map((name) => join(ROOT, name));
  const sources = ["src", "weights"].flatMap((folder) => filesUnder(join(ROOT, folder)));
  for (const path of [...sources, ...scripts, ...settings]) {
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
