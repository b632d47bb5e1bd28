/** Gets programs that we are tried with, and that are no part of the package, from the registry into a cache folder. */
import { mkdirSync } from "node:fs";
import { runNpm } from "./lib.mjs";

/** Whole programs of hundreds of megabytes; a slow line needs its time. */
const INSTALL_MS_MAX = 600_000;

/**
 * Nothing that comes with a package is run at install. What a package says of the Node it needs is not asked: it is run
 * on one that was fetched for it.
 */
const FLAGS = [
  ...["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"],
  "--no-engine-strict",
];

/** Installs `name@version` below a folder, and gives back why it cannot be had, which the caller looks at if it is not there. */
export async function fetchPackage(wanted, folder) {
  mkdirSync(folder, { recursive: true });
  const { output } = await runNpm(["install", "--prefix", folder, ...FLAGS, wanted], {
    quiet: true,
    cwd: folder,
    timeout: INSTALL_MS_MAX,
  });
  return output.split("\n").find((line) => /ERR|error/i.test(line)) ?? "no error given";
}

/** The package that holds a Node for this machine. */
export function nodePackage() {
  const system = process.platform === "win32" ? "win" : process.platform;
  return `node-${system}-${process.arch}`;
}
