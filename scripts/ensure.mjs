/** Installs the packages of package-lock.json if node_modules differs from it. */
import { accessSync, constants, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { CACHE, fail, ROOT, runNpm, say } from "./lib.mjs";

/**
 * `--no-global`, because `npm install --global .` passes its settings to the build, and these packages belong
 * to the checkout.
 */
const INSTALL = ["ci", "--no-global", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/** Ensures that every dependency is installed in its locked version. Takes milliseconds if it already is. */
export async function ensureInstalled() {
  if (isInstalled(packagesIn("package-lock.json"), packagesIn("node_modules/.package-lock.json"))) return;
  say("Installing the packages that package-lock.json lists; this happens once …");
  const { code, output } = await runNpm([...INSTALL, ...cacheArguments()], { quiet: true });
  if (code !== 0) fail(`${output}\nnpm ci failed. Is the package registry reachable?`);
}

/**
 * Compares content instead of times, because a checkout changes file times. A locked package may be missing
 * only if it is optional, as the builds for other platforms are.
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

/** A cache in the checkout if the home folder is not writable. */
function cacheArguments() {
  try {
    accessSync(homedir(), constants.W_OK);
    return [];
  } catch {
    return ["--cache", join(CACHE, "npm")];
  }
}
