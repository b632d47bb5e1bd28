/**
 * Shared functions of the scripts. It uses only Node built-ins, because it is loaded before packages are
 * installed.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const CACHE = join(ROOT, ".cache");

/** Start files of the tools, so that they run on this Node and without a shell on every platform. */
export const TOOLS = {
  biome: join(ROOT, "node_modules/@biomejs/biome/bin/biome"),
  depcruise: join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
  knip: join(ROOT, "node_modules/knip/bin/knip.js"),
  tsc: join(ROOT, "node_modules/typescript/bin/tsc"),
  vitest: join(ROOT, "node_modules/vitest/vitest.mjs"),
};

/** Prints a message on stderr, because stdout belongs to the program that the script runs. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Prints the reason and ends the script with exit code 1. */
export function fail(line) {
  say(line);
  process.exit(1);
}

/**
 * Runs a program without a shell and returns its exit code and, with `quiet`, its output. A program that a
 * signal ended counts as failed.
 */
export function run(file, args, options = {}) {
  const { quiet = false, ...rest } = options;
  return new Promise((done, failed) => {
    const child = spawn(file, args, { cwd: ROOT, stdio: quiet ? "pipe" : "inherit", ...rest });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    // A signal that ends the script also ends its program, which would otherwise keep running.
    const end = (signal) => child.kill(signal);
    process.on("SIGTERM", end);
    child.on("error", failed);
    child.on("close", (code) => {
      process.off("SIGTERM", end);
      done({ code: code ?? 1, output });
    });
  });
}

/** Runs one of our scripts, or a tool's start file, on this Node. */
export function runNode(args, options = {}) {
  return run(process.execPath, args, options);
}

/**
 * Runs npm, on this Node if its start file is found: on Windows `npm.cmd` would need a shell, and a shell
 * would need quoting.
 */
export function runNpm(args, options = {}) {
  const beside = join(dirname(process.execPath), "node_modules/npm/bin/npm-cli.js");
  const start = [process.env.npm_execpath ?? "", beside].find(
    (path) => /npm-cli\.c?js$/.test(path) && existsSync(path),
  );
  if (start) return runNode([start, ...args], options);
  return run("npm", args, options);
}
