/** Downloads programs for tests, which are not dependencies of the package, into a cache folder. */
import { mkdirSync } from "node:fs";
import { runNpm } from "./lib.mjs";

/** Long enough for programs of hundreds of megabytes on a slow connection. */
const INSTALL_MS_MAX = 600_000;

/**
 * Runs no install scripts. Ignores the required Node version, because the program runs on a Node downloaded
 * for it.
 */
const FLAGS = [
  ...["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"],
  "--no-engine-strict",
];

/**
 * Installs `name@version` in a folder and returns npm's error line. The caller uses it if the files are
 * missing.
 */
export async function fetchPackage(wanted, folder) {
  mkdirSync(folder, { recursive: true });
  const { output } = await runNpm(["install", "--prefix", folder, ...FLAGS, wanted], {
    quiet: true,
    cwd: folder,
    timeout: INSTALL_MS_MAX,
  });
  return output.split("\n").find((line) => /ERR|error/i.test(line)) ?? "no error given";
}

/** The npm package that contains Node for this platform. */
export function nodePackage() {
  const system = process.platform === "win32" ? "win" : process.platform;
  return `node-${system}-${process.arch}`;
}
