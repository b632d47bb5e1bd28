import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./root.ts";

export type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

export type SpawnedOptions = {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
};

/** The program as users start it. */
export const BIN = join(ROOT, "dist/tidemark.cjs");

/** Runs a program to its end, without a shell. Killed counts as failed. */
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
    // A program that reads nothing may close its end first; that is its right.
    child.stdin.on("error", () => {});
    child.stdin.end(options.input ?? "");
  });
}

export function node(args: readonly string[], options?: SpawnedOptions): Promise<Ended> {
  return spawned(process.execPath, args, options);
}

/** npm's start file on this Node where we know it, so that Windows needs no shell. */
export function npm(args: readonly string[], options?: SpawnedOptions): Promise<Ended> {
  const start = process.env.npm_execpath ?? "";
  return /npm-cli\.c?js$/.test(start) ? node([start, ...args], options) : spawned("npm", args, options);
}

/** Brings dist/ up to date; at once when it is. */
export async function built(): Promise<void> {
  const { code, stderr } = await node(["scripts/build.mjs", "--types"]);
  if (code !== 0) throw new Error(stderr);
}
