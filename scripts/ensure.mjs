/** Installs what package-lock.json lists, if what is in node_modules is anything else. */
import { accessSync, constants, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { CACHE, fail, ROOT, runNpm, say } from "./lib.mjs";

/** `npm install --global .` runs the build with its own settings in the environment; these packages are the checkout's own. */
const INSTALL = ["ci", "--no-global", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/** After this, every dependency is there in the locked version. Costs a few milliseconds when it already was. */
export async function ensureInstalled() {
  if (isInstalled(packagesIn("package-lock.json"), packagesIn("node_modules/.package-lock.json"))) return;
  say("Installing the packages that package-lock.json lists; this happens once …");
  const { code, output } = await runNpm([...INSTALL, ...cacheArguments()], { quiet: true });
  if (code !== 0) fail(`${output}\nnpm ci failed. Is the package registry reachable?`);
}

/**
 * Compared by content, not by time: a checkout gives files new times without changing them. A locked
 * package may be absent only if it is optional, as the builds for other platforms are.
 */
function isInstalled(locked, installed) {
  if (!installed) return false;
  const isThere = ([path, { version, optional, link }]) => {
    const found = installed[path];
    return found ? link || found.version === version : optional === true;
  };
  const ours = Object.entries(locked ?? {}).filter(([path]) => path.startsWith("node_modules/"));
  return ours.every(isThere) && Object.keys(installed).every((path) => locked?.[path]);
}

function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(join(ROOT, lockFile), "utf8")).packages;
  } catch (error) {
    if (error.code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** npm keeps its cache at home. Where there is no home to write to, it gets a place in the checkout. */
function cacheArguments() {
  try {
    accessSync(homedir(), constants.W_OK);
    return [];
  } catch {
    return ["--cache", join(CACHE, "npm")];
  }
}
