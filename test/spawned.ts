import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./root.ts";

export type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

export type SpawnedOptions = {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
};

/** The built program that users start. */
export const BIN = join(ROOT, "dist/tidemark.cjs");

/** Runs a program to its end, without a shell. A killed program counts as failed. */
export function spawned(file: string, args: readonly string[], options: SpawnedOptions = {}): Promise<Ended> {
  return new Promise((done, failed) => {
    const child = spawn(file, args, { cwd: options.cwd ?? ROOT, env: options.env ?? process.env });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", failed);
    child.on("close", (code) => done({ code: code ?? 1, stdout, stderr }));
    // A program that reads no input may close its end of the pipe first, which is no error.
    child.stdin.on("error", () => {});
    child.stdin.end(options.input ?? "");
  });
}

export function node(args: readonly string[], options?: SpawnedOptions): Promise<Ended> {
  return spawned(process.execPath, args, options);
}

/** Runs npm through its script if npm started the tests, because Windows would otherwise need a shell. */
export function npm(args: readonly string[], options?: SpawnedOptions): Promise<Ended> {
  const start = process.env.npm_execpath ?? "";
  return /npm-cli\.c?js$/.test(start) ? node([start, ...args], options) : spawned("npm", args, options);
}

/** Builds dist/ if it is out of date. */
export async function built(): Promise<void> {
  const { code, stderr } = await node(["scripts/build.mjs", "--types"]);
  if (code !== 0) throw new Error(stderr);
}
