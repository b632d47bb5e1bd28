/** Builds the files of the command line: src/cli.ts, the modules it loads, and the packages they use. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inAscii } from "./ascii.mjs";
import { filesOf, packageFile, readModules } from "./lazy-modules.mjs";
import { ROOT, say } from "./lib.mjs";

const DOORS = ["src/main.ts", "src/hook.ts", "src/hook-brief.ts"];

/**
 * Writes the files to a folder and returns esbuild's metafiles of the packages. `options` are the esbuild
 * options of all command files; `standIns` are files built elsewhere that replace a module or a package.
 */
export async function buildCommand(esbuild, { outdir, options, standIns }) {
  const { modules, packages } = await readModules(esbuild, { root: ROOT, entries: DOORS, standIns });
  const metafiles = await Promise.all(
    [...packages].map(([name, used]) => bundlePackage(esbuild, { name, used, outdir, options })),
  );
  const write = async (groupOf) => {
    const files = filesOf(modules, { groupOf, eager: ["base", "hook", "start"] });
    files.set("cli.cjs", await loaderFor(esbuild, groupOf));
    for (const [name, code] of files) writeFileSync(join(outdir, name), code);
    return [...files.keys()];
  };
  const byFolder = await write(() => undefined);
  const groupOf = groupsByUse(outdir);
  if (groupOf) {
    for (const name of byFolder) rmSync(join(outdir, name));
    await write(groupOf);
  }
  for (const { outputs } of metafiles) for (const path of Object.keys(outputs)) toAscii(join(ROOT, path));
  return metafiles;
}

async function bundlePackage(esbuild, { name, used, outdir, options }) {
  const contents = `export { ${[...used].sort().join(", ")} } from ${JSON.stringify(name)};`;
  const { metafile } = await esbuild.build({
    ...options,
    stdin: { contents, resolveDir: ROOT },
    outdir: undefined,
    outfile: join(outdir, packageFile(name)),
    minify: true,
  });
  return metafile;
}

async function loaderFor(esbuild, groupOf) {
  const define = {
    MAIN_FILE: JSON.stringify(groupOf("main") ?? "top"),
    HOOK_FILE: JSON.stringify(groupOf("hook") ?? "top"),
    BRIEF_FILE: JSON.stringify(groupOf("hook-brief") ?? "top"),
  };
  const source = readFileSync(join(ROOT, "src/cli.ts"), "utf8");
  const settings = { loader: "ts", format: "cjs", platform: "node", target: "node20", minify: true };
  const { code } = await esbuild.transform(source, { ...settings, define });
  return code;
}

const toAscii = (path) => writeFileSync(path, inAscii(readFileSync(path, "utf8")));

/** Script that runs one command, hook or brief, and prints the ids of the modules it evaluated. */
const LIST_LOADED = `
const { writeSync } = require("node:fs");
const [file, cwd, first, ...rest] = process.argv.slice(1);
const { main, hook, bundleFor, loaded } = require(file);
const ask = { host: "claude-code", intent: "brief", input: { session: "build" } };
process.stdout.write = () => true;
process.on("exit", () => writeSync(1, ["", ...loaded.keys()].join("\\n")));
if (first === "brief") bundleFor(cwd, process.env, ask);
else if (first === "hook") hook(rest, () => {});
else main([first, ...rest]);
`;

/** The most common commands, with typical arguments. */
const COMMON = {
  remember: ["remember", "The build runs on npm"],
  recall: ["recall", "build"],
  brief: ["brief"],
  status: ["status"],
  hook: ["hook", "claude-code", "PostToolUse"],
};

/** The input of the hook; no other command reads its input. */
const TOOL_CALL = JSON.stringify({
  session_id: "build",
  tool_name: "Bash",
  tool_input: { command: "npm run build" },
  tool_response: { stdout: "built", stderr: "", interrupted: false },
});

/**
 * Groups the modules of common commands into files: `base` for the hook and `status`, `hook` and `start` for
 * only one of these two, `work` for several others, and one file per remaining command. If the commands
 * cannot run, modules stay grouped by folder.
 */
function groupsByUse(outdir) {
  // A temporary project and state folder: hooks do not trust a state folder inside a repository, such as this
  // checkout.
  const home = mkdtempSync(join(tmpdir(), "tidemark-build-"));
  const project = join(home, "project");
  for (const inside of ["objects", "refs/heads"])
    mkdirSync(join(project, ".git", inside), { recursive: true });
  writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
  const { TIDEMARK_DIR: _, ...outside } = process.env;
  const env = { ...outside, XDG_STATE_HOME: join(home, "state"), XDG_CONFIG_HOME: join(home, "config") };
  const loadedBy = (argv) =>
    execFileSync(process.execPath, ["-e", LIST_LOADED, "--", join(outdir, "cli.cjs"), project, ...argv], {
      env,
      cwd: project,
      encoding: "utf8",
      input: TOOL_CALL,
      stdio: ["pipe", "pipe", "ignore"],
    }).split("\n");
  try {
    loadedBy(["remember", "The build runs on pnpm"]);
    const uses = Object.entries(COMMON).map(([name, argv]) => ({ name, ids: new Set(loadedBy(argv)) }));
    const hook = uses.find(({ name }) => name === "hook");
    if (!hook?.ids.has("adapters/spool/writer")) throw new Error("The hook recorded nothing.");
    return (id) => {
      const names = uses.filter(({ ids }) => ids.has(id)).map(({ name }) => name);
      const [isHook, isStart] = [names.includes("hook"), names.includes("status")];
      if (isHook || isStart) return isHook && isStart ? "base" : isHook ? "hook" : "start";
      return names.length > 1 ? "work" : names[0];
    };
  } catch (error) {
    say(`The modules of common commands are not put together: ${error.message.split("\n")[0]}`);
    return undefined;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
