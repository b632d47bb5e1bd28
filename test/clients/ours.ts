/** Runs our own command on a stage, as its user would. */
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Stage } from "./client.ts";
import { put } from "./drive.ts";
import { ROOT } from "./root.ts";
import { type Fields, fields, list } from "./wires/json.ts";

/** Time limit for a command. The command may start a client to read a session, and some clients need half a minute. */
const COMMAND_MS_MAX = 150_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const POLL_MS = 200;

export type Ended = { readonly code: number; readonly output: string; readonly stdout: string };

/** Puts `tidemark` on the PATH of a stage: the latest build, run by the stage's Node. */
export function putCommand(stage: Stage): void {
  const shim = join(stage.bin, "tidemark");
  put(shim, `#!/bin/sh\nexec "${stage.node}" "${join(ROOT, "dist", "tidemark.cjs")}" "$@"\n`);
  chmodSync(shim, 0o755);
}

/** Runs `tidemark` in the project of a stage, as its user. */
export function tidemark(
  stage: Stage,
  args: readonly string[],
  more: { readonly [variable: string]: string } = {},
): Promise<Ended> {
  const own = { PATH: `${stage.bin}:${process.env.PATH}`, HOME: stage.home, USER: "user", LANG: "C.UTF-8" };
  const env = { ...own, ...more };
  const options = { cwd: stage.project, env, timeout: COMMAND_MS_MAX, maxBuffer: OUTPUT_BYTES_MAX };
  return new Promise((done) => {
    const child = execFile(join(stage.bin, "tidemark"), args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      done({ code, output: `${stdout}${stderr}`, stdout });
    });
    child.stdin?.end();
  });
}

/** All events of the tape, including those that waited in a spool. */
export async function tapeOf(stage: Stage): Promise<readonly Fields[]> {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-tape-"));
  try {
    const { code, output } = await tidemark(stage, ["export", join(folder, "export")]);
    if (code !== 0) throw new Error(`tidemark export ended with ${code}: ${output.slice(-300)}`);
    const lines = readFileSync(join(folder, "export", "tape.jsonl"), "utf8")
      .split("\n")
      .filter(Boolean);
    return lines.map((line) => fields(JSON.parse(line)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The texts of all items. */
export async function itemsOf(stage: Stage): Promise<readonly string[]> {
  const { code, stdout, output } = await tidemark(stage, ["find", "--json", "--limit", "100"]);
  if (code !== 0) throw new Error(`tidemark find ended with ${code}: ${output.slice(-300)}`);
  return list(fields(JSON.parse(stdout)).items).map(({ text }) => String(text));
}

/** Polls until the condition holds; false after the limit. Workers that hooks start finish a moment after the hook. */
export async function until(isSo: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  for (;;) {
    if (await isSo()) return true;
    if (Date.now() > end) return false;
    await new Promise((passed) => setTimeout(passed, POLL_MS));
  }
}
