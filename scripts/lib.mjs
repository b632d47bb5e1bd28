/** What the scripts share. Node built-ins only: it is loaded before anything is installed. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const CACHE = join(ROOT, ".cache");

/** Where each tool starts, so that it runs on this very Node and needs no shell on any platform. */
export const TOOLS = {
  biome: join(ROOT, "node_modules/@biomejs/biome/bin/biome"),
  depcruise: join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
  knip: join(ROOT, "node_modules/knip/bin/knip.js"),
  tsc: join(ROOT, "node_modules/typescript/bin/tsc"),
  vitest: join(ROOT, "node_modules/vitest/vitest.mjs"),
};

/** Says something to the person, on stderr: stdout belongs to what the script runs. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Ends the script with a line that says why. */
export function fail(line) {
  say(line);
  process.exit(1);
}

/**
 * Runs a program without a shell and gives back its exit code and, unless it shares our terminal, its
 * output. A program that a signal ended counts as failed, so that nobody mistakes it for success.
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
    // A script that is ended takes its program with it, which would otherwise keep a core busy.
    const end = (signal) => child.kill(signal);
    process.on("SIGTERM", end);
    child.on("error", failed);
    child.on("close", (code) => {
      process.off("SIGTERM", end);
      done({ code: code ?? 1, output });
    });
  });
}

/** Runs a script of ours or a tool's start file on this Node. */
export function runNode(args, options = {}) {
  return run(process.execPath, args, options);
}

/**
 * Runs npm. Its own start file is run on this Node where we can find it: `npm.cmd` would need a shell on
 * Windows, and a shell would need quoting.
 */
export function runNpm(args, options = {}) {
  const beside = join(dirname(process.execPath), "node_modules/npm/bin/npm-cli.js");
  const start = [process.env.npm_execpath ?? "", beside].find(
    (path) => /npm-cli\.c?js$/.test(path) && existsSync(path),
  );
  if (start) return runNode([start, ...args], options);
  return run("npm", args, options);
}
